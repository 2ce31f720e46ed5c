// Attackers in a thread of their own, so that their work does not delay the known key's caller.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { Callers, type Outcome } from "../open-load.ts";
import { type Attacker, attackers } from "./kinds.ts";

/** What attackers did, and what they got: how often each error code, or status, by how often. */
export interface Attack {
  readonly sent: number;
  readonly outcomes: ReadonlyMap<string, number>;
}

/** A thread that runs attackers. */
export interface Crowd extends AsyncDisposable {
  /** Starts attackers. */
  start(order: Order): void;
  /** Stops them, and closes their connections. */
  stop(): Promise<Attack>;
}

/** Who attacks which gateway. */
export interface Order {
  readonly url: string;
  readonly names: readonly string[];
  /** The part of their usual rate at which they send. */
  readonly part: number;
}

/** How many connections one kind of attacker keeps. Beyond it, those who read wait, and the oldest of the others leave. */
const maxConnections = 300;
const tickMs = 10;

/** Those who leave do so within this time, in milliseconds. */
const maxStayMs = 500;

if (!isMainThread) await obey();

/** Starts the thread. */
export function startCrowd(): Crowd {
  const worker = new Worker(new URL(import.meta.url));
  return {
    start: (order) => worker.postMessage(order),
    async stop() {
      worker.postMessage("stop");
      const [attack] = (await once(worker, "message")) as [Attack];
      return attack;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

async function obey(): Promise<void> {
  let over = new AbortController();
  let running: readonly Promise<Attack>[] = [];
  parentPort?.on("message", async (order: Order | "stop") => {
    if (order === "stop") {
      over.abort();
      parentPort?.postMessage(add(await Promise.all(running)));
      return;
    }
    over = new AbortController();
    running = attackers
      .filter(({ name }) => order.names.includes(name))
      .map((attacker) => attack(attacker, order, over.signal));
  });
}

function add(attacks: readonly Attack[]): Attack {
  const outcomes = new Map<string, number>();
  for (const [outcome, times] of attacks.flatMap((attack) => [...attack.outcomes])) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times);
  }
  return { sent: attacks.reduce((sum, { sent }) => sum + sent, 0), outcomes };
}

async function attack(
  attacker: Attacker,
  { url, part }: Order,
  over: AbortSignal,
): Promise<Attack> {
  const { perSecond, request } = attacker;
  using callers = attacker.manner === "reads" ? new Readers(url) : new Others(url, attacker);
  const start = performance.now();
  let sent = 0;
  for (let position = 0; !over.aborted; ) {
    const due = ((performance.now() - start) / 1000) * perSecond * part;
    for (; position < due; position += 1) if (callers.send(request(position))) sent += 1;
    await setTimeout(tickMs);
  }
  return { sent, outcomes: callers.outcomes };
}

/** Callers who read their responses. */
class Readers implements Disposable {
  readonly outcomes = new Map<string, number>();
  readonly #callers: Callers;

  constructor(url: string) {
    this.#callers = new Callers(url, maxConnections);
  }

  send(request: Buffer): boolean {
    return this.#callers.ask(request, ({ status, body }: Outcome) => {
      const outcome = /"code":"(\w+)"/.exec(body)?.[1] ?? String(status);
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    });
  }

  [Symbol.dispose](): void {
    this.#callers[Symbol.dispose]();
  }
}

/** Callers with a connection for each request. */
class Others implements Disposable {
  readonly outcomes = new Map<string, number>();
  readonly #port: number;
  readonly #manner: Attacker["manner"];
  readonly #sockets = new Set<Socket>();
  readonly #byteASecond = setInterval(() => {
    for (const socket of this.#sockets) socket.resume();
  }, 1_000);

  constructor(url: string, { manner }: Attacker) {
    this.#port = Number(new URL(url).port);
    this.#manner = manner;
    if (manner !== "reads a byte a second") clearInterval(this.#byteASecond);
  }

  send(request: Buffer): boolean {
    const socket = this.#open();
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (oldest && this.#sockets.size > maxConnections) this.#leave(oldest);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#note("cut off");
    });
    socket.write(request);
    if (this.#manner === "leaves") {
      globalThis.setTimeout(() => this.#leave(socket), Math.random() * maxStayMs);
    }
    if (this.#manner === "listens") {
      socket.once("data", (chunk) => this.#note(chunk.toString("latin1", 9, 12)));
    }
    return true;
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket);
    socket.removeAllListeners("close").destroy();
  }

  #open(): Socket {
    const to = { port: this.#port, host: "127.0.0.1" };
    switch (this.#manner) {
      case "never reads":
        return connect(to).pause();
      case "reads a byte a second": {
        const onread = { buffer: Buffer.alloc(1), callback: () => false };
        return connect({ ...to, onread });
      }
      default:
        return connect(to).resume();
    }
  }

  #note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#byteASecond);
    for (const socket of this.#sockets) this.#leave(socket);
  }
}

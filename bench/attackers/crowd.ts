// Attackers in a thread of their own, so that their work does not delay the known key's caller.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { Callers, pace } from "../harness/load.ts";
import { addOne } from "../harness/table.ts";
import { type Attacker, attackers, type Manner } from "./kinds.ts";

/** How often attackers got each error code or status. */
export type Outcomes = ReadonlyMap<string, number>;

/** A thread that runs attackers. */
export interface Crowd extends AsyncDisposable {
  start(order: Order): void;
  /** Stops them, and closes their connections. */
  stop(): Promise<Outcomes>;
}

/** Who attacks which gateway. */
interface Order {
  readonly url: string;
  readonly names: readonly string[];
  /** The part of their usual rate at which they send. */
  readonly part: number;
}

/** Of one kind of attacker. Beyond it, those who read wait, and the oldest of the others leave. */
const maxConnections = 300;

/** Those who leave do so within this time, in milliseconds. */
const maxStayMs = 500;

if (!isMainThread) obey();

/** Starts the thread. */
export function startCrowd(): Crowd {
  const worker = new Worker(new URL(import.meta.url));
  return {
    start: (order) => worker.postMessage(order),
    async stop() {
      worker.postMessage("stop");
      const [outcomes] = (await once(worker, "message")) as [Outcomes];
      return outcomes;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

function obey(): void {
  let over = new AbortController();
  let outcomes = new Map<string, number>();
  let running: readonly Promise<void>[] = [];
  parentPort?.on("message", async (order: Order | "stop") => {
    if (order === "stop") {
      over.abort();
      await Promise.all(running);
      parentPort?.postMessage(outcomes);
      return;
    }
    over = new AbortController();
    outcomes = new Map();
    running = attackers
      .filter(({ name }) => order.names.includes(name))
      .map((attacker) => attack(attacker, order, outcomes, over.signal));
  });
}

async function attack(
  { manner, perSecond, request }: Attacker,
  { url, part }: Order,
  outcomes: Map<string, number>,
  over: AbortSignal,
): Promise<void> {
  using stack = new DisposableStack();
  const others = stack.use(new RudeCallers(url, manner, () => addOne(outcomes, "cut off")));
  const readers = stack.use(new Callers(url, manner === "reads" ? maxConnections : 0));
  const isOver = () => over.aborted;
  await pace(perSecond * part, isOver, (position) => {
    if (manner !== "reads") return others.send(request(position));
    readers.ask(request(position), ({ status, body }) => {
      addOne(outcomes, /"code":"(\w+)"/.exec(body.toString("latin1"))?.[1] ?? String(status));
    });
  });
}

/** Callers with a connection for each request, who do not read as they should. */
class RudeCallers implements Disposable {
  readonly #port: number;
  readonly #manner: Manner;
  readonly #noteCutOff: () => void;
  readonly #sockets = new Set<Socket>();
  readonly #slow = new Set<Socket>();
  readonly #byteASecond = setInterval(() => {
    for (const socket of this.#slow) socket.resume();
  }, 1_000);
  #sent = 0;

  constructor(url: string, manner: Manner, noteCutOff: () => void) {
    this.#port = Number(new URL(url).port);
    this.#manner = manner;
    this.#noteCutOff = noteCutOff;
  }

  send(request: Buffer): void {
    const socket = this.#open();
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (oldest && this.#sockets.size > maxConnections) this.#leave(oldest);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#forget(socket);
      this.#noteCutOff();
    });
    socket.write(request);
    if (this.#manner === "leaves") setTimeout(() => this.#leave(socket), Math.random() * maxStayMs);
  }

  #leave(socket: Socket): void {
    this.#forget(socket);
    socket.removeAllListeners("close").destroy();
  }

  #forget(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#slow.delete(socket);
  }

  #open(): Socket {
    const to = { port: this.#port, host: "127.0.0.1" };
    if (this.#manner === "leaves") return connect(to).resume();
    this.#sent += 1;
    if (this.#sent % 2 === 0) return connect(to).pause();
    const socket = connect({ ...to, onread: { buffer: Buffer.alloc(1), callback: () => false } });
    this.#slow.add(socket);
    return socket;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#byteASecond);
    for (const socket of this.#sockets) this.#leave(socket);
  }
}

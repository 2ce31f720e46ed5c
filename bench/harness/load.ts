import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** How a request ended. The status is 0 if its connection was lost. */
export interface Outcome {
  readonly status: number;
  /** The whole response, head and body. */
  readonly bytes: Buffer;
  readonly body: Buffer;
}

/** A request as bytes, and a string in the body of the right response. */
export interface LoadRequest {
  readonly bytes: Buffer;
  readonly mark: string;
}

/** Connections to a server, each with one request at a time. */
export class Callers implements Disposable {
  readonly #idle: Connection[] = [];
  readonly #all: readonly Connection[];

  constructor(url: string, connections: number) {
    const port = Number(new URL(url).port);
    this.#all = Array.from({ length: connections }, () => new Connection(port));
    this.#idle.push(...this.#all);
  }

  /** Opens all connections, so that no request waits for one. */
  async open(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.open()));
  }

  /** Sends a request on the connection that was idle longest. Returns false if none is idle. */
  ask(request: Buffer, settle: (outcome: Outcome) => void): boolean {
    const connection = this.#idle.shift();
    if (!connection) return false;
    connection.ask(request, (outcome) => {
      this.#idle.push(connection);
      settle(outcome);
    });
    return true;
  }

  [Symbol.dispose](): void {
    for (const connection of this.#all) connection.close();
  }
}

/** What was measured under load, and the values read before and after it. */
export interface Measured<T> {
  readonly latenciesMs: readonly number[];
  readonly before: T;
  readonly after: T;
}

/**
 * Sends requests over and over on so many connections, measures after a warm-up, and calls `read`
 * before and after. Fails at the first response that is not the right one.
 */
export async function measureLoad<T>(
  url: string,
  requests: readonly LoadRequest[],
  timing: { readonly connections: number; readonly warmUp: number; readonly seconds: number },
  read: () => Promise<T>,
): Promise<Measured<T>> {
  using callers = new Callers(url, timing.connections);
  await callers.open();
  let latenciesMs: number[] = [];
  let [sent, isOver] = [0, false];
  const repeat = async (): Promise<void> => {
    while (!isOver) {
      const request = requests[sent++ % requests.length];
      if (request === undefined) return;
      const sentAt = performance.now();
      const outcome = await new Promise<Outcome>((settle) => callers.ask(request.bytes, settle));
      if (isOver) return;
      latenciesMs.push(performance.now() - sentAt);
      if (outcome.status !== 200 || !outcome.body.includes(request.mark)) {
        throw new Error(
          `A wrong response: ${outcome.status} ${outcome.body.toString("utf8", 0, 400)}`,
        );
      }
    }
  };
  const running = Promise.all(Array.from({ length: timing.connections }, repeat));
  await Promise.race([setTimeout(timing.warmUp * 1_000), running]);
  const before = await read();
  latenciesMs = [];
  await Promise.race([setTimeout(timing.seconds * 1_000), running]);
  const measured = latenciesMs;
  latenciesMs = [];
  const after = await read();
  isOver = true;
  return { latenciesMs: measured, before, after };
}

/** Calls `send` at a steady rate until the time is over, however slowly anything is answered. */
export async function pace(
  perSecond: number,
  isOver: (position: number) => boolean,
  send: (position: number) => void,
): Promise<void> {
  const start = performance.now();
  for (let position = 0; !isOver(position); position += 1) {
    await setTimeout(Math.max(0, start + (position * 1000) / perSecond - performance.now()));
    send(position);
  }
}

/** A connection that is opened again after it has been lost. */
class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #missingBytes = 0;
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  ask(request: Buffer, settle: (outcome: Outcome) => void): void {
    this.#settle = settle;
    this.#socket ??= this.#connect();
    this.#socket.write(request);
  }

  async open(): Promise<void> {
    this.#socket ??= this.#connect();
    if (this.#socket.connecting) await once(this.#socket, "connect");
  }

  close(): void {
    this.#settle = undefined;
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#socket = undefined;
      this.#end({ status: 0, bytes: Buffer.alloc(0), body: Buffer.alloc(0) });
    });
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#missingBytes -= chunk.length;
    if (this.#missingBytes > 0) return;
    const [only] = this.#chunks;
    const bytes = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    const response = readResponse(bytes);
    if (typeof response !== "number") {
      this.#end(response);
      return;
    }
    this.#chunks = [bytes];
    this.#missingBytes = response;
  }

  #end(outcome: Outcome): void {
    this.#chunks = [];
    this.#missingBytes = 0;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(outcome);
  }
}

/** The response, or how many bytes are missing, at least. */
function readResponse(bytes: Buffer): Outcome | number {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return 1;
  const head = bytes.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  const missingBytes = end + 4 + length - bytes.length;
  if (missingBytes > 0) return missingBytes;
  return { status: Number(head.slice(9, 12)), bytes, body: bytes.subarray(end + 4) };
}

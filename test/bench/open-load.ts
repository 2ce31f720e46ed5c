import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** How a request ended. The status is 0 if its connection was lost. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
}

/** Connections to a server, each with one request at a time. */
export class Callers implements Disposable {
  readonly #idle: Connection[] = [];
  readonly #all: readonly Connection[];
  #areKeptOpen = false;

  constructor(url: string, connections: number) {
    const port = Number(new URL(url).port);
    this.#all = Array.from({ length: connections }, () => new Connection(port));
    this.#idle.push(...this.#all);
  }

  /** Opens all connections and keeps them open, so that no request waits for one. */
  async open(): Promise<void> {
    this.#areKeptOpen = true;
    await Promise.all(this.#all.map((connection) => connection.open()));
  }

  /** Sends a request on an idle connection, and passes its outcome to `settle`. Returns false if no connection is idle. */
  ask(request: Buffer, settle: (outcome: Outcome) => void): boolean {
    // One that is idle for long is closed.
    const connection = this.#areKeptOpen ? this.#idle.shift() : this.#idle.pop();
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
      this.#end({ status: 0, body: "" });
    });
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#missingBytes -= chunk.length;
    if (this.#missingBytes > 0) return;
    const received = Buffer.concat(this.#chunks);
    const response = readResponse(received);
    if (typeof response !== "number") {
      this.#end(response);
      return;
    }
    this.#chunks = [received];
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
function readResponse(received: Buffer): Outcome | number {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return 1;
  const head = received.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  const missingBytes = end + 4 + length - received.length;
  if (missingBytes > 0) return missingBytes;
  return { status: Number(head.slice(9, 12)), body: received.toString("latin1", end + 4) };
}

import { connect, type Socket } from "node:net";

/** What became of a request: its status and its body. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
}

/** A number of connections to a server, each with one request at a time. */
export class Callers implements Disposable {
  readonly #idle: Connection[] = [];
  readonly #all: readonly Connection[];

  constructor(url: string, connections: number) {
    const port = Number(new URL(url).port);
    this.#all = Array.from({ length: connections }, () => new Connection(port));
    this.#idle.push(...this.#all);
  }

  /** Sends a request on a connection that is idle, and tells its outcome; false: there is none. */
  ask(request: Buffer, settle: (outcome: Outcome) => void): boolean {
    const connection = this.#idle.pop();
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

/** One connection that reads answers by their length, and is opened again where it is lost. */
class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #missing = 0;
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  ask(request: Buffer, settle: (outcome: Outcome) => void): void {
    this.#settle = settle;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#settle = undefined;
    this.#socket?.destroy();
  }

  #open(): Socket {
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
    this.#missing += this.#missing === 0 ? readLength(chunk) - chunk.length : -chunk.length;
    this.#chunks.push(chunk);
    if (this.#missing > 0) return;
    const answer = Buffer.concat(this.#chunks).toString("latin1");
    const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
    this.#end({ status: Number(answer.slice(9, 12)), body });
  }

  #end(outcome: Outcome): void {
    this.#chunks = [];
    this.#missing = 0;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(outcome);
  }
}

/** The length of a whole answer, from its first chunk. */
function readLength(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(chunk.toString("latin1", 0, end))?.[1];
  return end + 4 + Number(length);
}

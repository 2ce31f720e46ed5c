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
  #received: Buffer = nothing;
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
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = readAnswer(this.#received);
    if (answer !== null) this.#end(answer);
  }

  #end(outcome: Outcome): void {
    this.#received = nothing;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(outcome);
  }
}

const nothing = Buffer.alloc(0);

/** What an answer says by its length; null: it is not there in full, wherever it was cut. */
function readAnswer(received: Buffer): Outcome | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = received.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (received.length < end + 4 + length) return null;
  return { status: Number(head.slice(9, 12)), body: received.toString("latin1", end + 4) };
}

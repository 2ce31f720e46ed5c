import { connect, type Socket } from "node:net";

/** What became of a request: its status, its body, and how long it took. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Connections of one caller's kind, each with one request at a time, opened as they are needed. */
export class Callers implements Disposable {
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#all.size;
  }

  /** Sends a request and gives its outcome; status 0: the connection was lost. */
  ask(request: Buffer): Promise<Outcome> {
    const connection = this.#idle.pop() ?? this.#open();
    return new Promise((resolve) => {
      connection.ask(request, (outcome) => {
        if (outcome.status > 0) this.#idle.push(connection);
        else this.#all.delete(connection);
        resolve(outcome);
      });
    });
  }

  [Symbol.dispose](): void {
    for (const connection of this.#all) connection.close();
  }

  #open(): Connection {
    const connection = new Connection(this.#port);
    this.#all.add(connection);
    return connection;
  }
}

/** One connection that reads answers by their length. */
class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #sentAt = 0;
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("close", () => this.#end({ status: 0, body: "", ms: 0 }));
  }

  ask(request: Buffer, settle: (outcome: Outcome) => void): void {
    this.#settle = settle;
    this.#sentAt = performance.now();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const [first = chunk] = this.#chunks;
    const end = first.indexOf("\r\n\r\n");
    const head = first.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (end < 0 || this.#bytes < end + 4 + length) return;
    const body = Buffer.concat(this.#chunks).toString("utf8", end + 4);
    this.#chunks = [];
    this.#bytes = 0;
    this.#end({ status: Number(head.slice(9, 12)), body, ms: performance.now() - this.#sentAt });
  }

  #end(outcome: Outcome): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(outcome);
  }
}

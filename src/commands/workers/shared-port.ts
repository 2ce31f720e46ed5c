import type { Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Logger } from "pino";
import { type ServerAddress, toUrl } from "../../gateway/http/server.ts";
import type { ToWorker } from "./messages.ts";

/** How many connections may wait while there is no worker: as many as Node.js lets the system queue by default. */
const mostWaiting = 511;

/** How often workers are asked about connections that they have not confirmed, in milliseconds. */
const recallMs = 1_000;

/** The connections that a worker was handed and has not confirmed yet, by number. Nothing has been read from them. */
type Handed = Map<number, Socket>;

/**
 * A port that several workers serve. Node's cluster gives the next connection to the first worker that is ready, so one worker may
 * get nearly all of a burst. This process accepts the connections instead, reads nothing from them, and hands them out strictly in
 * turn. It keeps each open until the worker confirms it. If the worker dies before that, another gets the connection.
 */
export class SharedPort {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
    this.#hand(socket),
  );
  readonly #handed = new Map<Worker, Handed>();
  /** The workers that get connections. The first is next. */
  readonly #turns: Worker[] = [];
  readonly #waiting: Socket[] = [];
  readonly #log: Logger;
  #recall: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  /** How many connections did not reach their worker since this was last logged. */
  #astray = 0;

  private constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Listens on a port. Connections wait until there is a worker.
   * @throws the server's error if it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async open({ host, port }: ServerAddress, log: Logger): Promise<SharedPort> {
    const shared = new SharedPort(log);
    shared.#server.listen(port, host);
    await once(shared.#server, "listening");
    shared.#server.on("error", (error) => log.error({ err: error }, "cannot accept a connection"));
    shared.#recall = setInterval(() => shared.#recallAstray(), recallMs);
    return shared;
  }

  /** The address on which it listens, such as `http://127.0.0.1:4000`. */
  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Accepts no more connections. The workers keep those that they have. */
  close(): void {
    this.#server.close();
    clearInterval(this.#recall);
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  /** From now on, hands connections to these workers too. */
  add(workers: Iterable<Worker>): void {
    for (const worker of workers) {
      this.#handed.set(worker, new Map());
      this.#turns.push(worker);
    }
    for (const socket of this.#waiting.splice(0)) this.#hand(socket);
  }

  /** Hands no more connections to a worker. */
  passOver(worker: Worker): void {
    const index = this.#turns.indexOf(worker);
    if (index >= 0) this.#turns.splice(index, 1);
  }

  /** A worker has read all messages up to this number, and has the connection that came with it, if any. */
  settle(worker: Worker, number: number): void {
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    for (const [earlier, socket] of handed) {
      if (earlier > number) return;
      handed.delete(earlier);
      if (earlier === number) socket.destroy();
      else {
        // Messages arrive in order, so this connection was lost. The worker may have been out of file descriptors.
        this.#astray += 1;
        this.#hand(socket);
      }
    }
  }

  /** Hands the connections that a dead worker had not confirmed to others. */
  bury(worker: Worker): void {
    this.passOver(worker);
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    this.#handed.delete(worker);
    for (const socket of handed.values()) this.#hand(socket);
  }

  /** Asks workers how far they have read: a lost connection is noticed only when a later message arrives. */
  #recallAstray(): void {
    for (const [worker, handed] of this.#handed) {
      if (handed.size > 0) worker.send(this.#number(), () => {});
    }
    if (this.#astray === 0) return;
    const message =
      "connections did not reach a worker and are handed out again: too few open files?";
    this.#log.warn({ connections: this.#astray }, message);
    this.#astray = 0;
  }

  #number(): Extract<ToWorker, { readonly kind: "connection" }> {
    this.#lastNumber += 1;
    return { kind: "connection", number: this.#lastNumber };
  }

  #hand(socket: Socket): void {
    const worker = this.#turns.shift();
    if (worker === undefined) {
      const mayWait = this.#server.listening && this.#waiting.length < mostWaiting;
      if (mayWait) this.#waiting.push(socket);
      else socket.destroy();
      return;
    }
    this.#turns.push(worker);
    const message = this.#number();
    this.#handed.get(worker)?.set(message.number, socket);
    // If it has ended, `bury` follows.
    worker.send(message, socket, { keepOpen: true }, () => {});
  }
}

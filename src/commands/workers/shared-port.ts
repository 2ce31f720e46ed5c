import type { Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Logger } from "pino";
import { type ServerAddress, toUrl } from "../../gateway/http/server.ts";
import type { ToWorker } from "./messages.ts";

/** The maximum number of connections that wait while there is no worker. Node.js has the same default for the system's queue. */
const maxWaiting = 511;

/** How often workers are asked about unconfirmed connections, in milliseconds. */
const checkMs = 1_000;

/** The connections that were sent to a worker and not confirmed by it yet, by number. This process reads nothing from them. */
type Unconfirmed = Map<number, Socket>;

/**
 * A port that several workers serve. The cluster module of Node.js gives the next connection to the first worker that is ready, so
 * one worker may get nearly all of a burst. Here, the first process accepts the connections, reads nothing from them, and sends
 * them to the workers strictly in turn. It keeps each connection open until the worker confirms it. If the worker dies before
 * that, another one gets the connection.
 */
export class SharedPort {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
    this.#pass(socket),
  );
  readonly #unconfirmed = new Map<Worker, Unconfirmed>();
  /** The workers that get connections. The first is next. */
  readonly #turns: Worker[] = [];
  readonly #waiting: Socket[] = [];
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  /** How many connections have been lost on the way to a worker since the last line about it in the log. */
  #lost = 0;

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
    shared.#timer = setInterval(() => shared.#checkUnconfirmed(), checkMs);
    return shared;
  }

  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Stops accepting connections. The workers keep those that they have. */
  close(): void {
    this.#server.close();
    clearInterval(this.#timer);
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  add(workers: Iterable<Worker>): void {
    for (const worker of workers) {
      this.#unconfirmed.set(worker, new Map());
      this.#turns.push(worker);
    }
    for (const socket of this.#waiting.splice(0)) this.#pass(socket);
  }

  exclude(worker: Worker): void {
    const index = this.#turns.indexOf(worker);
    if (index >= 0) this.#turns.splice(index, 1);
  }

  /** Notes that a worker has read all messages up to this number, and has the connection that came with it, if any. */
  confirm(worker: Worker, number: number): void {
    const unconfirmed: Unconfirmed = this.#unconfirmed.get(worker) ?? new Map();
    for (const [sent, socket] of unconfirmed) {
      if (sent > number) return;
      unconfirmed.delete(sent);
      if (sent === number) socket.destroy();
      else {
        // Messages arrive in order, so this connection was lost. The worker may have been out of file descriptors.
        this.#lost += 1;
        this.#pass(socket);
      }
    }
  }

  /** Removes a worker that has stopped. Others get the connections that it had not confirmed. */
  remove(worker: Worker): void {
    this.exclude(worker);
    const unconfirmed: Unconfirmed = this.#unconfirmed.get(worker) ?? new Map();
    this.#unconfirmed.delete(worker);
    for (const socket of unconfirmed.values()) this.#pass(socket);
  }

  /** Asks workers how far they have read. A lost connection is noticed only when its worker confirms a later message. */
  #checkUnconfirmed(): void {
    for (const [worker, unconfirmed] of this.#unconfirmed) {
      if (unconfirmed.size > 0) worker.send(this.#nextMessage(), () => {});
    }
    if (this.#lost === 0) return;
    const message =
      "connections did not reach a worker and go to another: is the limit of open files too low?";
    this.#log.warn({ connections: this.#lost }, message);
    this.#lost = 0;
  }

  #nextMessage(): Extract<ToWorker, { readonly kind: "connection" }> {
    this.#lastNumber += 1;
    return { kind: "connection", number: this.#lastNumber };
  }

  #pass(socket: Socket): void {
    const worker = this.#turns.shift();
    if (worker === undefined) {
      const mayWait = this.#server.listening && this.#waiting.length < maxWaiting;
      if (mayWait) this.#waiting.push(socket);
      else socket.destroy();
      return;
    }
    this.#turns.push(worker);
    const message = this.#nextMessage();
    this.#unconfirmed.get(worker)?.set(message.number, socket);
    // If the worker has stopped, `remove` follows.
    worker.send(message, socket, { keepOpen: true }, () => {});
  }
}

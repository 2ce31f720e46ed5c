import type { Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Logger } from "pino";
import { type ServerAddress, toUrl } from "../../gateway/server.ts";
import type { ToWorker } from "./messages.ts";

/** How many connections wait while there is no worker: as many as the system lets wait for a program by default. */
const mostWaiting = 511;

/** How often workers are asked about connections that they have not taken, in milliseconds. */
const recallMs = 1_000;

/** The connections that a worker was handed and has not taken yet, by number. It has read nothing of them. */
type Handed = Map<number, Socket>;

/**
 * A port that several workers serve. This process accepts connections, reads nothing of them, and hands them out strictly in
 * turn: Node's cluster would give the next one to whichever worker has taken its last one. Each stays open here until its worker
 * says that it has it, so that another gets it where that one dies before.
 */
export class SharedPort {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
    this.#hand(socket),
  );
  readonly #handed = new Map<Worker, Handed>();
  /** Those that get connections; the first is next. */
  readonly #turns: Worker[] = [];
  readonly #waiting: Socket[] = [];
  readonly #log: Logger;
  #recall: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  /** Connections that did not reach a worker, and are not in the log yet. */
  #astray = 0;

  private constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * A port that listens. Connections wait as long as there is no worker.
   * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async open({ host, port }: ServerAddress, log: Logger): Promise<SharedPort> {
    const shared = new SharedPort(log);
    shared.#server.listen(port, host);
    await once(shared.#server, "listening");
    shared.#server.on("error", (error) => log.error({ err: error }, "cannot accept a connection"));
    shared.#recall = setInterval(() => shared.#recallAstray(), recallMs);
    return shared;
  }

  /** The address it listens on, such as `http://127.0.0.1:4000`. */
  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Accepts no more connections. Those that were handed out are the workers'. */
  close(): void {
    this.#server.close();
    clearInterval(this.#recall);
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  /** Hands connections to these workers too from now on. */
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

  /** Takes note that a worker has got as far as this number, and has the connection of that number if there is one. */
  settle(worker: Worker, number: number): void {
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    for (const [earlier, socket] of handed) {
      if (earlier > number) return;
      handed.delete(earlier);
      if (earlier === number) socket.destroy();
      else {
        // They arrive in order: this one never did, for want of a file descriptor, say.
        this.#astray += 1;
        this.#hand(socket);
      }
    }
  }

  /** Gives to others what a worker that has ended was handed and had not taken. */
  bury(worker: Worker): void {
    this.passOver(worker);
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    this.#handed.delete(worker);
    for (const socket of handed.values()) this.#hand(socket);
  }

  /** Asks workers how far they have got: a connection that went astray has no other to follow it, perhaps. */
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
    // It may have ended, which is told soon.
    worker.send(message, socket, { keepOpen: true }, () => {});
  }
}

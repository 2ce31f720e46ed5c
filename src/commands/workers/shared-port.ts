import type { Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Logger } from "pino";
import { type ServerAddress, toUrl } from "../../gateway/server.ts";
import type { ToWorker } from "./messages.ts";

/** How many connections wait while there is no worker: as many as the system lets wait for a program by default. */
const mostWaiting = 511;

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
  #lastNumber = 0;

  private constructor() {}

  /**
   * A port that listens. Connections wait as long as there is no worker.
   * @throws the server's error where it cannot listen: `EADDRINUSE`, `EACCES`, …
   */
  static async open({ host, port }: ServerAddress, log: Logger): Promise<SharedPort> {
    const shared = new SharedPort();
    shared.#server.listen(port, host);
    await once(shared.#server, "listening");
    shared.#server.on("error", (error) => log.error({ err: error }, "cannot accept a connection"));
    return shared;
  }

  /** The address it listens on, such as `http://127.0.0.1:4000`. */
  get url(): string {
    return toUrl(this.#server.address() as AddressInfo);
  }

  /** Accepts no more connections. Those that were handed out are the workers'. */
  close(): void {
    this.#server.close();
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

  /** Takes note that a worker has a connection. */
  settle(worker: Worker, number: number): void {
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    for (const [earlier, socket] of handed) {
      if (earlier > number) return;
      handed.delete(earlier);
      if (earlier === number) socket.destroy();
      // They arrive in order: this one never did, for want of a file descriptor, say.
      else this.#hand(socket);
    }
  }

  /** Gives to others what a worker that has ended was handed and had not taken. */
  bury(worker: Worker): void {
    this.passOver(worker);
    const handed: Handed = this.#handed.get(worker) ?? new Map();
    this.#handed.delete(worker);
    for (const socket of handed.values()) this.#hand(socket);
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
    this.#lastNumber += 1;
    this.#handed.get(worker)?.set(this.#lastNumber, socket);
    const message: ToWorker = { kind: "connection", number: this.#lastNumber };
    // It may have ended, which is told soon.
    worker.send(message, socket, { keepOpen: true }, () => {});
  }
}

import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { CommandError } from "../command-error.ts";
import type { RegistryAddress } from "../gateway/registry-address.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { Place } from "./share.ts";
import type { SharedPort } from "./shared-port.ts";
import type { WorkersMetrics } from "./workers-metrics.ts";

/** What workers are started with. */
export interface WorkersOptions {
  readonly count: number;
  readonly registry: RegistryAddress;
  /** Hands them their connections. */
  readonly port: SharedPort;
  /** Sums their figures. */
  readonly metrics: WorkersMetrics;
  readonly log: Logger;
}

/** A worker that dies within this time of its start counts as one that cannot start, in milliseconds. */
const steadyMs = 30_000;

/** The first and the longest pause before a worker that keeps dying is started again, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** A worker's place, which passes from a dead worker to the next. */
interface Seat {
  readonly place: Place;
  startedAt: number;
  isReady: boolean;
  /** How many workers in a row died here soon after their start. */
  deaths: number;
  /** Why the worker ends, if it has said so. */
  reason: string | undefined;
}

/**
 * The processes that serve one port. Each answers requests on its own. This one hands them their connections, replaces those that
 * die, and ends when all of them have answered their last request.
 */
export class Workers implements AsyncDisposable {
  readonly #options: WorkersOptions;
  readonly #seats = new Map<Worker, Seat>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #haveStarted = false;
  #isStopping = false;

  private constructor(options: WorkersOptions) {
    this.#options = options;
    for (let number = 1; number <= options.count; number += 1) {
      const place = { number, of: options.count };
      this.#fork({ place, startedAt: 0, isReady: false, deaths: 0, reason: undefined });
    }
  }

  /**
   * Starts the workers. Resolves when all of them can take connections.
   * @throws CommandError if one of them cannot.
   */
  static async start(options: WorkersOptions): Promise<Workers> {
    const workers = new Workers(options);
    try {
      await workers.#started.promise;
      return workers;
    } catch (error) {
      await workers[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Closes the port, lets every worker answer its last requests, and waits until all have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    this.#options.port.close();
    for (const pause of this.#pauses) clearTimeout(pause);
    for (const [worker, { isReady }] of this.#seats) {
      if (isReady) this.#dismiss(worker);
      // It has no requests to answer.
      else worker.process.kill();
    }
    if (this.#seats.size > 0) await this.#ended.promise;
  }

  #fork(seat: Seat): void {
    seat.startedAt = performance.now();
    seat.isReady = false;
    seat.reason = undefined;
    const worker = cluster.fork();
    this.#seats.set(worker, seat);
    const { registry, metrics } = this.#options;
    metrics.add(worker);
    worker.once("online", () => tell(worker, { kind: "begin", place: seat.place, registry }));
    worker.on("message", (message: FromWorker) => void this.#hear(worker, seat, message));
    // "close" comes after the exit, when all its messages have arrived. A cluster's "disconnect" may never come.
    worker.process.once("close", (code, signal) => {
      void this.#replace(worker, seat, signal ?? code ?? "unknown");
    });
  }

  async #hear(worker: Worker, seat: Seat, message: FromWorker): Promise<void> {
    const { port, metrics } = this.#options;
    switch (message.kind) {
      case "ready":
        this.#welcome(worker, seat);
        return;
      case "taken":
        port.settle(worker, message.number);
        return;
      case "stopping":
        this.#dismiss(worker);
        return;
      case "failed":
        seat.reason = message.message;
        return;
      case "counted":
        metrics.take(worker, message.values);
        return;
      case "scrape":
        tell(worker, { kind: "scraped", scrape: await metrics.scrape() });
        return;
      default:
        message satisfies never;
    }
  }

  #welcome(worker: Worker, seat: Seat): void {
    const { port, log } = this.#options;
    seat.isReady = true;
    log.info({ worker: seat.place.number, pid: worker.process.pid }, "worker is listening");
    if (this.#haveStarted) {
      port.add([worker]);
    } else if ([...this.#seats.values()].every(({ isReady }) => isReady)) {
      // All at once: the first would get all the connections that waited.
      port.add(this.#seats.keys());
      this.#haveStarted = true;
      this.#started.resolve();
    }
  }

  /** Lets a worker finish what it has been handed, and gives it nothing more. */
  #dismiss(worker: Worker): void {
    this.#options.port.passOver(worker);
    tell(worker, { kind: "end" });
  }

  /** Replaces a worker that has ended: at once, or after a pause if workers keep dying in its place. */
  async #replace(worker: Worker, seat: Seat, end: string | number): Promise<void> {
    this.#seats.delete(worker);
    const { port, metrics, log } = this.#options;
    port.bury(worker);
    if (this.#isStopping) {
      if (this.#seats.size === 0) this.#ended.resolve();
      return;
    }
    const { number } = seat.place;
    if (!this.#haveStarted) {
      const message = seat.reason ?? `WORKERS: worker ${number} ended at its start (${end})`;
      this.#started.reject(new CommandError(message));
      return;
    }
    await metrics.bury(worker);
    seat.deaths = performance.now() - seat.startedAt < steadyMs ? seat.deaths + 1 : 1;
    const pauseMs = toPause(seat.deaths);
    log.error(
      { worker: number, end, reason: seat.reason, pauseMs },
      pauseMs > 0
        ? "worker died again: starting it anew after a pause"
        : "worker died: starting it anew",
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#fork(seat);
    }, pauseMs);
    this.#pauses.add(pause);
  }
}

function toPause(deaths: number): number {
  return deaths === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (deaths - 2), longestPauseMs);
}

function tell(worker: Worker, message: ToWorker): void {
  // If it has ended, its "close" event follows.
  worker.send(message, () => {});
}

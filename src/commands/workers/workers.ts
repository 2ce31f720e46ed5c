import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import type { Scrapable } from "../../gateway/observation/metrics.ts";
import { CommandError } from "../command-error.ts";
import type { RegistryAddress } from "../gateway/registry-address.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { Place } from "./share.ts";
import { WorkersMetrics } from "./workers-metrics.ts";

/** What workers are started with. */
export interface WorkersOptions {
  readonly count: number;
  readonly registry: RegistryAddress;
  readonly log: Logger;
}

/** A worker that lives longer was none that dies at its start, in milliseconds. */
const steadyMs = 30_000;

/** Pauses before a worker is started again that dies again and again, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** A worker's place, whichever process has it. */
interface Seat {
  readonly place: Place;
  startedAt: number;
  isListening: boolean;
  /** How many times in a row it ended soon after its start. */
  deaths: number;
  /** Why it ends, where it has said so. */
  reason: string | undefined;
}

/**
 * The processes that serve one port. Each answers requests by itself; this one accepts connections and hands them out in turn,
 * puts a new worker in the place of one that died, and ends when all have finished what was under way.
 */
export class Workers implements AsyncDisposable {
  /** The figures of all workers together. */
  readonly metrics: Scrapable;
  readonly #metrics = new WorkersMetrics();
  readonly #options: WorkersOptions;
  readonly #seats = new Map<Worker, Seat>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  /** Empty until all of them have listened. */
  #url = "";
  #isStopping = false;

  private constructor(options: WorkersOptions) {
    this.#options = options;
    this.metrics = this.#metrics;
    for (let number = 1; number <= options.count; number += 1) {
      const place = { number, of: options.count };
      this.#fork({ place, startedAt: 0, isListening: false, deaths: 0, reason: undefined });
    }
  }

  /**
   * Starts the workers; resolves when all of them listen.
   * @throws CommandError where one of them cannot.
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

  /** The address that all of them listen on. */
  get url(): string {
    return this.#url;
  }

  /** Has every worker finish what is under way, and waits for their end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    for (const worker of this.#seats.keys()) worker.process.kill("SIGTERM");
    if (this.#seats.size > 0) await this.#ended.promise;
  }

  #fork(seat: Seat): void {
    seat.startedAt = performance.now();
    seat.isListening = false;
    seat.reason = undefined;
    const worker = cluster.fork();
    this.#seats.set(worker, seat);
    this.#metrics.add(worker);
    const { registry } = this.#options;
    worker.once("online", () => tell(worker, { kind: "begin", place: seat.place, registry }));
    worker.on("message", (message: FromWorker) => void this.#hear(worker, seat, message));
    worker.once("exit", (code, signal) => void this.#replace(worker, seat, signal ?? code));
  }

  async #hear(worker: Worker, seat: Seat, message: FromWorker): Promise<void> {
    const { log } = this.#options;
    const { number } = seat.place;
    switch (message.kind) {
      case "listening":
        seat.isListening = true;
        log.info({ worker: number, pid: worker.process.pid }, "worker is listening");
        if ([...this.#seats.values()].every(({ isListening }) => isListening)) {
          this.#url = message.url;
          this.#started.resolve();
        }
        return;
      case "failed":
        seat.reason = message.message;
        return;
      case "counted":
        this.#metrics.take(worker, message.values);
        return;
      case "scrape":
        tell(worker, { kind: "scraped", scrape: await this.#metrics.scrape() });
        return;
      default:
        message satisfies never;
    }
  }

  /** Puts a new worker in the place of one that has ended, at once or, if it did so again and again, after a pause. */
  async #replace(worker: Worker, seat: Seat, end: string | number): Promise<void> {
    this.#seats.delete(worker);
    if (this.#isStopping) {
      if (this.#seats.size === 0) this.#ended.resolve();
      return;
    }
    const { number } = seat.place;
    if (this.#url === "") {
      const message = seat.reason ?? `WORKERS: worker ${number} ended at its start (${end})`;
      this.#started.reject(new CommandError(message));
      return;
    }
    await this.#metrics.bury(worker);
    seat.deaths = performance.now() - seat.startedAt < steadyMs ? seat.deaths + 1 : 1;
    const pauseMs = toPause(seat.deaths);
    this.#options.log.error(
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
  if (worker.isConnected()) worker.send(message);
}

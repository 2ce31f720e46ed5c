import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { CommandError } from "../command-error.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { WorkerPlace } from "./share.ts";
import type { SharedPort } from "./shared-port.ts";
import type { WorkersMetrics } from "./workers-metrics.ts";

export interface WorkersOptions {
  readonly count: number;
  readonly registry: RegistryAddress;
  readonly port: SharedPort;
  readonly metrics: WorkersMetrics;
  readonly log: Logger;
}

/** A worker that dies within this time of its start, in milliseconds, may be unable to run at all. */
const steadyMs = 30_000;

/** The shortest and the longest pause before a worker that keeps dying is replaced, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** The state of the worker in a place. If that worker dies, a new one gets the place. */
interface WorkerState {
  readonly place: WorkerPlace;
  startedAt: number;
  isReady: boolean;
  /** How many workers died here in a row, each but the first soon after its start. */
  deaths: number;
  /** Why the worker stops, if it has said so. */
  reason: string | undefined;
}

/**
 * The worker processes that serve one port. Each answers requests independently. The first process sends them their connections,
 * replaces those that die, and stops when all of them have answered their last requests.
 */
export class Workers implements AsyncDisposable {
  readonly #options: WorkersOptions;
  readonly #workers = new Map<Worker, WorkerState>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #started = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
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

  /** Closes the port, lets every worker answer its last requests, and waits until all have stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    this.#options.port.close();
    for (const pause of this.#pauses) clearTimeout(pause);
    for (const [worker, { isReady }] of this.#workers) {
      if (isReady) this.#stop(worker);
      // A worker that is not ready has no requests to answer.
      else worker.process.kill();
    }
    if (this.#workers.size > 0) await this.#stopped.promise;
  }

  #fork(state: WorkerState): void {
    state.startedAt = performance.now();
    state.isReady = false;
    state.reason = undefined;
    const worker = cluster.fork();
    this.#workers.set(worker, state);
    const { registry, metrics } = this.#options;
    metrics.add(worker);
    worker.once("online", () => send(worker, { kind: "begin", place: state.place, registry }));
    worker.on("message", (message: FromWorker) => void this.#receive(worker, state, message));
    // "close" comes after the exit, when all messages have arrived. The cluster's "disconnect" may never come.
    worker.process.once("close", (code, signal) => {
      void this.#replace(worker, state, signal ?? code ?? "unknown");
    });
  }

  async #receive(worker: Worker, state: WorkerState, message: FromWorker): Promise<void> {
    const { port, metrics } = this.#options;
    switch (message.kind) {
      case "ready":
        this.#begin(worker, state);
        return;
      case "taken":
        port.confirm(worker, message.number);
        return;
      case "stopping":
        this.#stop(worker);
        return;
      case "failed":
        state.reason = message.message;
        return;
      case "measured":
        metrics.record(worker, message.values);
        return;
      case "scrape":
        send(worker, { kind: "scraped", scrape: await metrics.scrape() });
        return;
      default:
        message satisfies never;
    }
  }

  /** Gives connections to a worker that is ready. At the start, waits for all workers. */
  #begin(worker: Worker, state: WorkerState): void {
    const { port, log } = this.#options;
    state.isReady = true;
    log.info({ worker: state.place.number, pid: worker.process.pid }, "worker is listening");
    if (this.#haveStarted) {
      port.add([worker]);
    } else if ([...this.#workers.values()].every(({ isReady }) => isReady)) {
      // If they were added one by one, the first would get all the connections that waited.
      port.add(this.#workers.keys());
      this.#haveStarted = true;
      this.#started.resolve();
    }
  }

  #stop(worker: Worker): void {
    this.#options.port.exclude(worker);
    send(worker, { kind: "stop" });
  }

  /** Replaces a worker that has stopped. Pauses first if that worker had itself just replaced one that died. */
  async #replace(worker: Worker, state: WorkerState, end: string | number): Promise<void> {
    this.#workers.delete(worker);
    const { port, metrics, log } = this.#options;
    port.remove(worker);
    if (this.#isStopping) {
      if (this.#workers.size === 0) this.#stopped.resolve();
      return;
    }
    const { number } = state.place;
    if (!this.#haveStarted) {
      const message = state.reason ?? `WORKERS: worker ${number} ended while it started (${end})`;
      this.#started.reject(new CommandError(message));
      return;
    }
    await metrics.remove(worker);
    state.deaths = performance.now() - state.startedAt < steadyMs ? state.deaths + 1 : 1;
    const pauseMs = toPause(state.deaths);
    log.error(
      { worker: number, end, reason: state.reason, pauseMs },
      pauseMs > 0 ? "worker died again: restarting it after a pause" : "worker died: restarting it",
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#fork(state);
    }, pauseMs);
    this.#pauses.add(pause);
  }
}

function toPause(deaths: number): number {
  return deaths === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (deaths - 2), longestPauseMs);
}

function send(worker: Worker, message: ToWorker): void {
  // If it has stopped, its "close" event follows.
  worker.send(message, () => {});
}

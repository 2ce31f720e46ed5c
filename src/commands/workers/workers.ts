import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { CommandError } from "../command-error.ts";
import type { RegistryAddress } from "../router/registry-address.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { WorkerPlace } from "./share.ts";
import type { SharedPort } from "./shared-port.ts";
import type { WorkersMetrics } from "./workers-metrics.ts";

/** What workers are started with. */
export interface WorkersOptions {
  readonly count: number;
  readonly registry: RegistryAddress;
  /** Sends them their connections. */
  readonly port: SharedPort;
  /** Adds up their metrics. */
  readonly metrics: WorkersMetrics;
  readonly log: Logger;
}

/** A worker that dies within this time of its start, in milliseconds, may be unable to run at all. */
const steadyMs = 30_000;

/** The shortest and the longest pause before a worker that keeps dying is replaced, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** A place that one worker has at a time. If that worker dies, another one gets the place. */
interface Slot {
  readonly place: WorkerPlace;
  startedAt: number;
  isReady: boolean;
  /** How many workers in a row died here soon after their start. */
  deaths: number;
  /** Why the worker ends, if it has said so. */
  reason: string | undefined;
}

/**
 * The worker processes that serve one port. Each answers requests independently. The first process sends them their connections,
 * replaces those that die, and ends when all of them have answered their last request.
 */
export class Workers implements AsyncDisposable {
  readonly #options: WorkersOptions;
  readonly #slots = new Map<Worker, Slot>();
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
    for (const [worker, { isReady }] of this.#slots) {
      if (isReady) this.#stop(worker);
      // A worker that is not ready has no requests to answer.
      else worker.process.kill();
    }
    if (this.#slots.size > 0) await this.#ended.promise;
  }

  #fork(slot: Slot): void {
    slot.startedAt = performance.now();
    slot.isReady = false;
    slot.reason = undefined;
    const worker = cluster.fork();
    this.#slots.set(worker, slot);
    const { registry, metrics } = this.#options;
    metrics.add(worker);
    worker.once("online", () => send(worker, { kind: "begin", place: slot.place, registry }));
    worker.on("message", (message: FromWorker) => void this.#receive(worker, slot, message));
    // "close" comes after the exit, when all messages have arrived. The cluster's "disconnect" may never come.
    worker.process.once("close", (code, signal) => {
      void this.#replace(worker, slot, signal ?? code ?? "unknown");
    });
  }

  async #receive(worker: Worker, slot: Slot, message: FromWorker): Promise<void> {
    const { port, metrics } = this.#options;
    switch (message.kind) {
      case "ready":
        this.#begin(worker, slot);
        return;
      case "taken":
        port.confirm(worker, message.number);
        return;
      case "stopping":
        this.#stop(worker);
        return;
      case "failed":
        slot.reason = message.message;
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
  #begin(worker: Worker, slot: Slot): void {
    const { port, log } = this.#options;
    slot.isReady = true;
    log.info({ worker: slot.place.number, pid: worker.process.pid }, "worker is listening");
    if (this.#haveStarted) {
      port.add([worker]);
    } else if ([...this.#slots.values()].every(({ isReady }) => isReady)) {
      // If they were added one by one, the first would get all the connections that waited.
      port.add(this.#slots.keys());
      this.#haveStarted = true;
      this.#started.resolve();
    }
  }

  /** Sends a worker no more connections, and lets it answer its last requests. */
  #stop(worker: Worker): void {
    this.#options.port.exclude(worker);
    send(worker, { kind: "end" });
  }

  /** Replaces a worker that has ended, after a pause if workers keep dying in its place. */
  async #replace(worker: Worker, slot: Slot, end: string | number): Promise<void> {
    this.#slots.delete(worker);
    const { port, metrics, log } = this.#options;
    port.remove(worker);
    if (this.#isStopping) {
      if (this.#slots.size === 0) this.#ended.resolve();
      return;
    }
    const { number } = slot.place;
    if (!this.#haveStarted) {
      const message = slot.reason ?? `WORKERS: worker ${number} ended while it started (${end})`;
      this.#started.reject(new CommandError(message));
      return;
    }
    await metrics.remove(worker);
    slot.deaths = performance.now() - slot.startedAt < steadyMs ? slot.deaths + 1 : 1;
    const pauseMs = toPause(slot.deaths);
    log.error(
      { worker: number, end, reason: slot.reason, pauseMs },
      pauseMs > 0 ? "worker died again: restarting it after a pause" : "worker died: restarting it",
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#fork(slot);
    }, pauseMs);
    this.#pauses.add(pause);
  }
}

function toPause(deaths: number): number {
  return deaths === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (deaths - 2), longestPauseMs);
}

function send(worker: Worker, message: ToWorker): void {
  // If it has ended, its "close" event follows.
  worker.send(message, () => {});
}

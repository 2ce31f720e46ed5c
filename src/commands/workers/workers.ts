import cluster, { type Worker } from "node:cluster";
import { setTimeout as pass } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import { CommandError } from "../command-error.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { WorkerPlace } from "./share.ts";
import type { WorkersMetrics } from "./workers-metrics.ts";

// A worker that dies sooner may be unable to run at all, and is restarted after a pause.
const steadyMs = 30_000;
const restartPauseMs = 1_000;

const closePatienceMs = 2_000;

const endingSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

interface WorkerState {
  readonly place: WorkerPlace;
  startedAt: number;
  reason: string | undefined;
}

interface WorkersOptions {
  readonly count: number;
  readonly registry: RegistryAddress;
  readonly metrics: WorkersMetrics;
  readonly log: Logger;
}

/**
 * The worker processes that serve one port. Node's cluster gives them their connections. Each
 * answers its requests independently. The first process replaces those that die, and stops when all
 * of them have answered their last requests.
 */
export class Workers implements AsyncDisposable {
  readonly #options: WorkersOptions;
  readonly #workers = new Set<Worker>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #started = Promise.withResolvers<string>();
  readonly #stopped = Promise.withResolvers<void>();
  #phase: "starting" | "serving" | "stopping" = "starting";
  #ready = 0;

  private constructor(options: WorkersOptions) {
    this.#options = options;
    for (let number = 1; number <= options.count; number += 1) {
      const place = { number, of: options.count };
      this.#fork({ place, startedAt: 0, reason: undefined });
    }
  }

  /**
   * Starts the workers. Resolves when all of them listen.
   * @throws CommandError if one of them cannot.
   */
  static async start(options: WorkersOptions): Promise<AsyncDisposable & { readonly url: string }> {
    const workers = new Workers(options);
    // By default, a signal ends this process alone, and a worker that starts then fails with a
    // stack trace, because it cannot send its first messages.
    const giveUp = (signal: NodeJS.Signals) => {
      for (const worker of workers.#workers) worker.process.kill("SIGKILL");
      process.kill(process.pid, signal);
    };
    for (const signal of endingSignals) process.once(signal, giveUp);
    try {
      const url = await workers.#started.promise;
      return { url, [Symbol.asyncDispose]: () => workers[Symbol.asyncDispose]() };
    } catch (error) {
      await workers[Symbol.asyncDispose]();
      throw error;
    } finally {
      for (const signal of endingSignals) process.off(signal, giveUp);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#phase = "stopping";
    for (const pause of this.#pauses) clearTimeout(pause);
    // While a worker listens, this process takes connections for it. Whoever is told to come back
    // on another must find none listening: a connection that comes in between would be lost.
    // One that hangs keeps the others only so long.
    if (this.#ready > 0) {
      const closed = Promise.all([...this.#workers].map(untilClosed));
      await Promise.race([closed, pass(closePatienceMs, undefined, { ref: false })]);
    }
    // Not by a signal: the workers may have got that one too, and a second one ends a process
    // immediately.
    for (const worker of this.#workers) send(worker, { kind: "stop" });
    if (this.#workers.size > 0) await this.#stopped.promise;
  }

  #fork(state: WorkerState): void {
    state.startedAt = performance.now();
    state.reason = undefined;
    const worker = cluster.fork();
    const { registry, metrics } = this.#options;
    this.#workers.add(worker);
    metrics.add(worker);
    send(worker, { kind: "begin", place: state.place, registry });
    worker.on("message", (message: FromWorker) => void this.#receive(worker, state, message));
    // "close" comes after the exit, when all messages have arrived. The cluster's "disconnect" may
    // never come.
    worker.process.once("close", (code, signal) => {
      void this.#replace(worker, state, signal ?? code ?? "unknown");
    });
  }

  async #receive(worker: Worker, state: WorkerState, message: FromWorker): Promise<void> {
    const { log, metrics, count } = this.#options;
    if (message.kind === "failed") state.reason = message.message;
    if (message.kind === "scrape") {
      send(worker, { kind: "scraped", scrape: await metrics.scrape() });
    }
    if (message.kind !== "ready") return;
    log.info({ worker: state.place.number, pid: worker.process.pid }, "worker is listening");
    this.#ready += 1;
    if (this.#phase !== "starting" || this.#ready < count) return;
    this.#phase = "serving";
    this.#started.resolve(message.url);
  }

  async #replace(worker: Worker, state: WorkerState, end: string | number): Promise<void> {
    this.#workers.delete(worker);
    const { metrics, log } = this.#options;
    const { number } = state.place;
    switch (this.#phase) {
      case "stopping":
        if (this.#workers.size === 0) this.#stopped.resolve();
        return;
      case "starting":
        this.#started.reject(
          new CommandError(
            state.reason ?? `WORKERS: worker ${number} ended while it started (${end})`,
          ),
        );
        return;
      case "serving": {
        await metrics.remove(worker);
        const pauseMs = performance.now() - state.startedAt < steadyMs ? restartPauseMs : 0;
        const fields = { worker: number, end, reason: state.reason, pauseMs };
        log.error(fields, "worker died: restarting it");
        const pause = setTimeout(() => {
          this.#pauses.delete(pause);
          this.#fork(state);
        }, pauseMs);
        this.#pauses.add(pause);
        return;
      }
      default:
        this.#phase satisfies never;
    }
  }
}

function untilClosed(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.on("message", ({ kind }: FromWorker) => kind === "closed" && resolve());
  worker.process.once("close", () => resolve());
  send(worker, { kind: "close" });
  return promise;
}

function send(worker: Worker, message: ToWorker): void {
  // If it has stopped, its "close" event follows.
  worker.send(message, () => {});
}

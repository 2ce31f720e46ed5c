import type { Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { AggregatorRegistry, Counter, Registry } from "@prometheus-io/client";
import type { MetricValues, Scrapable, Scrape } from "../../gateway/http/observation/metrics.ts";
import type { ToWorker } from "./messages.ts";

/** Maximum wait for a worker's metrics, in milliseconds. After that, those that it sent last are used. */
const patienceMs = 1_000;

export class WorkersMetrics implements Scrapable {
  readonly #sum = new MetricsSum();
  readonly #latest = new Map<Worker, MetricValues>();
  readonly #asked = new Map<Worker, PromiseWithResolvers<void>>();

  add(worker: Worker): void {
    this.#latest.set(worker, []);
  }

  record(worker: Worker, values: MetricValues): void {
    if (this.#latest.has(worker)) this.#latest.set(worker, values);
    this.#settle(worker);
  }

  /** Removes a worker that has stopped. The counts that it sent last stay in the sum. */
  async remove(worker: Worker): Promise<void> {
    this.#sum.countDeath();
    const last = this.#latest.get(worker) ?? [];
    this.#latest.delete(worker);
    this.#settle(worker);
    await this.#sum.keep(last);
  }

  async scrape(): Promise<Scrape> {
    await Promise.all([...this.#latest.keys()].map((worker) => this.#ask(worker)));
    return this.#sum.scrape([...this.#latest.values()]);
  }

  async #ask(worker: Worker): Promise<void> {
    const asked = this.#asked.get(worker) ?? Promise.withResolvers<void>();
    if (!this.#asked.has(worker)) {
      this.#asked.set(worker, asked);
      if (worker.isConnected()) worker.send({ kind: "measure" } satisfies ToWorker);
    }
    const end = new AbortController();
    const patience = delay(patienceMs, undefined, { signal: end.signal }).catch(() => {});
    await Promise.race([asked.promise, patience]);
    end.abort();
  }

  #settle(worker: Worker): void {
    this.#asked.get(worker)?.resolve();
    this.#asked.delete(worker);
  }
}

const cumulativeTypes: ReadonlySet<string> = new Set(["counter", "histogram"]);

class MetricsSum {
  readonly #own = new Registry();
  readonly #deaths = new Counter({
    name: "tapgraph_worker_deaths_total",
    help: "Workers that died and were replaced",
    registers: [this.#own],
  });
  #endedCounts: MetricValues = [];

  countDeath(): void {
    this.#deaths.inc();
  }

  /**
   * Keeps the counts of a process that has ended. Otherwise the sums would fall, and Prometheus would take that for a reset of the
   * counters.
   */
  async keep(last: MetricValues): Promise<void> {
    const counts = last.filter(({ type }) => cumulativeTypes.has(String(type)));
    const sum = AggregatorRegistry.aggregate(
      [this.#endedCounts, counts].map((values) => [...values]),
    );
    this.#endedCounts = await sum.getMetricsAsJSON();
  }

  /** All metrics in Prometheus' text format. @param running the metrics of the running processes. */
  async scrape(running: readonly MetricValues[]): Promise<Scrape> {
    const own = await this.#own.getMetricsAsJSON();
    const all = [...running, this.#endedCounts, own].map((values) => [...values]);
    const text = await AggregatorRegistry.aggregate(all).metrics();
    return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text };
  }
}

import { AggregatorRegistry, Counter, Registry } from "prom-client";
import type { MetricValues, Scrape } from "./metrics.ts";

/** The types of metrics that only grow. */
const counting: ReadonlySet<string> = new Set(["counter", "histogram"]);

/** Adds up the metrics of several workers. */
export class MetricsSum {
  readonly #own = new Registry();
  readonly #deaths = new Counter({
    name: "tapgraph_worker_deaths_total",
    help: "Workers that died and were replaced",
    registers: [this.#own],
  });
  #ended: MetricValues = [];

  /** Counts a worker that died. */
  countDeath(): void {
    this.#deaths.inc();
  }

  /**
   * Keeps the counts of a process that has ended. Otherwise the sums would fall, and Prometheus would take this for a reset of the
   * counters.
   */
  async keep(last: MetricValues): Promise<void> {
    const counts = last.filter(({ type }) => counting.has(String(type)));
    const sum = AggregatorRegistry.aggregate([this.#ended, counts].map((values) => [...values]));
    this.#ended = await sum.getMetricsAsJSON();
  }

  /** All metrics in Prometheus' text format. @param running those of the processes that run. */
  async scrape(running: readonly MetricValues[]): Promise<Scrape> {
    const own = await this.#own.getMetricsAsJSON();
    const all = [...running, this.#ended, own].map((values) => [...values]);
    const text = await AggregatorRegistry.aggregate(all).metrics();
    return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text };
  }
}

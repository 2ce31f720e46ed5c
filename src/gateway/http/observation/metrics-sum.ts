import { AggregatorRegistry, Counter, Registry } from "@prometheus-io/client";
import type { MetricValues, Scrape } from "./metrics.ts";

/** The types of metrics whose values only grow. */
const cumulativeTypes: ReadonlySet<string> = new Set(["counter", "histogram"]);

export class MetricsSum {
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

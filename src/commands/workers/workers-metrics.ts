import type { Worker } from "node:cluster";
import { on } from "node:events";
import { AggregatorRegistry, Counter, Registry } from "@prometheus-io/client";
import type { MetricValues, Scrapable, Scrape } from "../../gateway/http/observation/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** In milliseconds. After that, the metrics that a worker sent last are used. */
const patienceMs = 1_000;

const cumulativeTypes: ReadonlySet<string> = new Set(["counter", "histogram"]);

export class WorkersMetrics implements Scrapable {
  readonly #own = new Registry();
  readonly #deaths = new Counter({
    name: "tapgraph_worker_deaths_total",
    help: "Workers that died and were replaced",
    registers: [this.#own],
  });
  readonly #latest = new Map<Worker, MetricValues>();
  #endedCounts: MetricValues = [];

  add(worker: Worker): void {
    this.#latest.set(worker, []);
  }

  /**
   * Removes a worker that has died. The counts that it sent last stay in the sum, which would fall
   * otherwise, and Prometheus would take that for a reset of the counters.
   */
  async remove(worker: Worker): Promise<void> {
    this.#deaths.inc();
    const last = this.#latest.get(worker) ?? [];
    this.#latest.delete(worker);
    const counts = last.filter(({ type }) => cumulativeTypes.has(String(type)));
    this.#endedCounts = await add([this.#endedCounts, counts]).getMetricsAsJSON();
  }

  async scrape(): Promise<Scrape> {
    await Promise.all([...this.#latest.keys()].map((worker) => this.#measure(worker)));
    const own = await this.#own.getMetricsAsJSON();
    const text = await add([...this.#latest.values(), this.#endedCounts, own]).metrics();
    return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text };
  }

  async #measure(worker: Worker): Promise<void> {
    try {
      const messages = on(worker, "message", { signal: AbortSignal.timeout(patienceMs) });
      worker.send({ kind: "measure" } satisfies ToWorker, () => {});
      for await (const [message] of messages as AsyncIterable<[FromWorker]>) {
        if (message.kind !== "measured") continue;
        if (this.#latest.has(worker)) this.#latest.set(worker, message.values);
        return;
      }
    } catch {
      // It has died, or is too busy.
    }
  }
}

function add(values: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate(values.map((one) => [...one]));
}

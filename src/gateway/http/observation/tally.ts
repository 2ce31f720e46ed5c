import { Counter, type Registry } from "@prometheus-io/client";
import type { PrometheusRegistry } from "./prometheus-registry.ts";

/**
 * A counter that is counted far more often than it is scraped. The library's counter looks its
 * labels up at each count, which takes longer than the counting; here that is done once a scrape.
 */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(name: string, help: string, labelNames: readonly string[], registry: Registry) {
    const counts = this.#counts;
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [first, bySecond] of counts) {
          for (const [second, count] of bySecond) {
            const values = [first, second];
            const labels = labelNames.map((label, index) => [label, values[index] ?? ""]);
            this.inc(Object.fromEntries(labels), count);
          }
        }
      },
    });
  }

  add(count: number, first = "", second = ""): void {
    const bySecond = this.#counts.get(first) ?? new Map<string, number>();
    this.#counts.set(first, bySecond);
    bySecond.set(second, (bySecond.get(second) ?? 0) + count);
  }
}

/** In seconds: from a kept response to twice the default deadline. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** A duration with its trace, as OpenMetrics has it. */
interface Exemplar {
  readonly labelSet: { readonly trace_id: string };
  readonly value: number;
  /** In seconds since 1970. */
  readonly timestamp: number;
}

interface Durations {
  readonly counts: number[];
  /** By bucket, its last one. */
  readonly exemplars: Exemplar[];
  count: number;
  sum: number;
}

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName: string;
  readonly exemplar?: Exemplar | undefined;
}

/**
 * A histogram of durations that is counted far more often than it is scraped, as a `Tally` is. The
 * library's histogram looks its labels and its bucket up by text at each count.
 */
export class DurationTally {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #labelName: string | undefined;
  readonly #durations = new Map<string, Durations>();

  constructor(name: string, help: string, registry: PrometheusRegistry, labelName?: string) {
    this.name = name;
    this.help = help;
    this.#labelName = labelName;
    // Without a label it is there before the first duration is.
    if (labelName === undefined) this.#durationsOf("");
    registry.registerMetric(this);
  }

  observe(seconds: number, label = "", traceId?: string): void {
    const durations = this.#durations.get(label) ?? this.#durationsOf(label);
    durations.count += 1;
    durations.sum += seconds;
    let index = 0;
    while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1;
    if (index < bounds.length) durations.counts[index] = (durations.counts[index] ?? 0) + 1;
    if (traceId === undefined) return;
    const labelSet = { trace_id: traceId };
    durations.exemplars[index] = { labelSet, value: seconds, timestamp: Date.now() / 1000 };
  }

  /** A program may reset all metrics of its registry. */
  reset(): void {
    this.#durations.clear();
  }

  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.#durations].flatMap(([label, durations]) =>
      this.#valuesOf(label, durations),
    );
    return { name, help, type, aggregator, values };
  }

  #durationsOf(label: string): Durations {
    const known = this.#durations.get(label);
    if (known !== undefined) return known;
    const none = { counts: bounds.map(() => 0), exemplars: [], count: 0, sum: 0 };
    this.#durations.set(label, none);
    return none;
  }

  #valuesOf(label: string, { counts, exemplars, count, sum }: Durations): readonly Value[] {
    const labels = this.#labelName === undefined ? {} : { [this.#labelName]: label };
    const metricName = `${this.name}_bucket`;
    let upTo = 0;
    const buckets = bounds.map((le, index): Value => {
      upTo += counts[index] ?? 0;
      return { labels: { le, ...labels }, value: upTo, metricName, exemplar: exemplars[index] };
    });
    const beyond = exemplars[bounds.length];
    return [
      ...buckets,
      { labels: { le: "+Inf", ...labels }, value: count, metricName, exemplar: beyond },
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: count, metricName: `${this.name}_count` },
    ];
  }
}

import { Counter, type Registry } from "@prometheus-io/client";

interface TallyOptions {
  readonly name: string;
  readonly help: string;
  /** At most two. */
  readonly labelNames: readonly string[];
  readonly registry: Registry;
}

/**
 * A counter that is counted far more often than it is scraped. The library's counter looks its labels up at each count, which takes
 * longer than the counting; here that is done once a scrape.
 */
export class Tally {
  /** Counts by the value of the first label, and then of the second. */
  readonly #counts = new Map<string, Map<string, number>>();

  constructor({ name, help, labelNames, registry }: TallyOptions) {
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

  /** @param first the value of the first label. @param second that of the second. */
  add(count: number, first = "", second = ""): void {
    const bySecond = this.#counts.get(first) ?? new Map<string, number>();
    this.#counts.set(first, bySecond);
    bySecond.set(second, (bySecond.get(second) ?? 0) + count);
  }
}

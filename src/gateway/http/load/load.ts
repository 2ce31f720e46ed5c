import type { Settings } from "../../../settings.ts";

/** How often the event loop's delay is measured, in milliseconds. */
const intervalMs = 100;

/** A delay that callers notice, in milliseconds. A single one may come from a large response, but this many in a row show an overload. */
const lateMs = 250;
const lateInARow = 3;

/**
 * Premise: so few requests do not overload a process. If its event loop is late then, the machine is busy with something else, and to
 * turn one of them away helps nobody.
 */
const fewUnderWay = 10;

/**
 * Measures whether the process is overloaded. If it is, requests should be turned away. Otherwise responses would take longer and longer,
 * until the process runs out of memory.
 */
export class Load implements Disposable {
  readonly #maxUnderWay: number;
  readonly #timer: NodeJS.Timeout;
  #lastAt = performance.now();
  #lateTurns = 0;

  constructor({ MAX_REQUESTS_UNDER_WAY }: Pick<Settings, "MAX_REQUESTS_UNDER_WAY">) {
    this.#maxUnderWay = MAX_REQUESTS_UNDER_WAY;
    this.#timer = setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** @param busy how many requests are being answered, including a new one, not counting streams. */
  isOverloaded(busy: number): boolean {
    return busy > this.#maxUnderWay || (busy > fewUnderWay && this.#lateTurns >= lateInARow);
  }

  observe(delayMs: number): void {
    this.#lateTurns = delayMs > lateMs ? this.#lateTurns + 1 : 0;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    const now = performance.now();
    this.observe(now - this.#lastAt - intervalMs);
    this.#lastAt = now;
  }
}

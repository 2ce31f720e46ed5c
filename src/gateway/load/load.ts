/** How often the event loop's delay is measured, in milliseconds. */
const intervalMs = 100;

/** A delay that callers feel, in milliseconds, and how many in a row are no single large answer but too much work. */
const lateMs = 250;
const lateInARow = 3;

/** Seconds after which whoever was turned away may come again. */
export const retryAfterSeconds = 1;

/**
 * How much the process has to do. Beyond a bound, requests are better turned away at once than answered ever later by a
 * process that runs out of memory.
 */
export class Load implements Disposable {
  readonly #mostUnderWay: number;
  readonly #timer: NodeJS.Timeout;
  #lastAt = performance.now();
  #late = 0;

  /** @param mostUnderWay requests that may be under way at once. */
  constructor(mostUnderWay: number) {
    this.#mostUnderWay = mostUnderWay;
    this.#timer = setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** Whether a request is too much. @param underWay the requests under way, this one included. */
  isTooMuch(underWay: number): boolean {
    return underWay > this.#mostUnderWay || this.#late >= lateInARow;
  }

  /** Takes note of how much later than it should the event loop came round. */
  observe(delayMs: number): void {
    this.#late = delayMs > lateMs ? this.#late + 1 : 0;
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

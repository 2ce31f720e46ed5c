/** How often the event loop's delay is measured, in milliseconds. */
const intervalMs = 100;

/** A delay that callers notice, in milliseconds. This many in a row show too much work, and not just one large answer. */
const lateMs = 250;
const lateInARow = 3;

/** How long a caller who was turned away should wait, in seconds. */
export const retryAfterSeconds = 1;

/** The setting that bounds the load. */
export interface LoadSettings {
  /** The maximum of requests that are answered at the same time, not counting streams. */
  readonly MAX_REQUESTS_UNDER_WAY: number;
}

/**
 * Measures how much the process has to do. If it is too much, requests are better turned away. Otherwise answers take longer and
 * longer, until the process runs out of memory.
 */
export class Load implements Disposable {
  readonly #mostUnderWay: number;
  readonly #timer: NodeJS.Timeout;
  #lastAt = performance.now();
  #late = 0;

  constructor({ MAX_REQUESTS_UNDER_WAY }: LoadSettings) {
    this.#mostUnderWay = MAX_REQUESTS_UNDER_WAY;
    this.#timer = setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** Whether a request is too much. @param busy how many requests are being answered, including this one, not counting streams. */
  isTooMuch(busy: number): boolean {
    return busy > this.#mostUnderWay || this.#late >= lateInARow;
  }

  /** Records how late a turn of the event loop was. */
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

/** How often the event loop's delay is measured, in milliseconds. */
const intervalMs = 100;

/** A delay that callers feel, in milliseconds. So many in a row come from too much work, not from one large answer. */
const lateMs = 250;
const lateInARow = 3;

/** The seconds after which a caller who was turned away may come again. */
export const retryAfterSeconds = 1;

/**
 * Measures how much the process has to do. If it is too much, requests are better turned away at once: otherwise answers come later
 * and later, until the process runs out of memory.
 */
export class Load implements Disposable {
  readonly #mostUnderWay: number;
  readonly #timer: NodeJS.Timeout;
  #lastAt = performance.now();
  #late = 0;

  /** @param mostUnderWay the most requests under way at the same time. */
  constructor(mostUnderWay: number) {
    this.#mostUnderWay = mostUnderWay;
    this.#timer = setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** Whether another request is too much. @param underWay the requests under way, including that one. */
  isTooMuch(underWay: number): boolean {
    return underWay > this.#mostUnderWay || this.#late >= lateInARow;
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

/** A call is repeated at most this often. */
export const MAX_RETRIES = 2;

/** Pause before the first repetition, at most; the second waits up to twice as long. */
const FIRST_RETRY_MS = 100;

/** Retries may be this part of calls. */
const BUDGET = 0.1;

/** So many retries a second are allowed however few calls there are: too few to be a storm. */
const LEAST_RETRIES_PER_SECOND = 3;

/**
 * Allows one retry for ten calls, second by second: an outage is not answered with a storm.
 * The retries of a second are counted against the calls of the second before it.
 */
export class RetryBudget {
  #second = 0;
  #calls = 0;
  #callsBefore = 0;
  #retries = 0;

  /** Counts a call that is no retry. */
  countCall(now: number): void {
    this.#turn(now);
    this.#calls += 1;
  }

  /** Takes one retry out of the budget; false: there is none left. */
  takeRetry(now: number): boolean {
    this.#turn(now);
    const allowed = Math.max(LEAST_RETRIES_PER_SECOND, this.#callsBefore * BUDGET);
    if (this.#retries + 1 > allowed) return false;
    this.#retries += 1;
    return true;
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.#second) return;
    this.#callsBefore = second === this.#second + 1 ? this.#calls : 0;
    this.#calls = 0;
    this.#retries = 0;
    this.#second = second;
  }
}

/** Milliseconds to wait before repetition `retry` (the first is 0): the upper half of the range is random. */
export function retryDelayMs(retry: number, random: () => number): number {
  return FIRST_RETRY_MS * 2 ** retry * (0.5 + random() / 2);
}

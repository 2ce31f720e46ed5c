/** Maximum number of retries of one call. */
export const MAX_RETRIES = 2;

/** Maximum pause before the first retry, in milliseconds. Before the second it is twice as long. */
const FIRST_RETRY_MS = 100;

/** How many retries each call allows. */
const RETRIES_PER_CALL = 0.1;

/** How many retries per second are always allowed, however few calls there are: too few to be a storm. */
const MIN_RETRIES_PER_SECOND = 3;

/**
 * Allows few retries for many calls, so that an outage does not cause a storm of retries. The retries of each second count against
 * the calls of the second before.
 */
export class RetryBudget {
  #second = 0;
  #calls = 0;
  #callsBefore = 0;
  #retries = 0;

  /** Counts a call that is not a retry. */
  countCall(now: number): void {
    this.#turn(now);
    this.#calls += 1;
  }

  /** Takes a retry out of the budget. Returns false if none is left. */
  takeRetry(now: number): boolean {
    this.#turn(now);
    const allowed = Math.max(MIN_RETRIES_PER_SECOND, this.#callsBefore * RETRIES_PER_CALL);
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

/**
 * The pause before a retry (the first is 0), in milliseconds. Half of it is random, so that calls that failed together spread out.
 */
export function retryDelayMs(retry: number, random: () => number): number {
  return FIRST_RETRY_MS * 2 ** retry * (0.5 + random() / 2);
}

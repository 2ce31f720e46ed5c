/** Maximum number of retries of one call. */
export const maxRetries = 2;

/** Maximum pause before the first retry, in milliseconds. Before the second it is twice as long. */
const firstRetryMs = 100;

/** How many retries each call allows. */
const retriesPerCall = 0.1;

/** How many retries per second are always allowed, however few calls there are: too few to be a storm. */
const minRetriesPerSecond = 3;

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
    const allowed = Math.max(minRetriesPerSecond, this.#callsBefore * retriesPerCall);
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
  return firstRetryMs * 2 ** retry * (0.5 + random() / 2);
}

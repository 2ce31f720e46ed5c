/** How many retries are allowed for each call. */
const retriesPerCall = 0.1;

/** However few calls there are, so many a second are too few to be a storm. */
const minRetriesPerSecond = 3;

/**
 * Allows few retries for many calls, so that an outage does not cause a storm of retries. The
 * retries of each second count against the calls of the second before.
 */
export class RetryBudget {
  #second = 0;
  #calls = 0;
  #callsBefore = 0;
  #retries = 0;

  countCall(now: number): void {
    this.#moveTo(now);
    this.#calls += 1;
  }

  allowsRetry(now: number): boolean {
    this.#moveTo(now);
    const allowed = Math.max(minRetriesPerSecond, this.#callsBefore * retriesPerCall);
    return this.#retries + 1 <= allowed;
  }

  countRetry(now: number): void {
    this.#moveTo(now);
    this.#retries += 1;
  }

  #moveTo(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.#second) return;
    this.#callsBefore = second === this.#second + 1 ? this.#calls : 0;
    this.#calls = 0;
    this.#retries = 0;
    this.#second = second;
  }
}

/** How many timeouts in a row open the breaker. */
const maxTimeouts = 3;

/** The circuit breaker of the cache server. After some timeouts in a row, no command is sent until the server answers again. */
export class CacheBreaker {
  #timeouts = 0;

  get isOpen(): boolean {
    return this.#timeouts >= maxTimeouts;
  }

  /** Counts a command that was not answered in time. Returns whether this one has opened the breaker. */
  countTimeout(): boolean {
    this.#timeouts += 1;
    return this.#timeouts === maxTimeouts;
  }

  /** Closes the breaker: the server has answered. */
  reset(): void {
    this.#timeouts = 0;
  }
}

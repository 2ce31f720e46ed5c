/** How many timeouts in a row open the breaker. */
const maxTimeouts = 3;

/** The store's circuit breaker. After some timeouts in a row, no command is sent until the store answers again. */
export class StoreBreaker {
  #timeouts = 0;

  get isOpen(): boolean {
    return this.#timeouts >= maxTimeouts;
  }

  /** Counts a command that was not answered in time. Returns whether this one has opened the breaker. */
  countTimeout(): boolean {
    this.#timeouts += 1;
    return this.#timeouts === maxTimeouts;
  }

  /** Closes the breaker: the store has answered. */
  reset(): void {
    this.#timeouts = 0;
  }
}

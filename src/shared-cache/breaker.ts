/** How many time-outs in a row open it. */
const mostTimeouts = 3;

/** A circuit breaker: after some time-outs in a row nobody waits for the store, until it has shown that it answers. */
export class Breaker {
  #timeouts = 0;

  get isOpen(): boolean {
    return this.#timeouts >= mostTimeouts;
  }

  /** Counts a command that was not answered in time. True: this one has opened the breaker. */
  countTimeout(): boolean {
    this.#timeouts += 1;
    return this.#timeouts === mostTimeouts;
  }

  /** The store has answered something. */
  reset(): void {
    this.#timeouts = 0;
  }
}

/** So many time-outs in a row open it. */
const mostTimeouts = 3;

/** Counts time-outs in a row: after some of them nobody waits for the store any more, until it has shown that it answers. */
export class Breaker {
  #timeouts = 0;

  get isOpen(): boolean {
    return this.#timeouts >= mostTimeouts;
  }

  /** A command was not answered in time. True: now it is open. */
  countTimeout(): boolean {
    this.#timeouts += 1;
    return this.#timeouts === mostTimeouts;
  }

  /** The store has answered something. */
  reset(): void {
    this.#timeouts = 0;
  }
}

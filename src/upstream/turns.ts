/** One turn of the event loop for each who waits, in the order in which they came: what they do does not add up. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of its own. */
  next(): Promise<void> {
    this.#last = this.#takeAfter(this.#last);
    return this.#last;
  }

  async #takeAfter(before: Promise<void>): Promise<void> {
    await before;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

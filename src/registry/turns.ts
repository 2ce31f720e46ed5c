/** What only one can have at a time; who asks first has it first. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the asker's turn, which ends with the disposal. */
  async take(): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }
}

/** A lock that one caller holds at a time. Callers get it in the order in which they ask for it. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the caller holds the lock. Disposal releases it. */
  async acquire(): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }
}

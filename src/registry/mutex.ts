export class Mutex {
  #last: Promise<void> = Promise.resolve();

  async acquire(): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return { [Symbol.dispose]: resolve };
  }
}

/** What is on its way at a time, in bytes: enough to fill a slow line, and little for others to wait behind. */
const mostBytes = 512 * 1024;

/** Sends values side by side, in turn, with a bound on what is on its way. One that is larger than the bound goes alone. */
export class SendWindow {
  #bytes = 0;
  #entrance: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  /** What `send` gives, once there is room for so many bytes. */
  async send<Result>(bytes: number, send: () => Promise<Result>): Promise<Result> {
    this.#entrance = this.#entrance.then(() => this.#enter(bytes));
    await this.#entrance;
    try {
      return await send();
    } finally {
      this.#bytes -= bytes;
      this.#wake?.();
    }
  }

  async #enter(bytes: number): Promise<void> {
    while (this.#bytes > 0 && this.#bytes + bytes > mostBytes) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#bytes += bytes;
  }
}

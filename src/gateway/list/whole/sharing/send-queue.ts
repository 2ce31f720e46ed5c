/** Maximum number of bytes on their way: enough to fill a slow line, and few enough that other commands need not wait long. */
const maxBytes = 512 * 1024;

/** Sends values in turn, several at a time, within a maximum of bytes. A value larger than the maximum is sent alone. */
export class SendQueue {
  #bytes = 0;
  #entrance: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  /** Calls `send` once there is room for this many bytes, and returns its result. */
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
    while (this.#bytes > 0 && this.#bytes + bytes > maxBytes) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#bytes += bytes;
  }
}

import type { Subject } from "../../../registry-client/records.ts";
import type { ChangeEvent } from "./change.ts";
import type { ChangeReader } from "./change-reader.ts";

/** Each event is made when it is read, so that a slow reader takes no memory. */
export class Listener implements AsyncIterableIterator<ChangeEvent, undefined> {
  readonly subjects: ReadonlySet<Subject>;
  readonly #reader: ChangeReader;
  readonly #onEnd: (listener: Listener) => void;
  #isOver = false;
  #error: Error | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(
    subjects: ReadonlySet<Subject>,
    reader: ChangeReader,
    onEnd: (listener: Listener) => void,
  ) {
    this.subjects = subjects;
    this.#reader = reader;
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ChangeEvent, undefined>> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      if (this.#isOver) return { done: true, value: undefined };
      const value = this.#reader.take();
      if (value !== null) return { value };
      await new Promise<void>((resolve) => {
        this.#stopWaiting = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<ChangeEvent, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  wake(): void {
    this.#stopWaiting?.();
  }

  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#onEnd(this);
    this.wake();
  }
}

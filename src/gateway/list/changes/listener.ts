import type { Subject } from "../../../registry-client/records.ts";
import type { ChangeEvent } from "./change.ts";

/**
 * Iterates over the changes of some lists. Each event is made when it is read, so that a slow
 * reader takes no memory.
 */
export class Listener implements AsyncIterableIterator<ChangeEvent, undefined> {
  readonly subjects: ReadonlySet<Subject>;
  readonly #take: () => ChangeEvent | null;
  readonly #onEnd: (listener: Listener) => void;
  #isOver = false;
  #error: Error | undefined;
  #stopWaiting: (() => void) | undefined;

  /** @param take returns the next event; null if there is nothing new. */
  constructor(
    subjects: ReadonlySet<Subject>,
    take: () => ChangeEvent | null,
    onEnd: (listener: Listener) => void,
  ) {
    this.subjects = subjects;
    this.#take = take;
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Call it again only after the previous result has come. */
  async next(): Promise<IteratorResult<ChangeEvent, undefined>> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      if (this.#isOver) return { done: true, value: undefined };
      const value = this.#take();
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

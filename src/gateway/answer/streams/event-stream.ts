import type { ChangeEvent } from "../../list/changes/change.ts";
import type { Framing, Leavable } from "../request.ts";

export interface Events {
  listen(): Promise<AsyncIterator<ChangeEvent>>;
  execute(event: ChangeEvent): Promise<string>;
  writeFailure(error: unknown): string;
  onClose(): void;
}

/**
 * The text of a stream: an opening, the events with heartbeats between them, and an end. It is
 * produced as it is read, so nothing piles up for a slow reader.
 */
export class EventStream implements AsyncIterableIterator<string, undefined>, Leavable {
  readonly mediaType: string;
  readonly #events: Events;
  readonly #framing: Framing;
  readonly #now: () => number;
  readonly #chunks: AsyncGenerator<string, undefined>;
  #isClosing = false;
  #failure: Error | undefined;
  #isClosed = false;
  #sentAt: number;
  #wake: (() => void) | undefined;

  constructor(events: Events, framing: Framing, now: () => number) {
    this.mediaType = framing.mediaType;
    this.#events = events;
    this.#framing = framing;
    this.#now = now;
    this.#sentAt = now();
    this.#chunks = this.#run();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<string, undefined>> {
    return this.#chunks.next();
  }

  leave(): void {
    void this.return();
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.close();
    // A generator that has not started would not run its `finally`.
    this.#close();
    return this.#chunks.return(undefined);
  }

  close(failure?: Error): void {
    this.#failure ??= failure;
    this.#isClosing = true;
    this.#wake?.();
  }

  beat(silentMs: number): void {
    if (this.#now() - this.#sentAt >= silentMs) this.#wake?.();
  }

  async *#run(): AsyncGenerator<string, undefined> {
    const { opening, complete } = this.#framing;
    yield opening;
    try {
      yield* this.#writeEvents();
      if (this.#failure !== undefined) throw this.#failure;
    } catch (error) {
      yield this.#framing.next(this.#events.writeFailure(error));
    } finally {
      this.#close();
    }
    yield complete;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.onClose();
  }

  async *#writeEvents(): AsyncGenerator<string, undefined> {
    const listening = this.#events.listen();
    const source = yield* this.#awaitWithHeartbeats(listening);
    if (source === undefined) {
      void closeLate(listening);
      return;
    }
    try {
      for (;;) {
        const result = yield* this.#awaitWithHeartbeats(source.next());
        if (result === undefined || result.done) return;
        const body = yield* this.#awaitWithHeartbeats(this.#events.execute(result.value));
        if (body === undefined) return;
        this.#sentAt = this.#now();
        yield this.#framing.next(body, result.value.cursor);
      }
    } finally {
      await source.return?.();
    }
  }

  /** Writes heartbeats while it waits. Returns undefined if the stream closes first. */
  async *#awaitWithHeartbeats<T>(promise: Promise<T>): AsyncGenerator<string, T | undefined> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      this.#wake?.();
    };
    promise.then(settle, settle);
    while (!isSettled && !this.#isClosing) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
      if (isSettled || this.#isClosing) break;
      this.#sentAt = this.#now();
      yield this.#framing.heartbeat;
    }
    return isSettled ? promise : undefined;
  }
}

async function closeLate(listening: Promise<AsyncIterator<ChangeEvent>>): Promise<void> {
  try {
    const source = await listening;
    await source.return?.();
  } catch {
    // Nobody is left to receive the error.
  }
}

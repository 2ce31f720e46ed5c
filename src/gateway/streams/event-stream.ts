import type { ChangeEvent } from "../../changes/change.ts";
import type { Framing } from "./framing.ts";

/** The source of a stream's events. */
export interface Events {
  /** Begins to listen. */
  begin(): Promise<AsyncIterator<ChangeEvent>>;
  /** Executes the operation for an event. Returns the result as JSON. */
  execute(event: ChangeEvent): Promise<string>;
  /** Writes the result that says why there are no more events, as JSON. */
  fail(error: unknown): string;
  /** Called once, when nobody waits for events any more. */
  leave(): void;
}

/**
 * The text of a stream: an opening, the events in turn with heartbeats between them, and an end. It is written as it is read, so that
 * nothing piles up for a slow reader.
 */
export class EventStream implements AsyncIterableIterator<string, undefined> {
  readonly #events: Events;
  readonly #framing: Framing;
  readonly #now: () => number;
  readonly #chunks: AsyncGenerator<string, undefined>;
  #isEnding = false;
  #hasLeft = false;
  #lastAt: number;
  #wake: (() => void) | undefined;

  /** @param now the time in milliseconds. */
  constructor(events: Events, framing: Framing, now: () => number) {
    this.#events = events;
    this.#framing = framing;
    this.#now = now;
    this.#lastAt = now();
    this.#chunks = this.#run();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<string, undefined>> {
    return this.#chunks.next();
  }

  /** Call it when nobody reads on. */
  return(): Promise<IteratorResult<string, undefined>> {
    this.end();
    // A generator that has not begun would not run its `finally`.
    this.#leave();
    return this.#chunks.return(undefined);
  }

  /** Ends the stream, whatever is under way. */
  end(): void {
    this.#isEnding = true;
    this.#wake?.();
  }

  /** Sends a heartbeat, if nothing has been sent for so long, and if the reader has read everything so far. */
  beat(silentMs: number): void {
    if (this.#now() - this.#lastAt >= silentMs) this.#wake?.();
  }

  async *#run(): AsyncGenerator<string, undefined> {
    const { opening, complete } = this.#framing;
    yield opening;
    try {
      yield* this.#tell();
    } catch (error) {
      yield this.#framing.next(this.#events.fail(error));
    } finally {
      this.#leave();
    }
    yield complete;
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#events.leave();
  }

  async *#tell(): AsyncGenerator<string, undefined> {
    const beginning = this.#events.begin();
    const source = yield* this.#await(beginning);
    if (source === undefined) {
      void endLate(beginning);
      return;
    }
    try {
      for (;;) {
        const result = yield* this.#await(source.next());
        if (result === undefined || result.done) return;
        const body = yield* this.#await(this.#events.execute(result.value));
        if (body === undefined) return;
        this.#lastAt = this.#now();
        yield this.#framing.next(body, result.value.cursor);
      }
    } finally {
      await source.return?.();
    }
  }

  /** Waits for a promise, with heartbeats meanwhile; undefined if the stream ends first. */
  async *#await<T>(promise: Promise<T>): AsyncGenerator<string, T | undefined> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      this.#wake?.();
    };
    promise.then(settle, settle);
    while (!isSettled && !this.#isEnding) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
      if (isSettled || this.#isEnding) break;
      this.#lastAt = this.#now();
      yield this.#framing.heartbeat;
    }
    return isSettled ? promise : undefined;
  }
}

/** Ends listening that begins after the stream has ended. */
async function endLate(beginning: Promise<AsyncIterator<ChangeEvent>>): Promise<void> {
  try {
    const source = await beginning;
    await source.return?.();
  } catch {
    // Nobody is left to tell.
  }
}

import type { Told } from "../../changes/change.ts";
import type { Framing } from "./framing.ts";

/** What a stream tells. */
export interface Events {
  /** Begins to listen. */
  begin(): Promise<AsyncIterator<Told>>;
  /** The result of the operation for an event, as JSON. */
  execute(told: Told): Promise<string>;
  /** The result that tells why there are no more events, as JSON. */
  fail(error: unknown): string;
  /** Nobody waits for events any more. Called once. */
  leave(): void;
}

/**
 * The text of a stream: its opening, each event when its turn has come, heartbeats, and at the end that it is complete. It is
 * made as it is read, so that a slow reader has nothing made in advance.
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

  /** @param now milliseconds. */
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

  /** Nobody reads on. */
  return(): Promise<IteratorResult<string, undefined>> {
    this.end();
    // What has not begun would not come to its end.
    this.#leave();
    return this.#chunks.return(undefined);
  }

  /** Has the stream be complete, whatever is under way. */
  end(): void {
    this.#isEnding = true;
    this.#wake?.();
  }

  /** Sends a sign of life, if nothing has been sent for so long, and if what was sent has been read. */
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

  /** Waits for something, with signs of life meanwhile; undefined: the stream ends before. */
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

/** Listening that began when nobody wanted it any more. */
async function endLate(beginning: Promise<AsyncIterator<Told>>): Promise<void> {
  try {
    const source = await beginning;
    await source.return?.();
  } catch {
    // There is nobody to be told.
  }
}

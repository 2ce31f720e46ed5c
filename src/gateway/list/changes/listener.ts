import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import type { ChangeEvent } from "./change.ts";
import type { LogPlace, LogReader, TakenChange } from "./log/log-reader.ts";

/** What a listener needs of the feed that it listens to. */
export interface ChangeSource {
  formatCursor(place: LogPlace, subjects: ReadonlySet<Subject>): string;
  /** A record as it is now; null if it is gone. */
  recordOf(subject: Subject, id: string): RegistryRecord | null;
  leave(listener: Listener): void;
}

/** How to create a listener. */
export interface ListenerOptions {
  readonly source: ChangeSource;
  readonly subjects: ReadonlySet<Subject>;
  readonly reader: LogReader;
  /** Whether it begins with a reset, because it may have missed changes. */
  readonly beginsWithReset: boolean;
}

/** Iterates over the changes of some lists. Each event is made when it is read, so that a slow reader takes no memory. */
export class Listener implements AsyncIterableIterator<ChangeEvent, undefined> {
  readonly subjects: ReadonlySet<Subject>;
  readonly #source: ChangeSource;
  readonly #reader: LogReader;
  #needsReset: boolean;
  #isOver = false;
  #error: Error | undefined;
  #waiting: PromiseWithResolvers<IteratorResult<ChangeEvent, undefined>> | undefined;

  constructor({ source, subjects, reader, beginsWithReset }: ListenerOptions) {
    this.#source = source;
    this.subjects = subjects;
    this.#reader = reader;
    this.#needsReset = beginsWithReset;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Call it again only after the previous result has come. */
  async next(): Promise<IteratorResult<ChangeEvent, undefined>> {
    const result = this.#take();
    if (result !== null) return result;
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<ChangeEvent, undefined>> {
    this.end();
    return over;
  }

  /** Called by the feed when its log has grown. */
  wake(): void {
    if (this.#waiting === undefined) return;
    const result = this.#take();
    if (result === null) return;
    this.#waiting.resolve(result);
    this.#waiting = undefined;
  }

  /**
   * Ends the iteration.
   * @param error if given, the pending call of `next` rejects with it; if none is pending, the following one does.
   */
  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.leave(this);
    if (this.#waiting === undefined) this.#error = error;
    else if (error === undefined) this.#waiting.resolve(over);
    else this.#waiting.reject(error);
    this.#waiting = undefined;
  }

  /**
   * The next result; null if there is nothing new.
   * @throws the error with which the iteration ends.
   */
  #take(): IteratorResult<ChangeEvent, undefined> | null {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    if (this.#isOver) return over;
    if (this.#needsReset || this.#reader.isLost) return { value: this.#reset() };
    const taken = this.#reader.take();
    // Taking a change may have added more steps than a cursor can hold.
    if (this.#reader.isLost) return { value: this.#reset() };
    return taken && { value: this.#toEvent(taken) };
  }

  #toEvent({ change, merged, isMerged }: TakenChange): ChangeEvent {
    const { subject, id } = change;
    const { place } = this.#reader;
    const record = merged.kind === "REMOVED" ? null : this.#source.recordOf(subject, id);
    const cursor = this.#source.formatCursor(place, this.subjects);
    const isShared = !isMerged && place.steps.length === 0;
    const position = isShared ? change.position : undefined;
    return { ...merged, subject, id, record, cursor, position };
  }

  #reset(): ChangeEvent {
    this.#needsReset = false;
    this.#reader.skipToEnd();
    const cursor = this.#source.formatCursor(this.#reader.place, this.subjects);
    return { kind: "RESET", cursor };
  }
}

const over = { done: true, value: undefined } as const;

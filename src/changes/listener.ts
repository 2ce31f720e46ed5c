import type { RegistryRecord, Subject } from "../upstream/records.ts";
import type { Told } from "./change.ts";
import type { LogReader, Place } from "./log-reader.ts";

/** What a listener asks of whoever follows the lists for it. */
export interface Source {
  formatCursor(place: Place, subjects: ReadonlySet<Subject>): string;
  /** A record as it is now; null when it is gone. */
  recordOf(subject: Subject, id: string): RegistryRecord | null;
  leave(listener: Listener): void;
}

/** How a listener begins. */
export interface ListenerOptions {
  readonly source: Source;
  readonly subjects: ReadonlySet<Subject>;
  readonly reader: LogReader;
  /** Whether what happened before is lost to it. */
  readonly isReset: boolean;
}

/**
 * One who is told of changes: gives them one by one, as they are asked for, and ends when it is told to. Nothing is put
 * together before it is asked for.
 */
export class Listener implements AsyncIterableIterator<Told, undefined> {
  readonly subjects: ReadonlySet<Subject>;
  readonly #source: Source;
  readonly #reader: LogReader;
  #isReset: boolean;
  #isOver = false;
  #error: Error | undefined;
  #waiting: PromiseWithResolvers<IteratorResult<Told, undefined>> | undefined;

  constructor({ source, subjects, reader, isReset }: ListenerOptions) {
    this.#source = source;
    this.subjects = subjects;
    this.#reader = reader;
    this.#isReset = isReset;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** To be called again only when the last one was answered. */
  async next(): Promise<IteratorResult<Told, undefined>> {
    const result = this.#take();
    if (result !== null) return result;
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<Told, undefined>> {
    this.end();
    return over;
  }

  /** For the source: something has happened. */
  wake(): void {
    if (this.#waiting === undefined) return;
    const result = this.#take();
    if (result === null) return;
    this.#waiting.resolve(result);
    this.#waiting = undefined;
  }

  /** Ends it. @param error is told first, once. */
  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.leave(this);
    if (this.#waiting === undefined) this.#error = error;
    else if (error === undefined) this.#waiting.resolve(over);
    else this.#waiting.reject(error);
    this.#waiting = undefined;
  }

  /** @throws the error that it ends with. */
  #take(): IteratorResult<Told, undefined> | null {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    if (this.#isOver) return over;
    if (this.#isReset || this.#reader.isLost) return { value: this.#reset() };
    const taken = this.#reader.take();
    if (this.#reader.isLost) return { value: this.#reset() };
    if (taken === null) return null;
    const { change, merged, isMerged } = taken;
    const { subject, id, position } = change;
    const { place } = this.#reader;
    const isShared = !isMerged && place.steps.length === 0;
    const record = merged.kind === "REMOVED" ? null : this.#source.recordOf(subject, id);
    const cursor = this.#source.formatCursor(place, this.subjects);
    return {
      value: { ...merged, subject, id, record, cursor, position: isShared ? position : undefined },
    };
  }

  #reset(): Told {
    this.#isReset = false;
    this.#reader.passOver();
    const cursor = this.#source.formatCursor(this.#reader.place, this.subjects);
    return { kind: "RESET", cursor };
  }
}

const over = { done: true, value: undefined } as const;

import type { RecordKind } from "../../src/registry/record.ts";

/** A record as the registry holds it. */
export interface JournalRecord {
  readonly id: string | number;
  readonly added_when: number;
  /** A different one for each version of all records. */
  readonly last_update: number;
  readonly [field: string]: unknown;
}

/** When an answer may have been read: between the oldest age allowed and its arrival. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export type Matches = (record: JournalRecord) => boolean;

/** A record or a count for a while. It was visible neither before `from` nor after `until`. */
interface Version<T> {
  readonly from: number;
  until: number;
  readonly value: T;
}

class History<T> {
  readonly versions: Version<T>[] = [];

  constructor(value: T) {
    this.versions.push({ from: 0, until: Number.POSITIVE_INFINITY, value });
  }

  get latest(): T {
    return (this.versions.at(-1) as Version<T>).value;
  }

  /** Notes a value that may be seen from now on; the one before, until the result is called. */
  begin(value: T): () => void {
    const before = this.versions.at(-1);
    this.versions.push({ from: performance.now(), until: Number.POSITIVE_INFINITY, value });
    return () => {
      if (before !== undefined) before.until = performance.now();
    };
  }

  within({ from, to }: Window): readonly T[] {
    return this.versions
      .filter((version) => version.from <= to && version.until >= from)
      .map(({ value }) => value);
  }

  forget(before: number): void {
    const kept = this.versions.findIndex(({ until }) => until >= before);
    if (kept > 0) this.versions.splice(0, kept);
  }
}

/** A change of a list: a record's new version, or null if it is removed. */
export interface Change {
  readonly id: string | number;
  readonly record: JournalRecord | null;
}

/** One list of a project, with all that it was. */
export class ListJournal {
  readonly kind: RecordKind;
  readonly #records = new Map<string, History<JournalRecord | null>>();
  readonly #count: History<number>;

  constructor(kind: RecordKind, records: readonly JournalRecord[]) {
    this.kind = kind;
    for (const record of records) this.#records.set(String(record.id), new History(record));
    this.#count = new History(records.length);
  }

  get count(): number {
    return this.#count.latest;
  }

  /** Notes changes that are about to be committed. Call the returned function when they are. */
  begin(changes: readonly Change[]): () => void {
    const ends: (() => void)[] = [];
    let { count } = this;
    for (const { id, record } of changes) {
      const history = this.#records.get(String(id)) ?? new History<JournalRecord | null>(null);
      this.#records.set(String(id), history);
      count += Number(record !== null) - Number(history.latest !== null);
      ends.push(history.begin(record));
    }
    ends.push(this.#count.begin(count));
    return () => {
      for (const end of ends) end();
    };
  }

  latest(id: string | number): JournalRecord | null {
    return this.#records.get(String(id))?.latest ?? null;
  }

  /** All records that the list has now. */
  latestAll(): readonly JournalRecord[] {
    return [...this.#records.values()].map(({ latest }) => latest).filter((one) => one !== null);
  }

  ids(): readonly string[] {
    return this.latestAll().map(({ id }) => String(id));
  }

  /** The ids of records that it had and has no more, as far as they are remembered. */
  goneIds(): readonly string[] {
    return [...this.#records].filter(([, { latest }]) => latest === null).map(([id]) => id);
  }

  /** What the record may have been; null: it may have been absent. */
  valuesOf(id: string | number, window: Window): readonly (JournalRecord | null)[] {
    return this.#records.get(String(id))?.within(window) ?? [null];
  }

  /** Why a row, with the registry's names, cannot be what it held; undefined if it can. */
  findFault(row: Readonly<Record<string, unknown>>, window: Window): string | undefined {
    const { id, last_update } = row;
    const name = `${this.kind} ${id}`;
    const versions = this.#records.get(String(id))?.versions ?? [];
    const version = versions.find(({ value }) => value?.last_update === last_update);
    if (!version?.value) return `${name}: the version ${last_update} is unknown or forgotten`;
    const { value, from, until } = version;
    for (const [field, shown] of Object.entries(row)) {
      const [given, held] = [JSON.stringify(shown), JSON.stringify(value[field])];
      if (given !== held) return `${name}: ${field} is ${given}, in this version ${held}`;
    }
    if (until < window.from)
      return `${name}: replaced ${(window.from - until).toFixed(0)} ms before the oldest age allowed`;
    if (from > window.to)
      return `${name}: written ${(from - window.to).toFixed(0)} ms after the response`;
    return undefined;
  }

  /** The ids of the records that were there, and matched, all the time, in the list's order. */
  always(window: Window, matches: Matches = () => true): string[] {
    const found: JournalRecord[] = [];
    for (const history of this.#records.values()) {
      if (history.latest === null) continue;
      const values = history.within(window);
      // Not the latest: since then it may have been removed, and added again at the end.
      const last = values.at(-1);
      const wasThere = values.every((value) => value !== null && matches(value));
      if (last && wasThere) found.push(last);
    }
    return found
      .sort((one, other) => one.added_when - other.added_when)
      .map(({ id }) => String(id));
  }

  /** The least and the greatest number of records that may have been there and matched. */
  countsIn(window: Window, matches?: Matches): readonly [number, number] {
    if (matches === undefined) {
      const counts = this.#count.within(window);
      return [Math.min(...counts), Math.max(...counts)];
    }
    const ever = [...this.#records.values()].filter((history) =>
      history.within(window).some((value) => value !== null && matches(value)),
    );
    return [this.always(window, matches).length, ever.length];
  }

  /** The records whose value has been the same since then: what a listener must know. */
  *settledSince(time: number): Generator<readonly [string, JournalRecord | null]> {
    for (const [id, history] of this.#records) {
      const [only, ...others] = history.within({ from: time, to: Number.POSITIVE_INFINITY });
      if (only !== undefined && others.length === 0) yield [id, only];
    }
  }

  /** Forgets what was replaced before then. */
  forget(before: number): void {
    this.#count.forget(before);
    for (const [id, history] of this.#records) {
      history.forget(before);
      const { versions, latest } = history;
      if (latest === null && versions.length === 1 && (versions[0]?.from ?? 0) < before) {
        this.#records.delete(id);
      }
    }
  }
}

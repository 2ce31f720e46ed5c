import type { RecordKind } from "../../../src/registry/record.ts";

/** A record as the registry holds it. */
export interface JournalRecord {
  readonly id: string | number;
  readonly added_when: number;
  /** A different one for each version of all records. */
  readonly last_update: number;
  readonly [field: string]: unknown;
}

/** When an answer may have been read, by `performance.now()`: between the oldest age that is allowed and the answer's arrival. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Something that was so for a while. Nobody can know when it became visible, only that it was not before `from`, and was no longer after `until`. */
interface Version<T> {
  readonly from: number;
  until: number;
  readonly value: T;
}

/** What one thing was, and when. */
class History<T> {
  readonly versions: Version<T>[] = [];

  constructor(value: T) {
    this.versions.push({ from: 0, until: Number.POSITIVE_INFINITY, value });
  }

  get latest(): T {
    const version = this.versions.at(-1);
    if (version === undefined) throw new Error("A history has no versions");
    return version.value;
  }

  /** Notes a value that may be seen from now on. The one before may be seen until the returned function is called. */
  begin(value: T): () => void {
    const before = this.versions.at(-1);
    this.versions.push({ from: performance.now(), until: Number.POSITIVE_INFINITY, value });
    return () => {
      if (before !== undefined) before.until = performance.now();
    };
  }

  within({ from, to }: Window): readonly Version<T>[] {
    return this.versions.filter((version) => version.from <= to && version.until >= from);
  }

  /** What it was at a time. */
  at(time: number): T {
    const version = this.versions.findLast(({ from }) => from <= time);
    return (version ?? this.versions[0] ?? { value: this.latest }).value;
  }

  forget(before: number): void {
    const kept = this.versions.findIndex(({ until }) => until >= before);
    if (kept > 0) this.versions.splice(0, kept);
  }
}

/** How many records were ahead of one, and how many there were in all. */
export interface Place {
  readonly position: number;
  readonly count: number;
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
      const history = this.#history(id);
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

  /** The ids of all records that the list has now. */
  ids(): readonly string[] {
    return [...this.#records].filter(([, { latest }]) => latest !== null).map(([id]) => id);
  }

  /** The ids of records that it had and has no more, as far as they are remembered. */
  goneIds(): readonly string[] {
    return [...this.#records].filter(([, { latest }]) => latest === null).map(([id]) => id);
  }

  /** What the record may have been; null: it may have been absent. */
  valuesOf(id: string | number, window: Window): readonly (JournalRecord | null)[] {
    const history = this.#records.get(String(id));
    return history?.within(window).map(({ value }) => value) ?? [null];
  }

  /** Why a row of a response cannot be what the registry held; undefined if it can. `row` has the registry's names. */
  findFault(row: Readonly<Record<string, unknown>>, window: Window): string | undefined {
    const { id, last_update } = row;
    const versions = this.#records.get(String(id))?.versions ?? [];
    const version = versions.find(({ value }) => value?.last_update === last_update);
    if (!version?.value)
      return `${this.kind} ${id}: the version ${last_update} is unknown or forgotten`;
    const { value, from, until } = version;
    for (const [field, shown] of Object.entries(row)) {
      if (!isEqual(shown, value[field])) {
        return `${this.kind} ${id}: ${field} is ${JSON.stringify(shown)}, in this version ${JSON.stringify(value[field])}`;
      }
    }
    if (until < window.from)
      return `${this.kind} ${id}: replaced ${(window.from - until).toFixed(0)} ms before the oldest age allowed`;
    if (from > window.to)
      return `${this.kind} ${id}: written ${(from - window.to).toFixed(0)} ms after the response`;
    return undefined;
  }

  /** The ids of the records that were there, and matched, all the time, in the list's order. */
  always(window: Window, matches: (record: JournalRecord) => boolean = () => true): string[] {
    const found: JournalRecord[] = [];
    for (const history of this.#records.values()) {
      if (history.latest === null) continue;
      const values = history.within(window).map(({ value }) => value);
      // Not the latest: since then it may have been removed, and added again at the end.
      const last = values.at(-1);
      const wasThere = values.every((value) => value !== null && matches(value));
      if (last && wasThere) found.push(last);
    }
    return found
      .sort((one, other) => one.added_when - other.added_when)
      .map(({ id }) => String(id));
  }

  /** Where a record may have stood in a list in the order of `added_when`, each with the count of the list at that time. */
  placesOf(id: string | number, window: Window): readonly Place[] {
    const versions = this.#records.get(String(id))?.versions ?? [];
    const histories = [...this.#records.values()];
    return this.#count.within(window).flatMap(({ from, value: count }) => {
      const at = Math.max(from, window.from);
      // One that is gone stands for its place until it comes back, at the end.
      const own = versions.findLast(
        (version) => version.value !== null && version.from <= at,
      )?.value;
      if (!own) return [];
      const position = histories.filter((history) => {
        const value = history.at(at);
        return value !== null && value.added_when < own.added_when;
      }).length;
      return [{ position, count }];
    });
  }

  /** How many records may have matched. */
  countEver(window: Window, matches: (record: JournalRecord) => boolean): number {
    let count = 0;
    for (const history of this.#records.values()) {
      if (history.within(window).some(({ value }) => value !== null && matches(value))) count += 1;
    }
    return count;
  }

  /** The least and the greatest number of records that the list may have had. */
  countsIn(window: Window): readonly [number, number] {
    const counts = this.#count.within(window).map(({ value }) => value);
    return [Math.min(...counts), Math.max(...counts)];
  }

  /** How many milliseconds before the window the list last had so many records; undefined if it is not remembered to have. */
  lateness(count: number, { from }: Window): number | undefined {
    const version = this.#count.versions.findLast(({ value }) => value === count);
    return version && from - version.until;
  }

  /** The records whose value has been the same since then: what a listener must know. */
  *settledSince(time: number): Generator<readonly [string, JournalRecord | null]> {
    for (const [id, history] of this.#records) {
      const [only, ...others] = history.within({ from: time, to: Number.POSITIVE_INFINITY });
      if (only !== undefined && others.length === 0) yield [id, only.value];
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

  #history(id: string | number): History<JournalRecord | null> {
    const known = this.#records.get(String(id));
    if (known !== undefined) return known;
    const history = new History<JournalRecord | null>(null);
    this.#records.set(String(id), history);
    return history;
  }
}

function isEqual(shown: unknown, held: unknown): boolean {
  return JSON.stringify(shown) === JSON.stringify(held);
}

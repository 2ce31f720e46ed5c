import type { RegistryRecord, Subject } from "../upstream/records.ts";
import type { RecordChange } from "./change.ts";
import type { FoundChange } from "./compare.ts";

/** A change in the log. */
export interface LoggedChange extends RecordChange {
  readonly position: number;
  /** When it was found, by the clock. */
  readonly at: number;
  readonly bytes: number;
  /** Of a record that was removed before: what has changed since. */
  readonly sinceRemoval: readonly string[];
  /** The next change of the same record. */
  next: LoggedChange | undefined;
  /** The record that was removed, until another change of it is known. */
  removed: RegistryRecord | null;
}

/** A list is followed from here on: nothing is known of its changes before. */
export interface Beginning {
  readonly kind: "BEGINNING";
  readonly subject: Subject;
  readonly position: number;
  readonly at: number;
  readonly bytes: number;
}

/** What a log consists of. */
export type Entry = LoggedChange | Beginning;

/** What decides how a change is logged. */
export interface AppendOptions {
  readonly at: number;
  readonly bytesOf: (record: RegistryRecord) => number;
  /** What is different between a record that was removed and one that came with its id. */
  readonly findChangedFields: (before: RegistryRecord, now: RegistryRecord) => readonly string[];
  /** The record as it is now; null when it is gone. */
  readonly record: RegistryRecord | null;
}

/** Memory that an entry takes beside its id, and for each of its fields' names. */
const entryBytes = 250;
const fieldBytes = 8;

/** The changes of a key's lists, numbered without a gap. The oldest are dropped. */
export class ChangeLog {
  #entries: Entry[] = [];
  #dropped: number;
  #bytes = 0;
  /** The last change of each record, by list and id. */
  readonly #latest = new Map<string, LoggedChange>();

  /** @param start the position after which it begins. */
  constructor(start = 0) {
    this.#dropped = start;
  }

  /** The position of the last entry. */
  get end(): number {
    return this.#dropped + this.#entries.length;
  }

  /** The position up to which entries have been dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Memory that it takes, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The entry at a position; undefined: it has been dropped, or is still to come. */
  at(position: number): Entry | undefined {
    return this.#entries[position - this.#dropped - 1];
  }

  /** Notes that a list is followed from here on, and gives the position of that. */
  begin(subject: Subject, at: number): number {
    const position = this.end + 1;
    this.#push({ kind: "BEGINNING", subject, position, at, bytes: entryBytes });
    return position;
  }

  append(change: FoundChange, options: AppendOptions): void {
    const { kind, subject, id, fields, removed } = change;
    const { at, bytesOf, findChangedFields, record } = options;
    const name = nameOf(change);
    const previous = this.#latest.get(name);
    const gone = previous?.removed ?? null;
    const bytes =
      entryBytes +
      2 * id.length +
      fieldBytes * (fields?.length ?? 0) +
      (removed === null ? 0 : bytesOf(removed));
    const entry: LoggedChange = {
      ...{ kind, subject, id, fields, removed, at, bytes },
      position: this.end + 1,
      sinceRemoval: gone && record ? findChangedFields(gone, record) : [],
      next: undefined,
    };
    if (previous !== undefined) {
      previous.next = entry;
      previous.removed = null;
    }
    this.#latest.set(name, entry);
    this.#push(entry);
  }

  /** Drops so many of the oldest entries. */
  drop(count: number): void {
    for (const entry of this.#entries.splice(0, count)) {
      this.#dropped += 1;
      this.#bytes -= entry.bytes;
      if (entry.kind === "BEGINNING") continue;
      const name = nameOf(entry);
      if (this.#latest.get(name) === entry) this.#latest.delete(name);
    }
  }

  #push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }
}

function nameOf({ subject, id }: RecordChange): string {
  return `${subject} ${id}`;
}

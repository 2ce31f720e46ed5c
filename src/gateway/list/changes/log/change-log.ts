import type { RegistryRecord, Subject } from "../../../call/decode/records.ts";
import type { RecordChange } from "../change.ts";
import type { FoundChange } from "../lists/compare.ts";

/** A change in the log. */
export interface LoggedChange extends RecordChange {
  readonly position: number;
  /** When it was found, by the clock. */
  readonly at: number;
  readonly bytes: number;
  /** If the record is added again after a removal: the fields that differ from the removed record. */
  readonly sinceRemoval: readonly string[];
  /** The next change of the same record. */
  next: LoggedChange | undefined;
  /** The record that this change removed, to compare with if it is added again; null from then on, and for other changes. */
  removed: RegistryRecord | null;
}

/** Marks the position from which a list is followed. The list's earlier changes are unknown. */
interface Beginning {
  readonly kind: "BEGINNING";
  readonly subject: Subject;
  readonly position: number;
  readonly at: number;
  readonly bytes: number;
}

/** An entry of a log. */
export type LogEntry = LoggedChange | Beginning;

/** What the log needs to know to append a change. */
export interface AppendOptions {
  readonly at: number;
  readonly bytesOf: (record: RegistryRecord) => number;
  /** The fields that differ between a removed record and a new one with the same id. */
  readonly findChangedFields: (before: RegistryRecord, now: RegistryRecord) => readonly string[];
  /** The record as it is now; null if it is gone. */
  readonly record: RegistryRecord | null;
}

/** The approximate bytes of an entry without its id, and of each changed field. */
const entryBytes = 250;
const fieldBytes = 8;

/** The changes of one key's lists, numbered without gaps. Old entries are dropped to save memory. */
export class ChangeLog {
  #entries: LogEntry[] = [];
  #dropped: number;
  #bytes = 0;
  /** The latest change of each record, by list and id. */
  readonly #latest = new Map<string, LoggedChange>();

  /** @param start the position before its first entry. */
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

  /** The approximate memory that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The entry at a position; undefined if it has been dropped, or does not exist yet. */
  at(position: number): LogEntry | undefined {
    return this.#entries[position - this.#dropped - 1];
  }

  /** Marks the position from which a list is followed, and returns that position. */
  begin(subject: Subject, at: number): number {
    const position = this.end + 1;
    this.#push({ kind: "BEGINNING", subject, position, at, bytes: entryBytes });
    return position;
  }

  /** Adds a change at the end. */
  append(change: FoundChange, options: AppendOptions): void {
    const { kind, subject, id, fields, removed } = change;
    const { at, bytesOf, findChangedFields, record } = options;
    const name = nameOf(change);
    const previous = this.#latest.get(name);
    const before = previous?.removed ?? null;
    const entry: LoggedChange = {
      kind,
      subject,
      id,
      fields,
      position: this.end + 1,
      at,
      bytes: sizeOf(change, bytesOf),
      sinceRemoval: before && record ? findChangedFields(before, record) : [],
      next: undefined,
      removed,
    };
    if (previous !== undefined) {
      previous.next = entry;
      previous.removed = null;
    }
    this.#latest.set(name, entry);
    this.#push(entry);
  }

  /** Drops the oldest entries. */
  drop(count: number): void {
    for (const entry of this.#entries.splice(0, count)) {
      this.#dropped += 1;
      this.#bytes -= entry.bytes;
      if (entry.kind === "BEGINNING") continue;
      const name = nameOf(entry);
      if (this.#latest.get(name) === entry) this.#latest.delete(name);
    }
  }

  #push(entry: LogEntry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }
}

function sizeOf(
  { id, fields, removed }: FoundChange,
  bytesOf: (record: RegistryRecord) => number,
): number {
  const removedBytes = removed === null ? 0 : bytesOf(removed);
  return entryBytes + 2 * id.length + fieldBytes * (fields?.length ?? 0) + removedBytes;
}

function nameOf({ subject, id }: RecordChange): string {
  return `${subject} ${id}`;
}

import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import type { FoundChange } from "./compare.ts";

/** A log keeps its last 10,000 entries, and all those of the last five minutes. */
const minEntries = 10_000;
const minMs = 5 * 60_000;

const entryBytes = 250;
const fieldBytes = 8;

interface Entry {
  readonly subject: Subject;
  readonly position: number;
  readonly at: number;
  readonly bytes: number;
}

export interface LoggedChange extends Entry, FoundChange {
  readonly subject: Subject;
  readonly previous: number;
  next: LoggedChange | undefined;
}

interface LoggedReset extends Entry {
  readonly kind: "RESET";
}

/** At positions without gaps. Entries up to the position `dropped` are gone. */
export class ChangeLog {
  dropped: number;
  bytes = 0;
  readonly #now: () => number;
  readonly #bytesOf: (record: RegistryRecord) => number;
  readonly #entries: (LoggedChange | LoggedReset)[] = [];
  readonly #latest = new Map<string, LoggedChange>();

  constructor(start: number, now: () => number, bytesOf: (record: RegistryRecord) => number) {
    this.dropped = start;
    this.#now = now;
    this.#bytesOf = bytesOf;
  }

  get end(): number {
    return this.dropped + this.#entries.length;
  }

  get size(): number {
    return this.#entries.length;
  }

  at(position: number): LoggedChange | LoggedReset | undefined {
    return this.#entries[position - this.dropped - 1];
  }

  reset(subject: Subject): void {
    const position = this.end + 1;
    this.#push({ kind: "RESET", subject, position, at: this.#now(), bytes: entryBytes });
  }

  append(change: FoundChange): void {
    const { id, fields, removed } = change;
    const name = nameOf(change);
    const previous = this.#latest.get(name);
    const removedBytes = removed === null ? 0 : this.#bytesOf(removed);
    const entry: LoggedChange = {
      ...change,
      position: this.end + 1,
      at: this.#now(),
      bytes: entryBytes + 2 * id.length + fieldBytes * (fields?.length ?? 0) + removedBytes,
      previous: previous?.position ?? 0,
      next: undefined,
    };
    if (previous !== undefined) previous.next = entry;
    this.#latest.set(name, entry);
    this.#push(entry);
  }

  dropOld(): void {
    const surplus = this.size - minEntries;
    const since = this.#now() - minMs;
    let old = 0;
    while (old < surplus && (this.#entries[old]?.at ?? since) < since) old += 1;
    if (old > 0) this.drop(old);
  }

  drop(count: number): void {
    for (const entry of this.#entries.splice(0, count)) {
      this.dropped += 1;
      this.bytes -= entry.bytes;
      if (entry.kind === "RESET") continue;
      const name = nameOf(entry);
      if (this.#latest.get(name) === entry) this.#latest.delete(name);
    }
  }

  #push(entry: LoggedChange | LoggedReset): void {
    this.#entries.push(entry);
    this.bytes += entry.bytes;
  }
}

function nameOf({ subject, id }: FoundChange): string {
  return `${subject} ${id}`;
}

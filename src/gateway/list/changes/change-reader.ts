import type { Subject } from "../../../registry-client/records.ts";
import type { ChangeEvent } from "./change.ts";
import type { ChangeLog, LoggedChange } from "./change-log.ts";
import { findChangedFields } from "./compare.ts";
import type { Cursors, LogPlace } from "./cursor.ts";
import type { FollowedList } from "./followed-list.ts";

interface FeedParts {
  readonly log: ChangeLog;
  readonly lists: Readonly<Record<Subject, FollowedList>>;
  readonly cursors: Cursors;
}

/**
 * Reads a log for one listener. Waiting changes take no memory per listener, because they are
 * merged only when they are taken. A merged change comes in the place of the first one. The later
 * ones are skipped when their turn comes.
 *
 * For example, the entries are 1 (record A changed), 2 (B changed) and 3 (A changed). The reader
 * takes 1 and 3 merged, then 2. In between, its place is `{ position: 1, from: 0, end: 3 }`. If B
 * changes again meanwhile (4), the reader is too slow, and is reset.
 */
export class ChangeReader {
  readonly #log: ChangeLog;
  readonly #feed: FeedParts;
  readonly #subjects: ReadonlySet<Subject>;
  #needsReset: boolean;
  #position: number;
  #from: number;
  #end: number;
  #mergedTo: number;

  constructor(feed: FeedParts, subjects: ReadonlySet<Subject>, place: LogPlace | null) {
    const { log } = feed;
    this.#log = log;
    this.#feed = feed;
    this.#subjects = subjects;
    this.#needsReset = place === null;
    this.#position = place?.position ?? log.end;
    this.#from = place?.from ?? log.end;
    this.#end = place?.end ?? log.end;
    this.#mergedTo = this.#end;
  }

  take(): ChangeEvent | null {
    while (!this.#needsReset && this.#position < this.#log.end) {
      const event = this.#takeEntry();
      if (event !== null) return event;
    }
    return this.#needsReset ? this.#reset() : null;
  }

  #takeEntry(): ChangeEvent | null {
    const log = this.#log;
    if (!this.#isAhead) {
      this.#from = this.#position;
      this.#end = log.end;
    }
    this.#position += 1;
    const entry = log.at(this.#position);
    // It was dropped, and others with it.
    if (entry === undefined) this.#needsReset = true;
    if (entry === undefined || !this.#subjects.has(entry.subject)) return null;
    if (entry.kind === "RESET") this.#needsReset = true;
    // The second one was merged with an earlier change.
    if (entry.kind === "RESET" || entry.previous > this.#from) return null;
    const changes = [entry];
    for (let { next } = entry; next !== undefined; next = next.next) changes.push(next);
    const last = changes.at(-1)?.position ?? 0;
    this.#needsReset = last > this.#end;
    if (this.#needsReset) return null;
    if (changes.length > 1) this.#mergedTo = Math.max(this.#mergedTo, last);
    return this.#merge(entry, changes);
  }

  #merge(first: LoggedChange, changes: readonly LoggedChange[]): ChangeEvent | null {
    const { subject, id } = first;
    const list = this.#feed.lists[subject];
    const record = list.recordOf(id);
    const wasThere = first.kind !== "ADDED";
    if (record === null && !wasThere) return null;
    const isShared = changes.length === 1 && !this.#isAhead;
    const position = isShared ? this.#position : undefined;
    const event = { subject, id, fields: null, record, cursor: this.#cursor, position };
    if (record === null) return { ...event, kind: "REMOVED" };
    if (!wasThere) return { ...event, kind: "ADDED" };
    const fields = changes.flatMap(({ fields, removed }) =>
      removed === null ? (fields ?? []) : findChangedFields(removed, record, list.fields),
    );
    return { ...event, kind: "CHANGED", fields: [...new Set(fields)] };
  }

  #reset(): ChangeEvent {
    this.#needsReset = false;
    this.#position = this.#log.end;
    this.#mergedTo = this.#position;
    return { kind: "RESET", cursor: this.#cursor };
  }

  get #isAhead(): boolean {
    return this.#mergedTo > this.#position;
  }

  get #cursor(): string {
    const [position, subjects] = [this.#position, this.#subjects];
    const [from, end] = this.#isAhead ? [this.#from, this.#end] : [position, position];
    return this.#feed.cursors.format({ position, from, end, subjects });
  }
}

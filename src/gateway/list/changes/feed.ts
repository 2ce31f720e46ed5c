import { setImmediate } from "node:timers/promises";
import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import type { Snapshot } from "../whole/snapshot.ts";
import { type ChangeSource, Listener } from "./listener.ts";
import type { ComparedFields, FoundChange } from "./lists/compare.ts";
import { FollowedList } from "./lists/followed-list.ts";
import { ChangeLog } from "./log/change-log.ts";
import { type Cursors, cursorError, type ListenerPlace } from "./log/cursor.ts";
import { type LogPlace, LogReader } from "./log/log-reader.ts";

/** What a feed needs. */
export interface FeedOptions {
  /** The digest of its key. */
  readonly keyDigest: string;
  /** Its log begins after this position, so that cursors of the key's earlier feeds do not fit it. */
  readonly start: number;
  readonly fields: ComparedFields;
  readonly cursors: Cursors;
  readonly bytesOf: (record: RegistryRecord) => number;
  readonly now: () => number;
  /** Called after a listener has left. */
  readonly onLeave: () => void;
}

/** How many listeners are woken in one turn of the event loop. */
const wokenAtOnce = 100;

/** The approximate bytes of a feed without its lists and its log. */
const feedBytes = 4_000;

/** The changes of one key's lists, and their listeners. */
export class Feed implements ChangeSource {
  readonly keyDigest: string;
  readonly log: ChangeLog;
  /** The key of the latest listener; null while there is no listener. */
  key: string | null = null;
  /** How many callers are about to listen. */
  joining = 0;
  /** When its last listener left, by the clock. */
  leftAt = Number.NEGATIVE_INFINITY;
  readonly #options: FeedOptions;
  readonly #mark: number;
  readonly #lists = new Map<Subject, FollowedList>();
  readonly #listeners = new Set<Listener>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.keyDigest = options.keyDigest;
    this.log = new ChangeLog(options.start);
    this.#mark = options.cursors.markOf(options.keyDigest);
  }

  /** Whether it has listeners, or callers who are about to listen. */
  get isUsed(): boolean {
    return this.#listeners.size > 0 || this.joining > 0;
  }

  /** The lists that have listeners. */
  get followed(): readonly FollowedList[] {
    return [...this.#lists.values()].filter(({ listeners }) => listeners > 0);
  }

  /** The approximate memory of its lists. */
  get listBytes(): number {
    return this.#lists.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The approximate memory of its log. Its lists count towards `SNAPSHOT_MAX_BYTES`. */
  get logBytes(): number {
    return feedBytes + this.log.bytes;
  }

  listOf(subject: Subject): FollowedList {
    const known = this.#lists.get(subject);
    if (known !== undefined) return known;
    const list = new FollowedList(subject, this.keyDigest, this.#options.fields[subject]);
    this.#lists.set(subject, list);
    return list;
  }

  /**
   * Parses a cursor; null if it comes from another process.
   * @throws ChangesError `BAD_USER_INPUT` for a string that is not a cursor of this key.
   */
  parseCursor(text: string): ListenerPlace | null {
    return this.#options.cursors.parse(this.#mark, text);
  }

  /** Compares a new snapshot with the last one, logs the changes, and wakes the listeners. */
  async advance(list: FollowedList, snapshot: Snapshot): Promise<void> {
    const before = this.log.end;
    await list.advance(snapshot, (changes) => this.#append(list, changes));
    if (this.log.end > before) await this.#wakeAll();
  }

  /**
   * Adds a listener, whose lists must have been read. It resumes from `place`. If it cannot, it begins now with a reset.
   * @throws ChangesError `BAD_USER_INPUT` for a place beyond the log's end.
   */
  listen(key: string, subjects: ReadonlySet<Subject>, place: ListenerPlace | null): Listener {
    if (place !== null && lastPositionOf(place) > this.log.end) throw cursorError();
    const canResume = place !== null && this.#canResume(place, subjects);
    const begin = canResume ? place : { position: this.log.end, steps: [] };
    const reader = new LogReader(this.log, subjects, begin);
    const listener = new Listener({ source: this, subjects, reader, beginsWithReset: !canResume });
    this.#listeners.add(listener);
    for (const subject of subjects) {
      const list = this.listOf(subject);
      list.listeners += 1;
      if (!canResume) list.beginListening();
    }
    this.key = key;
    return listener;
  }

  leave(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const subject of listener.subjects) {
      const list = this.listOf(subject);
      list.listeners -= 1;
      if (list.listeners === 0) list.stopReading?.();
    }
    if (this.#listeners.size === 0) this.key = null;
    this.#options.onLeave();
  }

  /** Ends the listeners of a list, or all of them. */
  end(subject?: Subject, error?: Error): void {
    for (const listener of [...this.#listeners]) {
      if (subject === undefined || listener.subjects.has(subject)) listener.end(error);
    }
  }

  formatCursor(place: LogPlace, subjects: ReadonlySet<Subject>): string {
    return this.#options.cursors.format(this.#mark, { ...place, subjects });
  }

  recordOf(subject: Subject, id: string): RegistryRecord | null {
    return this.#lists.get(subject)?.recordOf(id) ?? null;
  }

  /** Whether a listener to these lists can resume from a place: the log must still have all their changes after it. */
  #canResume(
    { position, steps, subjects: earlier }: ListenerPlace,
    subjects: ReadonlySet<Subject>,
  ) {
    if (position < this.log.dropped) return false;
    // Steps are valid only for the lists for which they were taken.
    if (steps.length > 0 && !isSameSet(earlier, subjects)) return false;
    return subjects.values().every((subject) => this.listOf(subject).since <= position);
  }

  #append(list: FollowedList, changes: readonly FoundChange[] | null): void {
    const { bytesOf, now } = this.#options;
    const at = now();
    if (changes === null) {
      list.since = this.log.begin(list.subject, at);
      return;
    }
    for (const change of changes) {
      this.log.append(change, {
        at,
        bytesOf,
        findChangedFields: (before, after) => list.findChangedFields(before, after),
        record: list.recordOf(change.id),
      });
    }
  }

  /** Wakes all listeners, only some in each turn of the event loop, because each listener that wakes has work to do. */
  async #wakeAll(): Promise<void> {
    let woken = 0;
    for (const listener of [...this.#listeners]) {
      listener.wake();
      woken += 1;
      if (woken % wokenAtOnce === 0) await setImmediate();
    }
  }
}

function isSameSet<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && one.values().every((member) => other.has(member));
}

function lastPositionOf({ position, steps }: LogPlace): number {
  return steps.at(-1)?.end ?? position;
}

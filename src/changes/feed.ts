import { setImmediate } from "node:timers/promises";
import type { RegistryRecord, Subject } from "../upstream/records.ts";
import { ChangeLog } from "./change-log.ts";
import type { ComparedFields } from "./compare.ts";
import { type CursorPlace, type Cursors, notOurs } from "./cursor.ts";
import { type Advance, FollowedList, type ListReading } from "./followed-list.ts";
import { Listener, type Source } from "./listener.ts";
import { LogReader, type Place } from "./log-reader.ts";

/** What a feed is made of. */
export interface FeedOptions {
  /** The digest that stands for its key. */
  readonly lane: string;
  /** Its log begins after this position: cursors of an earlier feed of the key name none of it. */
  readonly start: number;
  readonly fields: ComparedFields;
  readonly cursors: Cursors;
  readonly bytesOf: (record: RegistryRecord) => number;
  readonly now: () => number;
  /** Is told when a listener has left. */
  readonly onLeave: () => void;
}

/** Listeners that are woken between two turns of the event loop. */
const wokenAtOnce = 100;

/** Memory that a feed takes beside its lists and its log, about. */
const feedBytes = 4_000;

/** The changes of one key's lists, for all who listen to them. */
export class Feed implements Source {
  readonly lane: string;
  readonly log: ChangeLog;
  /** The key, while somebody listens who has brought it. */
  key: string | null = null;
  /** How many are about to listen. */
  coming = 0;
  readonly #options: FeedOptions;
  readonly #mark: Buffer;
  readonly #lists = new Map<Subject, FollowedList>();
  readonly #listeners = new Set<Listener>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.lane = options.lane;
    this.log = new ChangeLog(options.start);
    this.#mark = options.cursors.markOf(options.lane);
  }

  /** Whether anybody listens, or is about to. */
  get isUsed(): boolean {
    return this.#listeners.size > 0 || this.coming > 0;
  }

  /** The lists that somebody listens to. */
  get followed(): readonly FollowedList[] {
    return [...this.#lists.values()].filter(({ listeners }) => listeners > 0);
  }

  /** Memory that its lists take as they were last read, about. */
  get listBytes(): number {
    return this.#lists.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Memory that it takes beside its lists, about. */
  get logBytes(): number {
    return feedBytes + this.log.bytes;
  }

  listOf(subject: Subject): FollowedList {
    const known = this.#lists.get(subject);
    if (known !== undefined) return known;
    const list = new FollowedList(subject, this.#options.fields[subject]);
    this.#lists.set(subject, list);
    return list;
  }

  /**
   * The place that a cursor names; null where what followed it is not known any more, or never was.
   * @throws ChangesError `BAD_USER_INPUT` for what is no cursor of this key.
   */
  parseCursor(text: string): CursorPlace | null {
    return this.#options.cursors.parse(this.#mark, text);
  }

  /** Takes note of a reading of a list, and tells listeners what is different. */
  async advance(list: FollowedList, reading: ListReading): Promise<void> {
    const before = this.log.end;
    await list.advance(reading, (advance) => this.#append(list, advance));
    if (this.log.end > before) await this.#wakeAll();
  }

  /** Adds one who listens from a place on; null: from now on. Each of the lists has been read. */
  listen(key: string, subjects: ReadonlySet<Subject>, place: CursorPlace | null): Listener {
    if (place !== null && lastPositionOf(place) > this.log.end) throw notOurs();
    const isKept = place !== null && this.#isKept(place, subjects);
    const begin = isKept ? place : { position: this.log.end, steps: [] };
    const reader = new LogReader(this.log, subjects, begin);
    const listener = new Listener({ source: this, subjects, reader, isReset: !isKept });
    this.#listeners.add(listener);
    for (const subject of subjects) this.listOf(subject).listeners += 1;
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

  /** Ends the listeners of a list, whose key is refused, or all. */
  end(subject?: Subject, error?: Error): void {
    for (const listener of [...this.#listeners]) {
      if (subject === undefined || listener.subjects.has(subject)) listener.end(error);
    }
  }

  formatCursor(place: Place, subjects: ReadonlySet<Subject>): string {
    return this.#options.cursors.format(this.#mark, { ...place, subjects });
  }

  recordOf(subject: Subject, id: string): RegistryRecord | null {
    return this.#lists.get(subject)?.recordOf(id) ?? null;
  }

  /** Whether all that follows a place is known. */
  #isKept({ position, steps, subjects: told }: CursorPlace, subjects: ReadonlySet<Subject>) {
    if (position < this.log.dropped) return false;
    // What was told ahead of its turn was told of other lists.
    if (steps.length > 0 && !isSameSet(told, subjects)) return false;
    return subjects.values().every((subject) => this.listOf(subject).since <= position);
  }

  #append(list: FollowedList, { changes }: Advance): void {
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

  /** Tells all that there is something new, some at a time: what each does about it takes a moment. */
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

function lastPositionOf({ position, steps }: Place): number {
  return steps.at(-1)?.end ?? position;
}

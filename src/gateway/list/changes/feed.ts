import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import type { Ledger, LedgerEntry } from "../../base/ledger.ts";
import type { Clock } from "../../base/time/clock.ts";
import { giveWay } from "../../base/time/give-way.ts";
import type { Snapshot } from "../whole/snapshot.ts";
import { ChangeLog } from "./change-log.ts";
import { ChangeReader } from "./change-reader.ts";
import type { ComparedField } from "./compare.ts";
import type { Cursors, LogPlace } from "./cursor.ts";
import { FollowedList } from "./followed-list.ts";
import { Listener } from "./listener.ts";

const wokenAtOnce = 100;

const feedBytes = 4_000;

const keptMs = 60 * 60_000;

export interface FeedOptions {
  readonly fields: Readonly<Record<Subject, readonly ComparedField[]>>;
  readonly bytesOf: (record: RegistryRecord) => number;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

export class Feed {
  readonly keyDigest: string;
  readonly cursors: Cursors;
  readonly log: ChangeLog;
  readonly lists: Readonly<Record<Subject, FollowedList>>;
  key: string | null = null;
  /** Callers who are about to listen. It must not be deleted meanwhile. */
  joining = 0;
  leftAt = Number.NEGATIVE_INFINITY;
  readonly #clock: Clock;
  readonly #ledger: Ledger;
  #memory: LedgerEntry | undefined;
  readonly #listeners = new Set<Listener>();

  constructor(
    keyDigest: string,
    cursors: Cursors,
    start: number,
    { fields, bytesOf, clock, ledger }: FeedOptions,
  ) {
    this.keyDigest = keyDigest;
    this.cursors = cursors;
    this.log = new ChangeLog(start, () => clock.now(), bytesOf);
    this.lists = {
      tag: new FollowedList("tag", fields.tag, this.log),
      terminal: new FollowedList("terminal", fields.terminal, this.log),
    };
    this.#clock = clock;
    this.#ledger = ledger;
  }

  get isUsed(): boolean {
    return this.#listeners.size > 0 || this.joining > 0;
  }

  get followed(): readonly FollowedList[] {
    return Object.values(this.lists).filter(({ listeners }) => listeners > 0);
  }

  /** Returns false if nothing need be kept: nobody listens, and nobody can resume. */
  tidy(now: number): boolean {
    this.log.dropOld();
    const { isUsed } = this;
    const isKept = isUsed || (this.log.size > 0 && now <= this.leftAt + keptMs);
    const bytes = feedBytes + this.log.bytes + this.lists.tag.bytes + this.lists.terminal.bytes;
    this.#memoryFor(isUsed).set(isKept ? bytes : 0);
    return isKept;
  }

  /** Without listeners it is only kept for one who may come back. */
  #memoryFor(isUsed: boolean): LedgerEntry {
    const kind = isUsed ? "changes" : "snapshots";
    if (this.#memory?.kind === kind) return this.#memory;
    this.#memory?.close();
    const giveUp = () => this.#forget();
    this.#memory = this.#ledger.enter({ keyDigest: this.keyDigest, kind, giveUp });
    return this.#memory;
  }

  /** Its memory is needed. The next readings begin anew, and all listeners get a RESET. */
  #forget(): void {
    this.#memory = undefined;
    this.log.drop(this.log.size);
    for (const list of Object.values(this.lists)) list.forget();
  }

  async advance(list: FollowedList, snapshot: Snapshot): Promise<void> {
    const before = this.log.end;
    await list.advance(snapshot);
    if (this.log.end === before) return;
    let woken = 0;
    for (const listener of [...this.#listeners]) {
      listener.wake();
      woken += 1;
      if (woken % wokenAtOnce === 0) await giveWay();
    }
  }

  /**
   * Adds a listener, whose lists must have been read. If it cannot resume from `place`, it begins
   * now with a reset.
   */
  listen(key: string, subjects: ReadonlySet<Subject>, place: LogPlace | null): Listener {
    const start = place !== null && this.#isKept(place, subjects) ? place : null;
    const reader = new ChangeReader(this, subjects, start);
    const listener = new Listener(subjects, reader, (one) => this.#leave(one));
    this.#listeners.add(listener);
    for (const subject of subjects) {
      const list = this.lists[subject];
      list.listeners += 1;
      if (start === null) list.beginListening();
    }
    this.key = key;
    return listener;
  }

  end(subject?: Subject, error?: Error): void {
    for (const listener of [...this.#listeners]) {
      if (subject === undefined || listener.subjects.has(subject)) listener.end(error);
    }
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    for (const subject of listener.subjects) {
      const list = this.lists[subject];
      list.listeners -= 1;
      if (list.listeners === 0) list.stopReading?.();
    }
    if (this.#listeners.size > 0) return;
    this.key = null;
    this.leftAt = this.#clock.now();
  }

  #isKept({ position, end, subjects: earlier }: LogPlace, subjects: ReadonlySet<Subject>): boolean {
    if (position < this.log.dropped || end > this.log.end) return false;
    return subjects.values().every((subject) => earlier.has(subject));
  }
}

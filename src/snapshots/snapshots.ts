import type { Caller, RegistryClient } from "../upstream/client.ts";
import type { Clock } from "../upstream/clock.ts";
import { RegistryError } from "../upstream/errors.ts";
import type { Subject } from "../upstream/records.ts";
import { confirmList } from "./confirmation.ts";
import { derivedShare, HeldSnapshot, type Version } from "./held-snapshot.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { Reading } from "./reading.ts";
import { Room } from "./room.ts";

/** How snapshots are made and kept. */
export interface SnapshotsOptions {
  readonly client: RegistryClient;
  /** How old one may be, in milliseconds. 0: none is kept; those share one who ask for it while it is read. */
  readonly ttlMs: number;
  /** Memory that all of them may take. */
  readonly maxBytes: number;
  /** How old an answer of the registry may be that is given again, in milliseconds. */
  readonly cacheTtlMs: number;
  /** Records of a list that is still read whole; 0: none is. */
  readonly maxRecords: number;
  readonly clock: Clock;
  /** Is told of each reading when it has ended. */
  readonly onRead?: (report: ReadingReport) => void;
  /** Is told of each use, and whether it had to wait for a list to be read. */
  readonly onUse?: (from: "kept" | "read") => void;
}

/** A reading that has ended, for metrics. */
export interface ReadingReport {
  /** The code of the error by which it failed; undefined: it did not. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

/** The snapshots at this moment, for metrics. */
export interface SnapshotsFigures {
  /** Those that are kept. */
  readonly kept: number;
  /** The memory of all that are kept, used or being read, about. */
  readonly bytes: number;
  readonly reading: number;
  /** Lists that wait for room to be read. */
  readonly waiting: number;
}

/** How often time is looked at while there is anything: who waits, and what is kept, stays too long by this at most. */
const tickMs = 100;

/** This part of its life is left, or more, when a snapshot that is used all the time is renewed. */
const leftForRenewal = 0.2;

/** Memory that a record takes as a multiple of its JSON, and beside, as measured, and some more for others. */
const memoryOfText = 1.25;
const memoryOfRecord = 64;

/** Before the first page has told the size of a row. */
const typicalRowKilobytes = 0.5;

/**
 * The whole lists of all keys, each read once for all who ask: kept for a while, renewed in the background while they are used,
 * and bounded in bytes. A key is kept nowhere: a list is renewed on behalf of a caller who uses it.
 */
export class Snapshots implements Disposable {
  readonly #options: SnapshotsOptions;
  readonly #room: Room<HeldSnapshot>;
  /** By digest of the key and subject, as what is kept. */
  readonly #readings = new Map<string, Reading>();
  /** Orders what is asked for and what is read, also within a millisecond. */
  #steps = 0;
  #stopTicking: (() => void) | undefined;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#room = new Room(options.maxBytes);
  }

  get figures(): SnapshotsFigures {
    const { kept, bytes, reading, waiting } = this.#room;
    return { kept: kept.size, bytes, reading, waiting };
  }

  /**
   * The snapshot of a caller's list, once the registry has confirmed key and count by one call. It is in use until it is released.
   * @throws RegistryError
   */
  async use(caller: Caller, subject: Subject, isHolding: () => boolean): Promise<HeldSnapshot> {
    this.#steps += 1;
    const askedIn = this.#steps;
    const name = `${caller.lane} ${subject}`;
    const count = await this.#confirm(caller, subject, name);
    const isCurrent = (one: Version) => one.count === count || one.startedIn > askedIn;
    for (;;) {
      const kept = this.#takeKept(name, isCurrent);
      if (kept !== undefined) {
        this.#room.use(kept);
        this.#options.onUse?.("kept");
        this.#renewWhenDue(kept, caller, { name, count });
        return kept;
      }
      const reading = this.#readings.get(name) ?? this.#begin(caller, subject, { name, count });
      const asker = { scope: caller.scope, isHolding };
      const snapshot = await reading.join(asker, this.#options.clock.now());
      if (isCurrent(reading)) {
        this.#options.onUse?.("read");
        return snapshot;
      }
      this.#room.release(snapshot);
    }
  }

  /**
   * When an answer that is made of a snapshot is to count as asked for: it is given again for no longer than an answer of the
   * registry is, and than the snapshot itself.
   */
  dateOf({ takenAt }: HeldSnapshot): number {
    const { ttlMs, cacheTtlMs } = this.#options;
    return takenAt - Math.max(cacheTtlMs - ttlMs, 0);
  }

  /** Ends a use. */
  release(snapshot: HeldSnapshot): void {
    this.#room.release(snapshot);
  }

  /** Ends all reading. */
  [Symbol.dispose](): void {
    this.#stopTicking?.();
    for (const [name, reading] of this.#readings) this.#giveUp(name, reading);
  }

  /** @throws RegistryError */
  async #confirm(caller: Caller, subject: Subject, name: string): Promise<number | null> {
    try {
      return await confirmList(this.#options, caller, subject);
    } catch (error) {
      if (isRefusal(error)) this.#room.drop(name);
      throw error;
    }
  }

  /** What is kept and still good; what is not is given up. */
  #takeKept(name: string, isCurrent: (kept: HeldSnapshot) => boolean): HeldSnapshot | undefined {
    const kept = this.#room.take(name);
    if (kept === undefined) return undefined;
    if (this.#isYoung(kept) && isCurrent(kept)) return kept;
    this.#room.drop(name);
    return undefined;
  }

  #isYoung({ takenAt }: HeldSnapshot): boolean {
    return this.#options.clock.now() < takenAt + this.#options.ttlMs;
  }

  /** Has a list read again that is used, when the next use, as far from this one as this from the last, may come too late. */
  #renewWhenDue(kept: HeldSnapshot, caller: Caller, place: Place): void {
    const { ttlMs, clock } = this.#options;
    const now = clock.now();
    const sinceLast = now - kept.lastUsedAt;
    kept.lastUsedAt = now;
    const toRead = Math.min(2 * kept.figures.milliseconds, ttlMs / 2);
    const margin = Math.max(ttlMs * leftForRenewal, toRead, sinceLast);
    if (now + margin < kept.takenAt + ttlMs || kept.isRenewed) return;
    if (this.#readings.has(place.name) || !this.#room.hasRoomForTwo(kept)) return;
    kept.isRenewed = true;
    this.#begin(caller, kept.subject, place, kept);
  }

  #begin(
    { key, lane, scope }: Caller,
    subject: Subject,
    { name, count }: Place,
    previous?: HeldSnapshot,
  ): Reading {
    const { client, clock } = this.#options;
    const { memory } = client.listOf(subject, { key, lane, scope });
    const recordBytes = () => guessRecordBytes(memory.knowledge(1).rowKilobytes);
    const reading = new Reading({ subject, count, recordBytes, clock });
    this.#readings.set(name, reading);
    void this.#run(reading, { key, lane, scope: reading.scope }, { name, previous });
    this.#stopTicking ??= clock.every(tickMs, () => this.#tick());
    return reading;
  }

  async #run(reading: Reading, caller: Caller, { name, previous }: Succession): Promise<void> {
    const { client, maxRecords, clock, onRead } = this.#options;
    if (previous) this.#room.use(previous);
    let startedAt = clock.now();
    let code: string | undefined;
    try {
      await this.#room.enter(reading.share);
      startedAt = clock.now();
      this.#steps += 1;
      reading.startedIn = this.#steps;
      const list = await readSnapshot(reading, { client, caller, maxRecords, clock });
      const snapshot = new HeldSnapshot(list, reading);
      await previous?.renew(snapshot);
      // Another reading may have taken its place.
      if (reading.scope.isCancelled) throw reading.scope.overError(`/api/v1/${reading.subject}s`);
      this.#succeed(reading, snapshot, name);
    } catch (error) {
      code = error instanceof RegistryError ? error.code : "INTERNAL_SERVER_ERROR";
      this.#fail(reading, error, name);
    } finally {
      this.#room.leave(reading.share);
      if (previous) this.#room.release(previous);
      onRead?.({ code, milliseconds: clock.now() - startedAt });
    }
  }

  #succeed(reading: Reading, snapshot: HeldSnapshot, name: string): void {
    this.#readings.delete(name);
    // What was read takes its room from here on.
    reading.share.bytes = 0;
    this.#room.use(snapshot);
    if (this.#isYoung(snapshot)) this.#room.keep(name, snapshot);
    // Those who wait use it before room is made for others.
    reading.succeed(snapshot, this.#options.clock.now(), () => this.#room.use(snapshot));
    this.#room.release(snapshot);
  }

  #fail(reading: Reading, error: unknown, name: string): void {
    if (this.#readings.get(name) === reading) this.#readings.delete(name);
    if (isRefusal(error)) this.#room.drop(name);
    // What it still asks for is of no use.
    reading.scope.cancel();
    reading.fail(error, this.#options.clock.now());
  }

  /** Looks at the time for all. */
  #tick(): void {
    const now = this.#options.clock.now();
    for (const [name, reading] of this.#readings) {
      if (!reading.lookAtTime(now)) this.#giveUp(name, reading);
    }
    for (const [name, kept] of this.#room.kept) {
      if (!this.#isYoung(kept)) this.#room.drop(name);
    }
    this.#room.lookAround();
    if (this.#readings.size > 0 || this.#room.bytes > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  /** Whoever comes from now on begins another reading. */
  #giveUp(name: string, { scope, share }: Reading): void {
    this.#readings.delete(name);
    scope.cancel();
    this.#room.leave(share);
  }
}

/** Where a snapshot is kept, and the count that was just told of its list. */
interface Place {
  readonly name: string;
  readonly count: number | null;
}

/** Where a snapshot will be kept, and the one that it replaces. */
interface Succession {
  readonly name: string;
  readonly previous: HeldSnapshot | undefined;
}

function guessRecordBytes(kilobytes: number | null): number {
  const bytes = (kilobytes ?? typicalRowKilobytes) * 1000 * memoryOfText + memoryOfRecord;
  return bytes * (1 + derivedShare);
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  return error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN";
}

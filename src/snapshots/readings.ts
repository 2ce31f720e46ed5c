import type { Subject } from "../upstream/answers/records.ts";
import type { Caller, RegistryClient } from "../upstream/client.ts";
import { RegistryError } from "../upstream/errors.ts";
import type { Clock } from "../upstream/time/clock.ts";
import { derivedShare, HeldSnapshot, type ReadList } from "./keeping/held-snapshot.ts";
import type { Room } from "./keeping/room.ts";
import { readSnapshot } from "./reading/read-snapshot.ts";
import { Reading } from "./reading/reading.ts";
import type { SharedSnapshots } from "./sharing/shared-snapshots.ts";

/** How lists are read, and how long what was read is kept. */
export interface ReadingsOptions {
  readonly client: RegistryClient;
  /** How old a snapshot may be, in milliseconds. 0: none is kept; those share one who ask for it while it is read. */
  readonly ttlMs: number;
  /** Records of a list that is still read whole; 0: none is. */
  readonly maxRecords: number;
  readonly clock: Clock;
  /** What other gateways have read; undefined: this one reads all lists itself. */
  readonly shared?: SharedSnapshots | undefined;
  /** Is told of each reading when it has ended. */
  readonly onRead?: (report: ReadingReport) => void;
}

/** A reading that has ended, for metrics. */
export interface ReadingReport {
  /** The code of the error by which it failed; undefined: it did not. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

/** How often time is looked at while there is anything: who waits, and what is kept, stays too long by this at most. */
const tickMs = 100;

/** Memory that a record takes as a multiple of its JSON, and beside, as measured, and some more for others. */
const memoryOfText = 1.25;
const memoryOfRecord = 64;

/** Before the first page has told the size of a row. */
const typicalRowKilobytes = 0.5;

/** Where a snapshot is kept, and the count that was just told of its list. */
export interface Place {
  readonly name: string;
  readonly count: number | null;
  /** Whether it is to be read by this process and from now on, whatever others have read. @default false */
  readonly isAnew?: boolean;
}

/** The lists that are being read, or wait for room, each once. What was read is kept in the room, as long as it is young. */
export class Readings implements Disposable {
  readonly #options: ReadingsOptions;
  readonly #room: Room<HeldSnapshot>;
  readonly #readings = new Map<string, Reading>();
  #steps = 0;
  #stopTicking: (() => void) | undefined;

  constructor(options: ReadingsOptions, room: Room<HeldSnapshot>) {
    this.#options = options;
    this.#room = room;
  }

  /** Counts what is asked for and what is read, which orders it also within a millisecond. */
  takeStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** Whether a snapshot may still be used. */
  isYoung({ agesFrom }: HeldSnapshot): boolean {
    return this.#options.clock.now() < agesFrom + this.#options.ttlMs;
  }

  /** The reading of a list; undefined: it is not being read. */
  find(name: string): Reading | undefined {
    return this.#readings.get(name) ?? this.findAnew(name);
  }

  /** The reading of a list that has read, or will read, the registry; undefined: there is none. */
  findAnew(name: string): Reading | undefined {
    return this.#readings.get(this.#toKey({ name, isAnew: true }));
  }

  /**
   * Begins to read a list.
   * @param previous the snapshot that is to be renewed.
   */
  begin(
    { key, lane, scope }: Caller,
    subject: Subject,
    place: Place,
    previous?: HeldSnapshot,
  ): Reading {
    const { client, clock, shared } = this.#options;
    const { memory } = client.listOf(subject, { key, lane, scope });
    const recordBytes = () => guessRecordBytes(memory.knowledge(1).rowKilobytes);
    const reading = new Reading({ subject, count: place.count, recordBytes, clock });
    this.#readings.set(this.#toKey(place), reading);
    const waitMs = shared === undefined ? 0 : shared.waitMs - scope.storeWaitedMs(clock.now());
    const succession = { place, previous, waitMs };
    void this.#run(reading, { key, lane, scope: reading.scope }, succession);
    this.#stopTicking ??= clock.every(tickMs, () => this.#tick());
    return reading;
  }

  /** Ends all reading. */
  [Symbol.dispose](): void {
    this.#stopTicking?.();
    for (const [key, reading] of this.#readings) this.#giveUp(key, reading);
  }

  /** The name of a reading. Where lists are shared, one that is to be read by this process is not the same as any other. */
  #toKey({ name, isAnew = false }: Pick<Place, "name" | "isAnew">): string {
    return isAnew && this.#options.shared !== undefined ? `${name} anew` : name;
  }

  async #run(reading: Reading, caller: Caller, succession: Succession): Promise<void> {
    const { place, previous, waitMs } = succession;
    const { client, maxRecords, clock, shared, onRead } = this.#options;
    if (previous) this.#room.use(previous);
    let startedAt: number | undefined;
    let code: string | undefined;
    const read = () => {
      startedAt = clock.now();
      reading.startedIn = this.takeStep();
      return readSnapshot(reading, { client, caller, maxRecords, clock });
    };
    try {
      await this.#room.enter(reading.share);
      // For those who wait: as long as it is not read here, it may have been read before they asked.
      reading.startedIn = 0;
      const list =
        shared === undefined || place.isAnew
          ? (await read()).list
          : await shared.obtain({ reading, caller, previous, waitMs, read });
      checkStructure(list, previous);
      const derivableBytes = this.#room.roomBeside(list.figures.bytes);
      const snapshot = new HeldSnapshot({ ...list, derivableBytes }, reading);
      await previous?.renew(snapshot);
      // Another reading may have taken its place.
      if (reading.scope.isCancelled) throw reading.scope.overError(`/api/v1/${reading.subject}s`);
      this.#succeed(reading, snapshot, place);
    } catch (error) {
      code = error instanceof RegistryError ? error.code : "INTERNAL_SERVER_ERROR";
      this.#fail(reading, error, place);
    } finally {
      this.#room.leave(reading.share);
      if (previous) this.#room.release(previous);
      const isRead = startedAt !== undefined || code !== undefined;
      if (isRead) onRead?.({ code, milliseconds: clock.now() - (startedAt ?? clock.now()) });
    }
  }

  #succeed(reading: Reading, snapshot: HeldSnapshot, place: Place): void {
    const { name } = place;
    this.#readings.delete(this.#toKey(place));
    // What was read takes its room from here on.
    reading.share.bytes = 0;
    this.#room.use(snapshot);
    const kept = this.#room.kept.get(name);
    const isNewest = kept === undefined || kept.agesFrom <= snapshot.agesFrom;
    if (isNewest && this.isYoung(snapshot)) this.#room.keep(name, snapshot);
    // Those who wait use it before room is made for others.
    reading.succeed(snapshot, this.#options.clock.now(), () => this.#room.use(snapshot));
    this.#room.release(snapshot);
  }

  #fail(reading: Reading, error: unknown, place: Place): void {
    const key = this.#toKey(place);
    if (this.#readings.get(key) === reading) this.#readings.delete(key);
    if (isRefusal(error)) this.#room.drop(place.name);
    // What it still asks for is of no use.
    reading.scope.cancel();
    reading.fail(error, this.#options.clock.now());
  }

  /** Looks at the time for all. */
  #tick(): void {
    const now = this.#options.clock.now();
    for (const [key, reading] of this.#readings) {
      if (!reading.lookAtTime(now)) this.#giveUp(key, reading);
    }
    for (const [name, kept] of this.#room.kept) {
      if (!this.isYoung(kept)) this.#room.drop(name);
    }
    this.#room.lookAround();
    if (this.#readings.size > 0 || this.#room.bytes > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  /** Whoever comes from now on begins another reading. */
  #giveUp(key: string, { scope, share }: Reading): void {
    this.#readings.delete(key);
    scope.cancel();
    this.#room.leave(share);
  }
}

/** Where a snapshot will be kept, and the one that it replaces. */
interface Succession {
  readonly place: Place;
  /** How long whoever asks for it may still wait for the store, in milliseconds. */
  readonly waitMs: number;
  readonly previous: HeldSnapshot | undefined;
}

/** A renewal that would lose the structure has failed: what was read of it before is good until its time is over. */
function checkStructure({ structure }: ReadList, previous: HeldSnapshot | undefined): void {
  const wasRead = previous && !(previous.structure instanceof RegistryError);
  if (wasRead && structure instanceof RegistryError) throw structure;
}

function guessRecordBytes(kilobytes: number | null): number {
  const bytes = (kilobytes ?? typicalRowKilobytes) * 1000 * memoryOfText + memoryOfRecord;
  return bytes * (1 + derivedShare);
}

/** Whether a failure tells that the key may not read a list. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  return error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN";
}

import { listTemplate, type Subject } from "../../../registry-client/records.ts";
import type { Settings } from "../../../settings.ts";
import { isRefusal, RegistryError } from "../../base/errors.ts";
import type { Ledger } from "../../base/ledger.ts";
import { Places } from "../../base/places.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Caller, RegistryClient } from "../../call/client.ts";
import type { KeptSnapshots } from "./keeping/kept-snapshots.ts";
import { readSnapshot } from "./reading/read-snapshot.ts";
import { Reading } from "./reading/reading.ts";
import { type ReadList, Snapshot } from "./snapshot.ts";

export interface ReadingsOptions {
  /** With 0, only requests that wait for the same reading share a snapshot. */
  readonly settings: Pick<Settings, "SNAPSHOT_TTL_SECONDS" | "MAX_SCAN_RECORDS">;
  readonly client: RegistryClient;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly isShared?: boolean;
  readonly onRead?: (report: ReadingOutcome) => void;
}

export interface ReadingOutcome {
  readonly code: string | undefined;
  readonly milliseconds: number;
}

const tickMs = 100;

/** Estimates: for each byte of its JSON, and for the record itself. */
const bytesPerJsonByte = 1.25;
const bytesPerRecord = 64;

/** More would finish no sooner, and leave less of the registry to other requests. */
const maxRunning = 4;

export interface WantedList {
  readonly name: string;
  readonly count: number | null;
  readonly isFresh?: boolean;
}

/**
 * The lists that are being read or wait for their place: each once, and perhaps once more for those
 * who need it fresh. A list that was read is kept in memory while it is young.
 */
export class Readings implements Disposable {
  readonly #options: ReadingsOptions;
  readonly #ttlMs: number;
  readonly #kept: KeptSnapshots;
  readonly #readings = new Map<string, Reading>();
  readonly #places = new Places(maxRunning);
  #lastSequenceNumber = 0;
  #stopTicking: (() => void) | undefined;

  constructor(options: ReadingsOptions, kept: KeptSnapshots) {
    this.#options = options;
    this.#ttlMs = options.settings.SNAPSHOT_TTL_SECONDS * 1000;
    this.#kept = kept;
  }

  get running(): number {
    return this.#places.taken;
  }

  get waiting(): number {
    return this.#places.waiting;
  }

  /** In the order in which they begin. Several may begin within a millisecond. */
  takeSequenceNumber(): number {
    this.#lastSequenceNumber += 1;
    return this.#lastSequenceNumber;
  }

  isYoung({ agesFrom }: Snapshot): boolean {
    return this.#options.clock.now() < agesFrom + this.#ttlMs;
  }

  find(name: string): Reading | undefined {
    return this.#readings.get(name) ?? this.findFresh(name);
  }

  findFresh(name: string): Reading | undefined {
    return this.#readings.get(this.#nameOf({ name, isFresh: true }));
  }

  /**
   * Begins to read a list.
   * @param previous the snapshot to replace, if there is one.
   */
  begin(
    { key, keyDigest, budget }: Caller,
    subject: Subject,
    wanted: WantedList,
    previous?: Snapshot,
  ): Reading {
    const { client, clock, ledger } = this.#options;
    const { learned } = client.listOf(subject, { key, keyDigest, budget });
    const recordBytes = () => learned.rowBytes * bytesPerJsonByte + bytesPerRecord;
    const readingName = this.#nameOf(wanted);
    const onGivenUp = () => this.#forget(readingName, reading);
    const reading = new Reading({
      ...{ subject, keyDigest, count: wanted.count, recordBytes, clock, ledger, onGivenUp },
    });
    this.#readings.set(readingName, reading);
    const caller = { key, keyDigest, budget: reading.budget };
    void this.#run(reading, { caller, wanted, previous });
    this.#stopTicking ??= clock.every(tickMs, () => this.#tick());
    return reading;
  }

  [Symbol.dispose](): void {
    this.#stopTicking?.();
    for (const [name, reading] of this.#readings) this.#giveUp(name, reading);
  }

  /**
   * The name of a reading. If pages are shared, an ordinary reading may use some that another
   * gateway read a while ago, so a fresh one is made beside it, under its own name. If they are not
   * shared, every reading is fresh, and both have the same name.
   */
  #nameOf({ name, isFresh = false }: Pick<WantedList, "name" | "isFresh">): string {
    return isFresh && this.#options.isShared ? `${name} fresh` : name;
  }

  async #run(reading: Reading, task: ReadingTask): Promise<void> {
    const { wanted, previous } = task;
    try {
      await this.#places.take();
      const list = await this.#read(reading, task);
      checkStructure(list, previous);
      const { keyDigest } = task.caller;
      const snapshot = new Snapshot({ ...list, keyDigest }, reading);
      await previous?.renew(snapshot);
      // It was given up meanwhile, and another reading may have taken its place.
      if (reading.budget.isCancelled)
        throw reading.budget.deadlineError(listTemplate(reading.subject));
      this.#succeed(reading, snapshot, wanted);
      this.#report(reading, undefined);
    } catch (error) {
      this.#fail(reading, error, wanted);
      this.#report(reading, error instanceof RegistryError ? error.code : "INTERNAL_SERVER_ERROR");
    } finally {
      reading.memory.close();
      this.#places.giveBack();
    }
  }

  async #read(reading: Reading, { caller, wanted }: ReadingTask): Promise<ReadList> {
    const { settings, client, clock } = this.#options;
    const { MAX_SCAN_RECORDS: maxRecords } = settings;
    reading.startedAt = clock.now();
    reading.sequence = this.takeSequenceNumber();
    const list = await readSnapshot(reading, { client, caller, maxRecords, clock, wanted });
    // A page from another gateway may be older than any of this process's requests. A fresh reading
    // has none: what it found in the cache is its structure.
    if (!wanted.isFresh && caller.budget.cacheHits > 0) reading.sequence = 0;
    return list;
  }

  #succeed(reading: Reading, snapshot: Snapshot, wanted: WantedList): void {
    const { name } = wanted;
    this.#readings.delete(this.#nameOf(wanted));
    // From here on, the snapshot counts in place of the reading.
    reading.memory.close();
    const kept = this.#kept.get(name);
    const isNewest = kept === undefined || kept.agesFrom <= snapshot.agesFrom;
    if (isNewest && this.isYoung(snapshot)) this.#kept.keep(name, snapshot);
    reading.succeed(snapshot, this.#options.clock.now());
  }

  #fail(reading: Reading, error: unknown, wanted: WantedList): void {
    this.#forget(this.#nameOf(wanted), reading);
    if (isRefusal(error)) this.#kept.drop(wanted.name);
    // Nobody needs the calls that are still in flight.
    reading.budget.cancel();
    reading.fail(error, this.#options.clock.now());
  }

  #report({ startedAt }: Reading, code: string | undefined): void {
    const now = this.#options.clock.now();
    this.#options.onRead?.({ code, milliseconds: now - (startedAt ?? now) });
  }

  #tick(): void {
    const now = this.#options.clock.now();
    for (const [name, reading] of this.#readings) {
      reading.cancelOverdue(now);
      if (!reading.isWanted(now)) this.#giveUp(name, reading);
    }
    this.#kept.measure((snapshot) => this.isYoung(snapshot));
    if (this.#readings.size > 0 || this.#kept.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  #giveUp(name: string, reading: Reading): void {
    this.#forget(name, reading);
    reading.budget.cancel();
    reading.memory.close();
  }

  #forget(name: string, reading: Reading): void {
    if (this.#readings.get(name) === reading) this.#readings.delete(name);
  }
}

interface ReadingTask {
  readonly caller: Caller;
  readonly wanted: WantedList;
  readonly previous: Snapshot | undefined;
}

/**
 * If the structure could be read for the previous snapshot but not for the new one, fails the
 * renewal: the previous snapshot can still be used.
 */
function checkStructure({ structure }: ReadList, previous: Snapshot | undefined): void {
  if (previous === undefined || previous.structure instanceof RegistryError) return;
  if (structure instanceof RegistryError) throw structure;
}

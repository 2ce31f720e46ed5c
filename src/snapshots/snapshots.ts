import type { Subject } from "../upstream/answers/records.ts";
import type { Caller } from "../upstream/client.ts";
import { confirmList } from "./confirmation.ts";
import type { HeldSnapshot, Version } from "./keeping/held-snapshot.ts";
import { Room } from "./keeping/room.ts";
import { isRefusal, type Place, Readings, type ReadingsOptions } from "./readings.ts";

/** How snapshots are made and kept. */
export interface SnapshotsOptions extends ReadingsOptions {
  /** Memory that all of them may take. */
  readonly maxBytes: number;
  /** How old an answer of the registry may be that is given again, in milliseconds. */
  readonly cacheTtlMs: number;
  /** Is told of each use, and whether it had to wait for a list to be read. */
  readonly onUse?: (from: "kept" | "read") => void;
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

/** This part of its life is left, or more, when a snapshot that is used all the time is renewed. */
const leftForRenewal = 0.2;

/**
 * The whole lists of all keys, each read once for all who ask: kept for a while, renewed in the background while they are used,
 * and bounded in bytes. A key is kept nowhere: a list is renewed on behalf of a caller who uses it.
 */
export class Snapshots implements Disposable {
  readonly #options: SnapshotsOptions;
  readonly #room: Room<HeldSnapshot>;
  readonly #readings: Readings;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#room = new Room(options.maxBytes);
    this.#readings = new Readings(options, this.#room);
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
    const askedIn = this.#readings.takeStep();
    const name = nameOf(caller, subject);
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
      const reading =
        this.#readings.find(name) ?? this.#readings.begin(caller, subject, { name, count });
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
   * A caller's list as it is read from now on, or by a reading that is under way; it is kept for the next use. It is in use until
   * it is released.
   * @throws RegistryError
   */
  async readAnew(caller: Caller, subject: Subject): Promise<HeldSnapshot> {
    const { clock, ttlMs } = this.#options;
    const name = nameOf(caller, subject);
    const count = await this.#confirm(caller, subject, name);
    const kept = this.#room.kept.get(name);
    const now = clock.now();
    // What is derived from one that nobody has used for long is not worth being derived anew.
    const isUsed = kept !== undefined && now < kept.lastUsedAt + ttlMs;
    const previous = isUsed && this.#room.hasRoomForTwo(kept) ? kept : undefined;
    if (previous !== undefined) previous.isRenewed = true;
    const place = { name, count, isAnew: true };
    const reading =
      this.#readings.findAnew(name) ?? this.#readings.begin(caller, subject, place, previous);
    const asker = { scope: caller.scope, isHolding: () => false };
    const snapshot = await reading.join(asker, now);
    if (kept !== undefined) snapshot.lastUsedAt = Math.min(snapshot.lastUsedAt, kept.lastUsedAt);
    return snapshot;
  }

  /**
   * Asks the registry whether the key may read a list, by one call that is shared with equal ones.
   * @throws RegistryError
   */
  async confirm(caller: Caller, subject: Subject): Promise<void> {
    await this.#confirm(caller, subject, nameOf(caller, subject));
  }

  /**
   * When an answer that is made of a snapshot is to count as asked for: it is given again for no longer than an answer of the
   * registry is, and than the snapshot itself.
   */
  dateOf({ agesFrom }: HeldSnapshot): number {
    const { ttlMs, cacheTtlMs } = this.#options;
    return agesFrom - Math.max(cacheTtlMs - ttlMs, 0);
  }

  /** Ends a use. */
  release(snapshot: HeldSnapshot): void {
    this.#room.release(snapshot);
  }

  /** Ends all reading. */
  [Symbol.dispose](): void {
    this.#readings[Symbol.dispose]();
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
    if (this.#readings.isYoung(kept) && isCurrent(kept)) return kept;
    this.#room.drop(name);
    return undefined;
  }

  /** Has a list read again that is used, when the next use, as far from this one as this from the last, may come too late. */
  #renewWhenDue(kept: HeldSnapshot, caller: Caller, place: Place): void {
    const { ttlMs, clock } = this.#options;
    const now = clock.now();
    const sinceLast = now - kept.lastUsedAt;
    kept.lastUsedAt = now;
    const toRead = Math.min(2 * kept.figures.milliseconds, ttlMs / 2);
    const margin = Math.max(ttlMs * leftForRenewal, toRead, sinceLast);
    if (now + margin < kept.agesFrom + ttlMs || kept.isRenewed) return;
    if (this.#readings.find(place.name) || !this.#room.hasRoomForTwo(kept)) return;
    kept.isRenewed = true;
    this.#readings.begin(caller, kept.subject, place, kept);
  }
}

function nameOf({ lane }: Caller, subject: Subject): string {
  return `${lane} ${subject}`;
}

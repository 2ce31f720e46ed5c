import type { Subject } from "../../../registry-client/records.ts";
import type { Settings } from "../../../settings.ts";
import { isRefusal } from "../../base/errors.ts";
import { toFullCacheKey } from "../../base/key-digest.ts";
import type { Caller } from "../../call/client.ts";
import { confirmList } from "./confirmation.ts";
import { KeptSnapshots } from "./keeping/kept-snapshots.ts";
import { Readings, type ReadingsOptions, type WantedList } from "./readings.ts";
import type { Snapshot, Version } from "./snapshot.ts";

interface SnapshotsOptions extends ReadingsOptions {
  readonly settings: ReadingsOptions["settings"] & Pick<Settings, "CACHE_TTL_SECONDS">;
  readonly onUse?: (from: "kept" | "read") => void;
}

export interface SnapshotsStatistics {
  readonly kept: number;
  readonly reading: number;
  readonly waiting: number;
}

const renewalShare = 0.2;

/**
 * The snapshots of all keys' lists. A list is read once for all who ask, kept for a while, and
 * renewed in the background while it is used. No key is kept: each renewal uses the key of the
 * request that causes it.
 */
export class Snapshots implements Disposable {
  readonly #options: SnapshotsOptions;
  readonly #ttlMs: number;
  readonly #kept: KeptSnapshots;
  readonly #readings: Readings;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#ttlMs = options.settings.SNAPSHOT_TTL_SECONDS * 1000;
    this.#kept = new KeptSnapshots(options.ledger);
    this.#readings = new Readings(options, this.#kept);
  }

  get statistics(): SnapshotsStatistics {
    const { running, waiting } = this.#readings;
    return { kept: this.#kept.size, reading: running, waiting };
  }

  /**
   * The snapshot of a caller's list. Costs one REST call, which confirms the key and the count, and
   * those of reading the list if no current snapshot is kept.
   * @throws RegistryError
   */
  async use(caller: Caller, subject: Subject): Promise<Snapshot> {
    const sequence = this.#readings.takeSequenceNumber();
    const name = nameOf(caller, subject);
    const count = await this.#confirm(caller, subject, name);
    // A snapshot whose reading began after this request is current, whatever its count.
    const isCurrent = (one: Version) => one.count === count || one.sequence > sequence;
    const wanted = { name, count };
    for (;;) {
      const kept = this.#takeKept(name, isCurrent);
      if (kept !== undefined) return this.#beginUse(kept, caller, wanted);
      const reading = this.#readings.find(name) ?? this.#readings.begin(caller, subject, wanted);
      const snapshot = await reading.join(caller.budget, this.#options.clock.now());
      if (isCurrent(reading)) {
        this.#options.onUse?.("read");
        return snapshot;
      }
      // Its reading began before the count changed, so the list must be read again.
    }
  }

  /**
   * A snapshot of a caller's list that is read now, or that is being read. It is kept for the next
   * use. Costs one REST call more than reading the list, to confirm the key.
   * @throws RegistryError
   */
  async readFresh(caller: Caller, subject: Subject): Promise<Snapshot> {
    const { clock } = this.#options;
    const name = nameOf(caller, subject);
    const count = await this.#confirm(caller, subject, name);
    const kept = this.#kept.get(name);
    const now = clock.now();
    // Unless somebody used the old one just now, its derivations are not worth repeating.
    const isUsed = kept !== undefined && now < kept.lastUsedAt + this.#ttlMs;
    const previous = isUsed ? kept : undefined;
    if (previous !== undefined) previous.isRenewed = true;
    const wanted = { name, count, isFresh: true };
    const reading =
      this.#readings.findFresh(name) ?? this.#readings.begin(caller, subject, wanted, previous);
    const snapshot = await reading.join(caller.budget, now);
    // A fresh reading does not count as a use.
    if (kept !== undefined) snapshot.lastUsedAt = Math.min(snapshot.lastUsedAt, kept.lastUsedAt);
    return snapshot;
  }

  /**
   * Asks the registry whether the key may read a list, by one call. Equal calls are shared.
   * @throws RegistryError
   */
  async confirm(caller: Caller, subject: Subject): Promise<void> {
    await this.#confirm(caller, subject, nameOf(caller, subject));
  }

  /**
   * The time from which a GraphQL response made from a snapshot ages. With it, the response is
   * cached no longer than the snapshot can be used, and no longer than a response from the
   * registry.
   */
  responsesAgeFrom({ agesFrom }: Snapshot): number {
    const { CACHE_TTL_SECONDS, SNAPSHOT_TTL_SECONDS } = this.#options.settings;
    return agesFrom - Math.max(CACHE_TTL_SECONDS - SNAPSHOT_TTL_SECONDS, 0) * 1000;
  }

  [Symbol.dispose](): void {
    this.#readings[Symbol.dispose]();
  }

  async #confirm(caller: Caller, subject: Subject, name: string): Promise<number | null> {
    try {
      return await confirmList(this.#options, caller, subject);
    } catch (error) {
      if (isRefusal(error)) this.#kept.drop(name);
      throw error;
    }
  }

  #beginUse(kept: Snapshot, caller: Caller, wanted: WantedList): Snapshot {
    this.#options.onUse?.("kept");
    if (this.#isRenewalDue(kept)) this.#renew(kept, caller, wanted);
    kept.lastUsedAt = this.#options.clock.now();
    return kept;
  }

  #takeKept(name: string, isCurrent: (kept: Snapshot) => boolean): Snapshot | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined) return undefined;
    if (this.#readings.isYoung(kept) && isCurrent(kept)) return kept;
    this.#kept.drop(name);
    return undefined;
  }

  /**
   * Whether a snapshot is partial and the pause after it is over, or little of its life is left:
   * less than a fixed share of it, less than reading the list may take, or less than the time since
   * the last use. The next use will probably come after the same interval.
   */
  #isRenewalDue(kept: Snapshot): boolean {
    const { agesFrom, lastUsedAt, cost, isPartial, retryPauseMs } = kept;
    const ttlMs = this.#ttlMs;
    const now = this.#options.clock.now();
    if (isPartial && now >= agesFrom + cost.milliseconds + retryPauseMs) return true;
    const leftMs = agesFrom + ttlMs - now;
    const maxReadingMs = Math.min(2 * cost.milliseconds, ttlMs / 2);
    return leftMs <= Math.max(ttlMs * renewalShare, maxReadingMs, now - lastUsedAt);
  }

  #renew(kept: Snapshot, caller: Caller, wanted: WantedList): void {
    if (kept.isRenewed || this.#readings.find(wanted.name)) return;
    kept.isRenewed = true;
    this.#readings.begin(caller, kept.subject, wanted, kept);
  }
}

function nameOf({ keyDigest }: Caller, subject: Subject): string {
  return toFullCacheKey(keyDigest, subject);
}

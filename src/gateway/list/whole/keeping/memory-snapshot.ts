import type { RegistryError } from "../../../base/errors.ts";
import type { RegistryRecord, StructureRecord, Subject } from "../../../call/decode/records.ts";
import type { Derived, ReadingCost, Snapshot } from "../snapshot.ts";
import type { Incomplete } from "./incomplete.ts";

/** The memory of what searches and filters usually derive from records, as a share of the memory of the records. */
export const derivedShare = 0.6;

/** How long after an incomplete reading of a list another one is tried, in milliseconds. The pause doubles each time. */
const firstRetryPauseMs = 1_000;

/** The data of a snapshot. */
export interface SnapshotData {
  readonly subject: Subject;
  readonly records: readonly RegistryRecord[];
  /** Set if records that were in the list all along may be missing. */
  readonly incomplete: Incomplete | null;
  readonly structure: StructureRecord | null | RegistryError;
  /** When its first page was requested, by the clock of the gateway that read it. */
  readonly takenAt: number;
  /** The same by this process's clock. The snapshot's age counts from there. */
  readonly agesFrom: number;
  readonly cost: ReadingCost;
}

/** What shows whether a snapshot is current for a request. */
export interface Version {
  /** The count that the registry gave just before the list was read; null if it gave none. */
  readonly count: number | null;
  /**
   * The number of its reading. Requests and readings are numbered together, so it shows whether the reading or a request began
   * first.
   */
  readonly sequence: number;
}

/** A snapshot in memory, with what decides how long it can be used. */
export class MemorySnapshot implements Snapshot<Subject>, Version {
  readonly subject: Subject;
  readonly keyDigest: string;
  readonly records: readonly RegistryRecord[];
  readonly incomplete: Incomplete | null;
  readonly structure: StructureRecord | null | RegistryError;
  readonly takenAt: number;
  readonly agesFrom: number;
  readonly cost: ReadingCost;
  readonly maxDerivedBytes: number;
  readonly count: number | null;
  readonly sequence: number;
  lastUsedAt: number;
  /** Whether a renewal has begun. If it fails, none follows in the background. */
  isRenewed = false;
  /** If it is incomplete: how long after it was read another reading is tried, in milliseconds. */
  retryPauseMs = firstRetryPauseMs;
  #derived: Derived<Subject> | undefined;

  constructor(
    list: SnapshotData & Pick<MemorySnapshot, "keyDigest" | "maxDerivedBytes">,
    { count, sequence }: Version,
  ) {
    const { subject, records, incomplete, structure, takenAt, agesFrom, cost } = list;
    this.subject = subject;
    this.keyDigest = list.keyDigest;
    this.records = records;
    this.incomplete = incomplete;
    this.structure = structure;
    this.takenAt = takenAt;
    this.agesFrom = agesFrom;
    this.cost = cost;
    this.maxDerivedBytes = list.maxDerivedBytes;
    this.count = count;
    this.sequence = sequence;
    this.lastUsedAt = agesFrom;
  }

  /** The memory that it takes, including what is derived from it. */
  get bytes(): number {
    return this.cost.bytes + (this.#derived?.bytes ?? 0);
  }

  /** How much more memory searches and filters will probably need for what they derive from it. */
  get growth(): number {
    return Math.max(this.cost.bytes * derivedShare - (this.#derived?.bytes ?? 0), 0);
  }

  derive<T extends Derived<Subject>>(create: () => T): T {
    this.#derived ??= create();
    // All callers derive the same type from a list.
    return this.#derived as T;
  }

  /** Repeats this snapshot's derivations on a newer one. If neither is whole, the pause until the next attempt doubles. */
  async renew(next: MemorySnapshot): Promise<void> {
    if (this.incomplete !== null) next.retryPauseMs = 2 * this.retryPauseMs;
    next.#derived = await this.#derived?.renew(next);
  }
}

import type { RegistryError } from "../../base/errors.ts";
import type { RegistryRecord, StructureRecord, Subject } from "../../call/decode/records.ts";
import type { Incomplete } from "./keeping/incomplete.ts";

/** Something derived from a snapshot's records and kept with them. */
export interface Derived<S extends Subject> {
  /** The memory that it takes in addition to the records. It may grow with use. */
  readonly bytes: number;
  /** Repeats this snapshot's derivations on a newer one, before that one is served. Whatever is ready here is then ready there. */
  renew(next: Snapshot<S>): Promise<Derived<S>>;
}

/** What reading a snapshot cost. */
export interface ReadingCost {
  /** How many records the list has, without those that have no id. */
  readonly records: number;
  /** REST calls, including the one for the structure. */
  readonly calls: number;
  /** The memory that the records take. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A key's whole list, as it was when it was read. */
export interface Snapshot<S extends Subject> {
  readonly subject: S;
  /** The key's digest. */
  readonly keyDigest: string;
  /** In the registry's order. */
  readonly records: readonly RegistryRecord<S>[];
  /** Set if the list could not be read whole: records that were in it all along may be missing. */
  readonly incomplete: Incomplete | null;
  /** When its first page was requested, in milliseconds since 1970. */
  readonly takenAt: number;
  /** The structure of the list's additional data, read with it. Null if the registry has none, an error if it could not be read. */
  readonly structure: StructureRecord | null | RegistryError;
  readonly cost: ReadingCost;
  /** Maximum memory of what is derived from it. With more, it could not be kept, and each use would read the list again. */
  readonly maxDerivedBytes: number;
  /** Calls `create` only the first time, and returns its result every time. */
  derive<T extends Derived<S>>(create: () => T): T;
}

/** The snapshots of a caller's key, in one GraphQL request. */
export interface CallersSnapshots {
  /**
   * A snapshot of a list: one that is kept, or one that is read now. It is the same one throughout a request.
   * @throws RegistryError also `SCAN_TOO_LARGE`, if the list has more records than may be read.
   */
  use<S extends Subject>(subject: S): Promise<Snapshot<S>>;
}

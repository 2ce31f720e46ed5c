import type { RegistryRecord, StructureRecord, Subject } from "../upstream/answers/records.ts";
import type { RegistryError } from "../upstream/errors.ts";

/** Something worked out from a snapshot's records. */
export interface Derived<Kind extends Subject> {
  /** How much memory it takes beside the records; may grow as it is used. */
  readonly bytes: number;
  /** The same for a newer snapshot, as ready as this one is, before that one is served. */
  renew(next: Snapshot<Kind>): Promise<Derived<Kind>>;
}

/** What it took to read a snapshot. */
export interface SnapshotFigures {
  /** Records that the list has; those without an id are left out. */
  readonly records: number;
  /** REST calls, that of the structure included. */
  readonly calls: number;
  /** The memory that the records take. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A key's whole list, as it was when it was read. */
export interface Snapshot<Kind extends Subject> {
  readonly subject: Kind;
  /** In the registry's order. */
  readonly records: readonly RegistryRecord<Kind>[];
  /** When its first page was asked for, in milliseconds since 1970. */
  readonly takenAt: number;
  /** The structure of the list's additional data, read with it; null where the registry has none, an error where it could not be read. */
  readonly structure: StructureRecord | null | RegistryError;
  readonly figures: SnapshotFigures;
  /** How much memory what is derived from it may take: with more it would not be kept, and the list be read for each use. */
  readonly derivableBytes: number;
  /** What is derived from it: made by the first who asks, then kept with it. */
  derive<T extends Derived<Kind>>(create: () => T): T;
}

/** The snapshots of one caller's key, in one GraphQL request. */
export interface CallersSnapshots {
  /**
   * The list as a snapshot has it: one that is kept, or one that is read now. The same one throughout a request.
   * @throws RegistryError `SCAN_TOO_LARGE` where the list has more records than may be read for it, and whatever reading it throws.
   */
  use<Kind extends Subject>(subject: Kind): Promise<Snapshot<Kind>>;
}

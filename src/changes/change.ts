import type { RegistryRecord, Subject } from "../upstream/records.ts";

/** What became of a record. */
export type ChangeKind = "ADDED" | "CHANGED" | "REMOVED";

/** A change of a record, between one reading of its list and the next. */
export interface RecordChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  /** What changed, by the schema's names; null where all came or went. */
  readonly fields: readonly string[] | null;
}

/** A change as a listener is told of it. */
export interface ToldChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  readonly fields: readonly string[] | null;
  /** The record as it is now; null when it is gone. */
  readonly record: RegistryRecord | null;
  /** From where on a listener goes on who has been told of this. */
  readonly cursor: string;
  /** The same for all listeners of the key who are told of just this; undefined: it was put together for one. */
  readonly position: number | undefined;
}

/** Whoever listens begins anew: what they know of the lists may be wrong, and changes are told from here on. */
export interface Reset {
  readonly kind: "RESET";
  readonly cursor: string;
}

/** What listeners are told. */
export type Told = ToldChange | Reset;

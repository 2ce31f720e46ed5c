import type { RegistryRecord, Subject } from "../upstream/answers/records.ts";

/** What happened to a record. */
export type ChangeKind = "ADDED" | "CHANGED" | "REMOVED";

/** What differs in a record between two readings of its list. */
export interface RecordChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  /** The schema's names of the fields that changed; null if the record was added or removed. */
  readonly fields: readonly string[] | null;
}

/** A change, as a listener gets it. */
export interface ToldChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  readonly fields: readonly string[] | null;
  /** The record as it is now; null if it is gone. */
  readonly record: RegistryRecord | null;
  /** Where a listener that has got this goes on. */
  readonly cursor: string;
  /** All of the key's listeners get the same change for the same position. Undefined if several changes were merged for one listener. */
  readonly position: number | undefined;
}

/** Tells a listener to read its lists again, as it may have missed changes. Later changes follow. */
export interface Reset {
  readonly kind: "RESET";
  readonly cursor: string;
}

/** What a listener gets. */
export type Told = ToldChange | Reset;

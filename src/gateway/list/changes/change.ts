import type { RegistryRecord, Subject } from "../../call/decode/records.ts";

/** What happened to a record. */
export type ChangeKind = "ADDED" | "CHANGED" | "REMOVED";

/** What differs in a record between two snapshots of its list. */
export interface RecordChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  /** The schema's names of the fields that changed; null if the record was added or removed. */
  readonly fields: readonly string[] | null;
}

/** A change, as a listener receives it. */
interface DeliveredChange {
  readonly kind: ChangeKind;
  readonly subject: Subject;
  readonly id: string;
  readonly fields: readonly string[] | null;
  /** The record as it is now; null if it is gone. */
  readonly record: RegistryRecord | null;
  /** Where to continue after this. */
  readonly cursor: string;
  /**
   * Its place in the log, at which all listeners to the same lists receive the same event. Undefined while merged changes make this
   * listener's events differ.
   */
  readonly position: number | undefined;
}

/** Tells a listener to read its lists again, because it may have missed changes. Later changes follow. */
interface Reset {
  readonly kind: "RESET";
  readonly cursor: string;
}

/** What a listener receives. */
export type ChangeEvent = DeliveredChange | Reset;

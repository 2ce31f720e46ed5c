import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";

export interface RecordChange {
  readonly kind: "ADDED" | "CHANGED" | "REMOVED";
  readonly subject: Subject;
  readonly id: string;
  readonly fields: readonly string[] | null;
}

interface DeliveredChange extends RecordChange {
  /** The record as it is now; null if it is gone. */
  readonly record: RegistryRecord | null;
  readonly cursor: string;
  /**
   * Its place in the log, at which all listeners to the same lists receive the same event.
   * Undefined while merged changes make this listener's events differ.
   */
  readonly position: number | undefined;
}

export type ChangeEvent =
  | DeliveredChange
  | {
      readonly kind: "RESET";
      readonly cursor: string;
    };

import type { ChangeKind } from "../change.ts";
import type { LoggedChange } from "./change-log.ts";

/** Several changes of a record as one. */
export interface MergedChange {
  readonly kind: ChangeKind;
  readonly fields: readonly string[] | null;
}

/** The later changes of a change's record, up to the position `end`. */
export function findLater(change: LoggedChange, end: number): readonly LoggedChange[] {
  const later: LoggedChange[] = [];
  for (let next = change.next; next !== undefined && next.position <= end; next = next.next) {
    later.push(next);
  }
  return later;
}

/** Merges a change with later ones of the same record; null if they cancel each other out. */
export function mergeChanges(
  first: LoggedChange,
  later: readonly LoggedChange[],
): MergedChange | null {
  let kind: ChangeKind | null = first.kind;
  const fields = new Set(first.fields);
  for (const change of later) {
    for (const field of change.fields ?? change.sinceRemoval) fields.add(field);
    kind = mergeKinds(kind, change.kind);
  }
  if (kind === null) return null;
  return { kind, fields: kind === "CHANGED" ? [...fields] : null };
}

function mergeKinds(before: ChangeKind | null, next: ChangeKind): ChangeKind | null {
  if (before === null) return next;
  if (next === "REMOVED") return before === "ADDED" ? null : "REMOVED";
  return before === "ADDED" ? "ADDED" : "CHANGED";
}

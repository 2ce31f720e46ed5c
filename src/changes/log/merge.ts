import type { ChangeKind } from "../change.ts";
import type { LoggedChange } from "./change-log.ts";

/** Several changes of a record as one. */
export interface MergedChange {
  readonly kind: ChangeKind;
  readonly fields: readonly string[] | null;
}

/**
 * Merges a change with the record's later ones, up to a position; null if they cancel each other out.
 * @param onMerged called with the position of each later one.
 */
export function mergeFrom(
  first: LoggedChange,
  end: number,
  onMerged: (position: number) => void,
): MergedChange | null {
  let kind: ChangeKind | null = first.kind;
  const fields = new Set(first.fields);
  for (let next = first.next; next !== undefined && next.position <= end; next = next.next) {
    onMerged(next.position);
    for (const field of next.fields ?? next.sinceRemoval) fields.add(field);
    kind = mergeKinds(kind, next.kind);
  }
  if (kind === null) return null;
  return { kind, fields: kind === "CHANGED" ? [...fields] : null };
}

function mergeKinds(before: ChangeKind | null, next: ChangeKind): ChangeKind | null {
  if (before === null) return next;
  if (next === "REMOVED") return before === "ADDED" ? null : "REMOVED";
  return before === "ADDED" ? "ADDED" : "CHANGED";
}

import type { RecordPage, RegistryRow, Subject } from "../decoding/records.ts";
import { RegistryError } from "../errors.ts";

/*
 * A run may lack rows where two of its pages have no row in common. If both functions below return true, it has all rows of its
 * list.
 */

/** Whether every page states this number of rows as the list's count. */
export function equalsEveryCount(
  rows: number,
  pages: Iterable<Pick<RecordPage<Subject>, "count">>,
): boolean {
  for (const { count } of pages) if (count !== rows) return false;
  return true;
}

/** Whether no id occurs twice. Rows that could not be read do not matter. */
export function haveDistinctIds(rows: readonly RegistryRow<Subject>[]): boolean {
  const ids = new Set<string>();
  for (const row of rows) {
    if (row instanceof RegistryError) continue;
    if (ids.has(row.id)) return false;
    ids.add(row.id);
  }
  return true;
}

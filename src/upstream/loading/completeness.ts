import type { RecordPage, RegistryRow, Subject } from "../decoding/records.ts";
import { RegistryError } from "../errors.ts";

/*
 * A run may lack rows if two of its pages share none. It has all rows of its list if both of these hold.
 */

/** Whether the count of every page equals a number of rows. */
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

import { decodeObject, tryDecode } from "../../call/decode/json-values.ts";
import type { CursorRows, RowIndex } from "./cursor-rows.ts";

/** How many rows on either side of a boundary are looked at, at most. */
const near = 50;

/** How many different times show an order. */
const fewestTimes = 3;

/** The times of a record by which registries order their lists (interface §2.1, §2.2). */
const times = ["last_update", "added_when"];

/** Rows whose times can be read. */
type TimedRows = Pick<CursorRows, "length" | "textAt">;

/**
 * At which end of its list the newest rows are, by the times of those around a boundary; null if these are in no order, or too few to
 * tell. Premise: as many different times are not in order by chance, neither there nor on any page that was read. A few times, or many
 * equal ones, are. Rows that were put in again elsewhere together are in order among themselves, so this alone does not prove that
 * none were.
 * @param pages all pages that were read to find the boundary.
 */
export function newestAt(
  rows: TimedRows,
  boundary: RowIndex,
  pages: readonly TimedRows[] = [],
): "start" | "end" | null {
  const around = fieldsOf(rows, Math.max(boundary - near, 0), boundary + near);
  const onPages = pages.map((page) => fieldsOf(page, 0, 2 * near));
  for (const time of times) {
    const steps = stepsOf(around, time);
    if (countTimes(around, time) < fewestTimes) continue;
    const all = [steps, ...onPages.map((records) => stepsOf(records, time))].flat();
    if (all.every((step) => step >= 0)) return "end";
    if (all.every((step) => step <= 0)) return "start";
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>> | null;

function fieldsOf(
  { length, textAt }: TimedRows,
  start: RowIndex,
  end: RowIndex,
): readonly Fields[] {
  return Array.from({ length: Math.max(Math.min(end, length) - start, 0) }, (_, nth) => {
    const text = textAt(start + nth);
    return text === null ? null : tryDecode(decodeObject, text);
  });
}

function countTimes(records: readonly Fields[], time: string): number {
  return new Set(records.map((fields) => Number(fields?.[time]))).size;
}

/** By how much each time is later than the one before it. */
function stepsOf(records: readonly Fields[], time: string): readonly number[] {
  const values = records.map((fields) => Number(fields?.[time]));
  return values.slice(1).map((value, at) => value - (values[at] ?? Number.NaN));
}

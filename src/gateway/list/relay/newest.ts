import { decodeObject, tryDecode } from "../../call/decode/json-values.ts";
import type { CursorRows, RowIndex } from "./cursor-rows.ts";

/** How many rows on either side of a boundary are looked at. */
const near = 8;

/** The times of a record by which registries order their lists (interface §2.1, §2.2). */
const times = ["last_update", "added_when"];

/**
 * At which end of its list the newest rows are, by the times of those around a boundary; null if these are in no order. Premise: the
 * times of so many rows are in order by chance only where all are the same.
 */
export function newestAt(rows: CursorRows, boundary: RowIndex): "start" | "end" | null {
  const start = Math.max(boundary - near, 0);
  const end = Math.min(boundary + near, rows.length);
  const records = Array.from({ length: end - start }, (_, nth) => fieldsOf(rows, start + nth));
  for (const time of times) {
    const values = records.map((fields) => Number(fields?.[time]));
    const steps = values.slice(1).map((value, at) => value - (values[at] ?? Number.NaN));
    if (steps.every((step) => step >= 0) && steps.some((step) => step > 0)) return "end";
    if (steps.every((step) => step <= 0) && steps.some((step) => step < 0)) return "start";
  }
  return null;
}

function fieldsOf({ textAt }: CursorRows, index: RowIndex) {
  const text = textAt(index);
  return text === null ? null : tryDecode(decodeObject, text);
}

import type { JsonObject } from "../../connect/json.ts";
import { cellToText, cellToTime } from "./cells.ts";
import type { DraftColumn } from "./draft-column.ts";

export type ColumnKind = "value" | "time" | "image";

/** The names of columns whose text people copy, but do not read. They stay narrow. */
const opaqueNames = new Set(["cursor", "id"]);
const opaqueWidth = 16;

const [minWidth, maxWidth] = [4, 44];

const widthSampleSize = 200;

const kindSampleSize = 50;

const timeNames = new Set(["addedAt", "updatedAt", "addedWhen", "lastUpdate"]);

/** The kind of a column's cells. Times are recognized by the column's name and its first rows. */
export function columnKindOf(rows: readonly JsonObject[], column: DraftColumn): ColumnKind {
  if (column.isImage) return "image";
  return isTimeColumn(rows, column) ? "time" : "value";
}

function isTimeColumn(rows: readonly JsonObject[], { name, read }: DraftColumn): boolean {
  if (!timeNames.has(name)) return false;
  return rows.slice(0, kindSampleSize).every((row) => {
    const cell = read(row);
    return cell === null || cell === undefined || cellToTime(cell) !== null;
  });
}

/** A column's width in characters, so that its header and most of its cells fit: from 4 to 44. */
export function columnWidthOf(
  rows: readonly JsonObject[],
  { name, label, read }: DraftColumn,
): number {
  if (opaqueNames.has(name)) return opaqueWidth;
  const step = Math.max(1, Math.floor(rows.length / widthSampleSize));
  let longest = label.length + 2;
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at];
    if (row) longest = Math.max(longest, Math.min(maxWidth, cellToText(read(row)).length));
  }
  return Math.max(minWidth, Math.min(maxWidth, longest));
}

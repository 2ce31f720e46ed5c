import type { JsonObject } from "../../connect/json.ts";
import { toText, toTime } from "./cells.ts";

/** The kind of a column's cells, which decides how they look. */
export type ColumnKind = "value" | "time" | "image";

/** A column before its look is known. */
export interface PlainColumn {
  /** The name of its field, or its key in a JSON object. */
  readonly name: string;
  /** The text of its header, such as `home.terminal.name`. */
  readonly label: string;
  readonly isImage: boolean;
  /** The cell of a row; undefined if the row has none. */
  readonly read: (row: JsonObject) => unknown;
}

/** Columns of text that people copy, but do not read. They stay narrow. */
const opaqueNames = new Set(["cursor", "id"]);
const opaqueWidth = 16;

const [leastWidth, mostWidth] = [4, 44];

/** About how many rows are looked at to find a column's width. */
const sampleSize = 200;

const timeNames = new Set(["addedAt", "updatedAt", "addedWhen", "lastUpdate"]);

/** The kind of a column's cells, by its name and its first rows. */
export function kindOf(rows: readonly JsonObject[], column: PlainColumn): ColumnKind {
  if (column.isImage) return "image";
  return isTimeColumn(rows, column) ? "time" : "value";
}

function isTimeColumn(rows: readonly JsonObject[], { name, read }: PlainColumn): boolean {
  if (!timeNames.has(name)) return false;
  return rows.slice(0, 50).every((row) => {
    const cell = read(row);
    return cell === null || cell === undefined || toTime(cell) !== null;
  });
}

/** A column's width in characters, so that its header and most of its cells fit: from 4 to 44. */
export function widthOf(rows: readonly JsonObject[], { name, label, read }: PlainColumn): number {
  if (opaqueNames.has(name)) return opaqueWidth;
  const step = Math.max(1, Math.floor(rows.length / sampleSize));
  let longest = label.length + 2;
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at];
    if (row) longest = Math.max(longest, Math.min(mostWidth, toText(read(row)).length));
  }
  return Math.max(leastWidth, Math.min(mostWidth, longest));
}

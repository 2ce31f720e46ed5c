import { isObject, type JsonObject } from "../../connect/json.ts";
import { cellToText, isConnectionLike } from "./cells.ts";
import { columnsOfEntries, isEntryList } from "./entry-columns.ts";
import { columnsOfObject, type DraftColumn } from "./object-columns.ts";
import type { SelectedField } from "./selection.ts";

export interface TableColumn extends Pick<DraftColumn, "id" | "label" | "name" | "read"> {
  readonly width: number;
}

/** A JSON value stays in one column if it would need more columns than this. */
const maxJsonColumns = 100;

/**
 * The columns of a table, in the order of the selection. A nested object becomes one column for
 * each of its fields, a JSON object one for each key that any row has, and a list of
 * `additionalDataFields` at least one for each identifier. Column ids are unique.
 */
export function columnsOf(
  given: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
): readonly TableColumn[] {
  const rows = given.filter((row) => row !== null);
  const wholeRow = { id: "", label: "", field: null, read: (row: JsonObject) => row };
  return columnsOfObject(wholeRow, fields, rows)
    .flatMap((column) => split(column, rows))
    .map((column) => ({ ...column, width: widthOf(rows, column) }));
}

function split(column: DraftColumn, rows: readonly JsonObject[]): readonly DraftColumn[] {
  const parts = partsOf(column, rows).flatMap((part) => split(part, rows));
  const isJson = selectedIn(column).length === 0;
  const isTooWide = isJson && parts.length > maxJsonColumns;
  return parts.length === 0 || isTooWide ? [column] : parts;
}

function partsOf(column: DraftColumn, rows: readonly JsonObject[]): readonly DraftColumn[] {
  const first = firstCellOf(column, rows);
  // Without cells, the selection alone decides.
  if (first === undefined) return columnsOfObject(column, selectedIn(column), rows);
  // One scalar keeps the column whole, so the other rows need not be read.
  if (typeof first !== "object") return [];
  const cells = rows.map(column.read).filter(isPresent);
  if (cells.every(isEntryList)) return columnsOfEntries(column, cells);
  const isNested = cells.every(isObject) && !isConnectionLike(first);
  return isNested ? columnsOfObject(column, selectedIn(column), rows) : [];
}

function firstCellOf({ read }: DraftColumn, rows: readonly JsonObject[]): unknown {
  for (const row of rows) {
    const cell = read(row);
    if (isPresent(cell)) return cell;
  }
  return undefined;
}

function isPresent(cell: unknown): boolean {
  return cell !== null && cell !== undefined;
}

function selectedIn({ field }: DraftColumn): readonly SelectedField[] {
  return field?.fields ?? [];
}

const opaqueNames = new Set(["cursor", "id"]);
const opaqueWidth = 16;
const [minWidth, maxWidth] = [4, 44];
const widthSampleSize = 200;

function widthOf(rows: readonly JsonObject[], { name, label, read }: DraftColumn): number {
  if (opaqueNames.has(name)) return opaqueWidth;
  const step = Math.max(1, Math.floor(rows.length / widthSampleSize));
  const lengths = rows
    .filter((_, at) => at % step === 0)
    .map((row) => Math.min(maxWidth, cellToText(read(row)).length));
  return Math.max(minWidth, Math.min(maxWidth, Math.max(label.length + 2, ...lengths)));
}

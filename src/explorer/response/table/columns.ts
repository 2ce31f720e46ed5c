import { isObject, type JsonObject } from "../../connect/json.ts";
import { cellToText, cellToTime, isConnectionLike } from "./cells.ts";
import { columnsOfEntries, isEntryList } from "./entry-columns.ts";
import { columnsOfObject, type DraftColumn, type TableContent } from "./object-columns.ts";
import type { SelectedField } from "./selection.ts";

export interface TableColumn extends Pick<DraftColumn, "id" | "label" | "read"> {
  readonly kind: "value" | "time" | "image";
  readonly width: number;
}

/** A JSON value stays in one column if it would need more columns than this. */
const maxJsonColumns = 100;

/**
 * The columns of a table, in the order of the selection. A nested object becomes one column for
 * each of its fields, a JSON object one for each key that any row has, and a list of
 * `additionalDataFields` at least one for each identifier. Column ids are unique.
 * @param images the identifiers of the images in additional data, according to the whole response.
 */
export function columnsOf(
  rows: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
  images: ReadonlySet<string> = new Set(),
): readonly TableColumn[] {
  const content = { rows: rows.filter((row) => row !== null), images };
  const wholeRow = { id: "", label: "", field: null, read: (row: JsonObject) => row };
  return columnsOfObject(wholeRow, fields, content)
    .flatMap((column) => split(column, content))
    .map((column) => {
      const { id, label, read } = column;
      const kind = kindOf(content.rows, column);
      return { id, label, read, kind, width: widthOf(content.rows, column) };
    });
}

function split(column: DraftColumn, content: TableContent): readonly DraftColumn[] {
  const parts = partsOf(column, content).flatMap((part) => split(part, content));
  const isJson = selectedIn(column).length === 0;
  const isTooWide = isJson && parts.length > maxJsonColumns;
  return parts.length === 0 || isTooWide ? [column] : parts;
}

function partsOf(column: DraftColumn, content: TableContent): readonly DraftColumn[] {
  const first = firstCellOf(column, content);
  // Without cells, the selection alone decides.
  if (first === undefined) return columnsOfObject(column, selectedIn(column), content);
  // One scalar keeps the column whole, so the other rows need not be read.
  if (typeof first !== "object") return [];
  const cells = content.rows.map(column.read).filter(isPresent);
  if (cells.every(isEntryList)) return columnsOfEntries(column, cells, content.images);
  const isNested = cells.every(isObject) && !isConnectionLike(first);
  return isNested ? columnsOfObject(column, selectedIn(column), content) : [];
}

function firstCellOf({ read }: DraftColumn, { rows }: TableContent): unknown {
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

const timeNames = new Set(["addedAt", "updatedAt", "addedWhen", "lastUpdate"]);
const kindSampleSize = 50;

function kindOf(rows: readonly JsonObject[], { name, isImage, read }: DraftColumn) {
  if (isImage) return "image";
  const isTime =
    timeNames.has(name) &&
    rows
      .slice(0, kindSampleSize)
      .map(read)
      .every((cell) => !isPresent(cell) || cellToTime(cell) !== null);
  return isTime ? "time" : "value";
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

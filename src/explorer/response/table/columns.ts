import { isObject, type JsonObject } from "../../connect/json.ts";
import { isConnectionLike } from "./cells.ts";
import { type ColumnKind, columnKindOf, columnWidthOf } from "./column-look.ts";
import type { DraftColumn, TableContent } from "./draft-column.ts";
import { columnsOfEntries, isEntryList } from "./entry-columns.ts";
import { columnsOfObject } from "./object-columns.ts";
import type { SelectedField } from "./selection.ts";

export interface TableColumn extends Pick<DraftColumn, "id" | "label" | "read"> {
  readonly kind: ColumnKind;
  readonly width: number;
}

/** A JSON value stays in one column if it would need more columns than this. */
const maxJsonColumns = 100;

/**
 * The columns of a table, in the order of the selection. A nested object becomes one column for each of its fields, a JSON object
 * one for each key that any row has, and a list of `additionalDataFields` at least one for each identifier. Column ids are unique.
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
      const kind = columnKindOf(content.rows, column);
      return { id, label, read, kind, width: columnWidthOf(content.rows, column) };
    });
}

/** Splits a column, then its parts, until nothing is left to split. */
function split(column: DraftColumn, content: TableContent): readonly DraftColumn[] {
  const parts = partsOf(column, content).flatMap((part) => split(part, content));
  const isJson = selectedIn(column).length === 0;
  const isTooWide = isJson && parts.length > maxJsonColumns;
  return parts.length === 0 || isTooWide ? [column] : parts;
}

/** The columns that a column is split into, by the values of its cells; none if it stays whole. */
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

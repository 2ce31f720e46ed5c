import type { SelectedField } from "./selection.ts";
import { isObject, type JsonObject } from "./sources.ts";

/** What a column's cells are, which decides how they look. */
export type ColumnKind = "value" | "time" | "image";

/** A column of a table. */
export interface Column {
  /** Unique in its table. */
  readonly id: string;
  /** What its head says, such as `home.terminal.name`. */
  readonly label: string;
  readonly kind: ColumnKind;
  /** How many characters its cells take, the head included: at least 4, at most 44. */
  readonly width: number;
  /** The cell of a row; undefined where the row has none. */
  readonly read: (row: JsonObject) => unknown;
}

type Draft = Omit<Column, "width" | "kind"> & { readonly name: string; readonly isImage: boolean };

/** The rows that are looked at for objects without a selection, and for the widths. */
const sampledRows = 2000;

/**
 * The columns of a table's rows, in the order of the selection. A nested object becomes a column for each of its fields;
 * JSON objects become one for each key that any row has; a list of `additionalDataFields` becomes one for each identifier.
 */
export function columnsOf(
  rows: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
): readonly Column[] {
  const present = rows.filter((row) => row !== null);
  return flatten(present, fields, { id: "", label: "", read: (row) => row }).map(
    ({ name, isImage, ...draft }) => ({
      ...draft,
      kind: isImage ? "image" : isTimeColumn(name, present, draft.read) ? "time" : "value",
      width: widthOf(present, draft),
    }),
  );
}

type Parent = Pick<Draft, "id" | "label" | "read">;

function flatten(
  rows: readonly JsonObject[],
  fields: readonly SelectedField[],
  parent: Parent,
): readonly Draft[] {
  return keysOf(rows, fields, parent.read).flatMap((key) => {
    const field = fields.find((candidate) => candidate.key === key);
    const draft: Draft = {
      id: `${parent.id}/${encodeURIComponent(key)}`,
      label: parent.label === "" ? key : `${parent.label}.${key}`,
      name: field?.name ?? key,
      isImage: false,
      read: (row) => {
        const object = parent.read(row);
        return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
      },
    };
    return split(rows, field?.fields ?? [], draft);
  });
}

/** One column, or several where its cells are objects or the entries of a form. */
function split(
  rows: readonly JsonObject[],
  fields: readonly SelectedField[],
  draft: Draft,
): readonly Draft[] {
  const cells = rows.map(draft.read).filter((cell) => cell !== null && cell !== undefined);
  if (cells.length > 0 && cells.every(isFormEntries)) return pivot(cells, fields, draft);
  const isNested = cells.length > 0 ? cells.every(isPlainNested) : fields.length > 0;
  if (!isNested || isConnectionLike(cells[0])) return [draft];
  const inner = flatten(rows, fields, draft);
  return inner.length > 0 ? inner : [draft];
}

function keysOf(
  rows: readonly JsonObject[],
  fields: readonly SelectedField[],
  read: (row: JsonObject) => unknown,
): readonly string[] {
  const keys = new Set(fields.map(({ key }) => key));
  for (const row of rows.slice(0, sampledRows)) {
    const object = read(row);
    if (isObject(object)) for (const key of Object.keys(object)) keys.add(key);
  }
  return [...keys];
}

function isPlainNested(cell: unknown): boolean {
  return isObject(cell);
}

/** A list within a row is a cell, and a table of its own: it is not spread over columns. */
function isConnectionLike(cell: unknown): boolean {
  return isObject(cell) && (Array.isArray(cell["nodes"]) || Array.isArray(cell["edges"]));
}

function isFormEntries(cell: unknown): cell is readonly JsonObject[] {
  return (
    Array.isArray(cell) &&
    cell.every((entry) => isObject(entry) && typeof entry["identifier"] === "string")
  );
}

/** Columns of `additionalDataFields`: one for each identifier, and for each further thing selected of an entry but its item. */
function pivot(
  cells: readonly (readonly JsonObject[])[],
  fields: readonly SelectedField[],
  draft: Draft,
): readonly Draft[] {
  const identifiers = new Map<string, { label: string; isImage: boolean }>();
  for (const entry of cells.flat()) {
    const identifier = String(entry["identifier"]);
    const item = isObject(entry["item"]) ? entry["item"] : {};
    const known = identifiers.get(identifier);
    identifiers.set(identifier, {
      label: typeof item["name"] === "string" ? item["name"] : (known?.label ?? identifier),
      isImage: item["type"] === "IMAGE" || (known?.isImage ?? false),
    });
  }
  const entryFields = fields.filter(({ key }) => key !== "identifier" && key !== "item");
  const shown = entryFields.length > 0 ? entryFields : cells.length > 0 ? [valueField] : [];
  const columns = [...identifiers].flatMap(([identifier, { label, isImage }]) => {
    const readEntry = (row: JsonObject) => {
      const entries = draft.read(row);
      return Array.isArray(entries)
        ? entries.find((entry) => isObject(entry) && entry["identifier"] === identifier)
        : undefined;
    };
    const rows = cells.flat().filter((entry) => entry["identifier"] === identifier);
    return shown.flatMap((field): readonly Draft[] => {
      const read = (row: JsonObject) => {
        const entry: unknown = readEntry(row);
        return isObject(entry) ? entry[field.key] : undefined;
      };
      const id = `${draft.id}/${encodeURIComponent(identifier)}/${field.key}`;
      if (field.name === "value") {
        return [{ id, label, name: identifier, isImage, read }];
      }
      const inner = { id, label: `${label}.${field.key}`, name: field.name, isImage: false };
      const nested = flatten(rows, [field], { id, label, read: (entry) => entry });
      return nested.length === 0
        ? [{ ...inner, read }]
        : nested.map((column) => ({
            ...column,
            read: (row) => readNested(column, readEntry(row)),
          }));
    });
  });
  return columns.length > 0 ? columns : [draft];
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], nodes: [] };

function readNested(column: Draft, entry: unknown): unknown {
  return isObject(entry) ? column.read(entry) : undefined;
}

const timeNames = new Set(["addedAt", "updatedAt", "addedWhen", "lastUpdate"]);

function isTimeColumn(
  name: string,
  rows: readonly JsonObject[],
  read: (row: JsonObject) => unknown,
): boolean {
  if (!timeNames.has(name)) return false;
  return rows.slice(0, 50).every((row) => {
    const cell = read(row);
    return cell === null || cell === undefined || toTime(cell) !== null;
  });
}

/** The time that a cell says: RFC 3339 text, or an integer of 10 digits (seconds) or 13 (milliseconds); else null. */
export function toTime(cell: unknown): Date | null {
  if (typeof cell === "string" && /^\d{4}-\d\d-\d\dT/.test(cell)) {
    const time = new Date(cell);
    return Number.isNaN(time.getTime()) ? null : time;
  }
  if (typeof cell !== "number" || !Number.isInteger(cell)) return null;
  const digits = String(cell).length;
  if (cell < 0 || (digits !== 10 && digits !== 13)) return null;
  return new Date(digits === 10 ? cell * 1000 : cell);
}

/** A cell as text: empty for what is not there, JSON for lists and objects. */
export function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  if (isConnectionLike(cell) && isObject(cell)) {
    const list = Array.isArray(cell["nodes"]) ? cell["nodes"] : cell["edges"];
    return Array.isArray(list) ? `${list.length} records` : "";
  }
  if (Array.isArray(cell) && cell.every((part) => typeof part !== "object")) return cell.join(", ");
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

function widthOf(
  rows: readonly JsonObject[],
  { label, read }: Pick<Column, "label" | "read">,
): number {
  const step = Math.max(1, Math.floor(rows.length / 200));
  let longest = label.length + 2;
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at];
    if (row) longest = Math.max(longest, Math.min(44, toText(read(row)).length));
  }
  return Math.max(4, Math.min(44, longest));
}

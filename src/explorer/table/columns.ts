import { Kind } from "graphql";
import { isConnectionLike, toText, toTime } from "./cells.ts";
import type { SelectedField } from "./selection.ts";
import { isObject, type JsonObject } from "./sources.ts";

/** The kind of a column's cells, which decides how they look. */
export type ColumnKind = "value" | "time" | "image";

/** A column of a table. */
export interface Column {
  /** The path of keys from a row to the cell, each percent-encoded after a slash. Unique in its table. */
  readonly id: string;
  /** The text of its header, such as `home.terminal.name`. */
  readonly label: string;
  readonly kind: ColumnKind;
  /** Its width in characters, header included: from 4 to 44. */
  readonly width: number;
  /** The cell of a row; undefined if the row has none. */
  readonly read: (row: JsonObject) => unknown;
}

type Draft = Omit<Column, "width" | "kind"> & { readonly name: string; readonly isImage: boolean };

/** Columns of text that people copy, but do not read. They stay narrow. */
const opaqueNames = new Set(["cursor", "id"]);

/** A JSON object stays one column if its rows have more different keys than this. */
const mostKeys = 100;

/**
 * The columns of a table, in the order of the selection. A nested object becomes one column for each of its fields, a JSON object
 * one for each key that any row has, and a list of `additionalDataFields` one for each identifier.
 * @param images the identifiers of additional data that are pictures, as far as the rest of the answer tells.
 */
export function columnsOf(
  rows: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
  images: ReadonlySet<string> = new Set(),
): readonly Column[] {
  const present = rows.filter((row) => row !== null);
  const root = { id: "", label: "", read: (row: JsonObject) => row, field: null, images };
  return columnsWithin(present, fields, root).map(({ name, isImage, ...draft }) => ({
    ...draft,
    kind: isImage ? "image" : isTimeColumn(name, present, draft.read) ? "time" : "value",
    width: opaqueNames.has(name) ? 16 : widthOf(present, draft),
  }));
}

/** The object that columns are parts of: the row itself, or an object within it. */
type Parent = Pick<Draft, "id" | "label" | "read"> & {
  readonly field: SelectedField | null;
  readonly images: ReadonlySet<string>;
};

/** A part of an object. */
interface Part {
  readonly key: string;
  /** The field that it answers; null for a key of a JSON object. */
  readonly field: SelectedField | null;
  readonly label: string;
}

/** The columns of an object's parts. */
function columnsWithin(
  rows: readonly JsonObject[],
  fields: readonly SelectedField[],
  parent: Parent,
): readonly Draft[] {
  return keysOf(rows, fields, parent.read).flatMap((key) => {
    const field = fields.find((candidate) => candidate.key === key) ?? null;
    return columnsOfPart(rows, { key, field, label: joinLabels(parent.label, key) }, parent);
  });
}

/** The columns of one part: one, or several if its cells are objects. */
function columnsOfPart(
  rows: readonly JsonObject[],
  { key, field, label }: Part,
  parent: Parent,
): readonly Draft[] {
  const name = field?.name ?? key;
  const draft: Draft = {
    id: `${parent.id}/${encodeURIComponent(key)}`,
    label,
    name,
    isImage: isImage(rows, parent, name),
    read: (row) => {
      const object = parent.read(row);
      return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
    },
  };
  return split(rows, draft, { field, images: parent.images });
}

function joinLabels(label: string, key: string): string {
  return label === "" ? key : `${label}.${key}`;
}

/** Whether a column shows pictures: the `value` of an image's item, or the key of one in a JSON object. */
function isImage(rows: readonly JsonObject[], parent: Parent, name: string): boolean {
  const isJson = parent.field !== null && parent.field.fields.length === 0;
  if (isJson) return parent.images.has(name);
  if (name !== "value" || parent.field?.name !== "additionalDataField") return false;
  const asked = parent.field.nodes[0]?.arguments?.find(
    ({ name: { value } }) => value === "identifier",
  );
  if (asked?.value.kind === Kind.STRING && parent.images.has(asked.value.value)) return true;
  return rows.some((row) => {
    const entry = parent.read(row);
    return isObject(entry) && isObject(entry["item"]) && entry["item"]["type"] === "IMAGE";
  });
}

/** Splits a column whose cells are objects, or lists of `additionalDataFields`. */
function split(
  rows: readonly JsonObject[],
  draft: Draft,
  context: Pick<Parent, "field" | "images">,
): readonly Draft[] {
  const fields = context.field?.fields ?? [];
  const cells = rows.map(draft.read).filter((cell) => cell !== null && cell !== undefined);
  if (cells.length > 0 && cells.every(isFormEntries)) return pivot(cells, draft, context);
  const isNested = cells.length > 0 ? cells.every(isObject) : fields.length > 0;
  if (!isNested || isConnectionLike(cells[0])) return [draft];
  const inner = columnsWithin(rows, fields, { ...draft, ...context });
  const isTooMuch = fields.length === 0 && inner.length > mostKeys;
  return inner.length > 0 && !isTooMuch ? inner : [draft];
}

function keysOf(
  rows: readonly JsonObject[],
  fields: readonly SelectedField[],
  read: (row: JsonObject) => unknown,
): readonly string[] {
  const keys = new Set(fields.map(({ key }) => key));
  for (const row of rows) {
    const object = read(row);
    if (isObject(object)) for (const key of Object.keys(object)) keys.add(key);
  }
  return [...keys];
}

function isFormEntries(cell: unknown): cell is readonly JsonObject[] {
  return (
    Array.isArray(cell) &&
    cell.every((entry) => isObject(entry) && typeof entry["identifier"] === "string")
  );
}

/**
 * Turns a column of `additionalDataFields` into columns of its own for each identifier: one for the value, and one for whatever
 * else is selected of an entry, apart from its item.
 */
function pivot(
  cells: readonly (readonly JsonObject[])[],
  draft: Draft,
  { field, images }: Pick<Parent, "field" | "images">,
): readonly Draft[] {
  const selected = field?.fields.filter(({ name }) => name !== "identifier" && name !== "item");
  const shown = selected && selected.length > 0 ? selected : [valueField];
  const elements = readForm(cells, images);
  const columns = elements.flatMap((element) =>
    shown.flatMap((entryField) => columnsOfElement(draft, element, { entryField, images })),
  );
  return columns.length > 0 ? columns : [draft];
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], nodes: [] };

/** The columns of one field of an element's entries. A value's column has the element's label alone. */
function columnsOfElement(
  draft: Draft,
  { identifier, label, isImage, entries }: FormElement,
  { entryField, images }: Pick<Parent, "images"> & { readonly entryField: SelectedField },
): readonly Draft[] {
  const { key, name } = entryField;
  const isValue = name === "value";
  const id = `${draft.id}/${encodeURIComponent(identifier)}`;
  const part = {
    key,
    field: entryField,
    label: isValue && label !== "" ? label : joinLabels(label, key),
  };
  const parent = { id, label, read: (entry: JsonObject) => entry, field: null, images };
  return columnsOfPart(entries, part, parent).map((column) => ({
    ...column,
    isImage: isImage && isValue,
    read: (row) => {
      const entry = findEntry(draft.read(row), identifier);
      return entry && column.read(entry);
    },
  }));
}

/** One element of the form, with its entries in all rows. */
interface FormElement {
  readonly identifier: string;
  /** The name of its item, or else its identifier. */
  readonly label: string;
  readonly isImage: boolean;
  readonly entries: readonly JsonObject[];
}

/** The elements of the form that the rows have entries of, in the order in which they first occur. */
function readForm(
  cells: readonly (readonly JsonObject[])[],
  images: ReadonlySet<string>,
): readonly FormElement[] {
  const form = Map.groupBy(cells.flat(), (entry) => String(entry["identifier"]));
  return [...form].map(([identifier, entries]) => {
    const items = entries.map(({ item }) => item).filter(isObject);
    const named = items.findLast(({ name }) => typeof name === "string");
    return {
      identifier,
      label: String(named?.["name"] ?? identifier),
      isImage: images.has(identifier) || items.some(({ type }) => type === "IMAGE"),
      entries,
    };
  });
}

function findEntry(cell: unknown, identifier: string): JsonObject | undefined {
  if (!Array.isArray(cell)) return undefined;
  return cell.find((entry) => isObject(entry) && entry["identifier"] === identifier);
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

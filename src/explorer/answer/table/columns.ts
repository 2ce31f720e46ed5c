import { isObject, type JsonObject } from "../../connect/json.ts";
import { isConnectionLike } from "./cells.ts";
import { type ColumnKind, kindOf, type PlainColumn, widthOf } from "./column-look.ts";
import { identifierArgument, type SelectedField } from "./selection.ts";

/** A column of a table. */
export interface Column extends Pick<PlainColumn, "label" | "read"> {
  /** The path of keys from a row to the cell, each percent-encoded after a slash. Unique in its table. */
  readonly id: string;
  readonly kind: ColumnKind;
  /** Its width in characters. */
  readonly width: number;
}

/** A JSON object stays one column if its rows have more different keys than this. */
const mostKeys = 100;

/**
 * The columns of a table, in the order of the selection. A nested object becomes one column for each of its fields, a JSON object
 * one for each key that any row has, and a list of `additionalDataFields` one for each identifier.
 * @param images the identifiers of additional data that are pictures, as far as the rest of the answer shows.
 */
export function columnsOf(
  rows: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
  images: ReadonlySet<string> = new Set(),
): readonly Column[] {
  const present = rows.filter((row) => row !== null);
  const root = { id: "", label: "", read: (row: JsonObject) => row, field: null, images };
  return columnsWithin(present, fields, root).map((draft) => {
    const { id, label, read } = draft;
    return { id, label, read, kind: kindOf(present, draft), width: widthOf(present, draft) };
  });
}

/** A column that may still be split into several. */
interface Draft extends PlainColumn {
  readonly id: string;
}

/** The object that columns are parts of: the row itself, or an object within it. */
interface Parent extends Pick<Draft, "id" | "label" | "read"> {
  readonly field: SelectedField | null;
  readonly images: ReadonlySet<string>;
}

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
  const { field, images, read } = parent;
  const isJson = field !== null && field.fields.length === 0;
  if (isJson) return images.has(name);
  if (name !== "value" || field?.name !== "additionalDataField") return false;
  const identifier = identifierArgument(field);
  if (identifier !== null && images.has(identifier)) return true;
  return rows.some((row) => {
    const entry = read(row);
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
  if (cells.length > 0 && cells.every(isEntryList)) return pivot(cells, draft, context);
  const isNested = cells.length > 0 ? cells.every(isObject) : fields.length > 0;
  if (!isNested || isConnectionLike(cells[0])) return [draft];
  const inner = columnsWithin(rows, fields, { ...draft, ...context });
  const isTooMuch = fields.length === 0 && inner.length > mostKeys;
  return inner.length > 0 && !isTooMuch ? inner : [draft];
}

/** Whether a cell is a list of `additionalDataFields`. */
function isEntryList(cell: unknown): cell is readonly JsonObject[] {
  return (
    Array.isArray(cell) &&
    cell.every((entry) => isObject(entry) && typeof entry["identifier"] === "string")
  );
}

/**
 * Turns a column of `additionalDataFields` into columns for each identifier: one for each field that the query selects of an entry,
 * other than its identifier and its item. Without a selection, only the value has one.
 */
function pivot(
  cells: readonly (readonly JsonObject[])[],
  draft: Draft,
  { field, images }: Pick<Parent, "field" | "images">,
): readonly Draft[] {
  const selected = field?.fields.filter(({ name }) => name !== "identifier" && name !== "item");
  const shown = selected && selected.length > 0 ? selected : [valueField];
  const groups = groupByIdentifier(cells, images);
  const columns = groups.flatMap((group) =>
    shown.flatMap((entryField) => columnsOfGroup(draft, group, { entryField, images })),
  );
  return columns.length > 0 ? columns : [draft];
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], nodes: [] };

/** The entries of all rows that have one identifier. */
interface EntryGroup {
  readonly identifier: string;
  /** The name of its item, or else its identifier. */
  readonly label: string;
  readonly isImage: boolean;
  readonly entries: readonly JsonObject[];
}

/** The entries by their identifiers, in the order in which these first occur. */
function groupByIdentifier(
  cells: readonly (readonly JsonObject[])[],
  images: ReadonlySet<string>,
): readonly EntryGroup[] {
  const groups = Map.groupBy(cells.flat(), (entry) => String(entry["identifier"]));
  return [...groups].map(([identifier, entries]) => {
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

/** The columns of one field of a group's entries. The value's column has the group's label alone. */
function columnsOfGroup(
  draft: Draft,
  { identifier, label, isImage, entries }: EntryGroup,
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
  // These columns read an entry. A table's columns read a row, so each first finds its row's entry.
  return columnsOfPart(entries, part, parent).map((column) => ({
    ...column,
    isImage: isImage && isValue,
    read: (row) => {
      const entry = findEntry(draft.read(row), identifier);
      return entry && column.read(entry);
    },
  }));
}

function findEntry(cell: unknown, identifier: string): JsonObject | undefined {
  if (!Array.isArray(cell)) return undefined;
  return cell.find((entry) => isObject(entry) && entry["identifier"] === identifier);
}

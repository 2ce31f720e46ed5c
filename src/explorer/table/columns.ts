import { Kind } from "graphql";
import { isConnectionLike, toText, toTime } from "./cells.ts";
import type { SelectedField } from "./selection.ts";
import { isObject, type JsonObject } from "./sources.ts";

/** What a column's cells are, which decides how they look. */
export type ColumnKind = "value" | "time" | "image";

/** A column of a table. */
export interface Column {
  /** The keys on the way from a row to the cell, each encoded and behind a slash: unique in its table. */
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

/** Columns that nobody reads, only copies: they leave the room to others. */
const opaqueNames = new Set(["cursor", "id"]);

/** A JSON object whose rows have more different keys than this stays one column. */
const mostKeys = 100;

/**
 * The columns of a table's rows, in the order of the selection. A nested object becomes a column for each of its fields;
 * JSON objects become one for each key that any row has; a list of `additionalDataFields` becomes one for each identifier.
 * `images` names the additional data that are pictures, as far as the answer tells; an entry's own item tells it too.
 */
export function columnsOf(
  rows: readonly (JsonObject | null)[],
  fields: readonly SelectedField[],
  images: ReadonlySet<string> = new Set(),
): readonly Column[] {
  const present = rows.filter((row) => row !== null);
  const root = { id: "", label: "", read: (row: JsonObject) => row, field: null, images };
  return flatten(present, fields, root).map(({ name, isImage, ...draft }) => ({
    ...draft,
    kind: isImage ? "image" : isTimeColumn(name, present, draft.read) ? "time" : "value",
    width: opaqueNames.has(name) ? 16 : widthOf(present, draft),
  }));
}

type Parent = Pick<Draft, "id" | "label" | "read"> & {
  readonly field: SelectedField | null;
  readonly images: ReadonlySet<string>;
};

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
      isImage: isImage(rows, parent, field?.name ?? key),
      read: (row) => {
        const object = parent.read(row);
        return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
      },
    };
    return split(rows, draft, { field: field ?? null, images: parent.images });
  });
}

/** Whether a field's values are pictures: the value of an image's item, or the entry of one in a JSON object. */
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

/** One column, or several where its cells are objects or the entries of a form. */
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
  const inner = flatten(rows, fields, { ...draft, ...context });
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

/** Columns of `additionalDataFields`: one for each identifier, and for each further thing selected of an entry but its item. */
function pivot(
  cells: readonly (readonly JsonObject[])[],
  draft: Draft,
  { field, images }: Pick<Parent, "field" | "images">,
): readonly Draft[] {
  const entryFields = field?.fields.filter(({ name }) => name !== "identifier" && name !== "item");
  const shown = entryFields && entryFields.length > 0 ? entryFields : [valueField];
  const columns = [...readForm(cells, images)].flatMap(
    ([identifier, { label, isImage, entries }]) =>
      shown.flatMap((entryField) => {
        const parent = {
          id: `${draft.id}/${encodeURIComponent(identifier)}`,
          label,
          images,
          field: null,
        };
        const inner = flatten(entries, [entryField], { ...parent, read: (entry) => entry });
        return inner
          .filter(({ id }) => `${id}/`.startsWith(`${parent.id}/${entryField.key}/`))
          .map(
            (column): Draft => ({
              ...column,
              ...(entryField.name === "value" && {
                label: column.label.replace(`.${entryField.key}`, ""),
              }),
              isImage: isImage && entryField.name === "value",
              read: (row) => {
                const entry = findEntry(draft.read(row), identifier);
                return entry && column.read(entry);
              },
            }),
          );
      }),
  );
  return columns.length > 0 ? columns : [draft];
}

const valueField: SelectedField = { key: "value", name: "value", fields: [], nodes: [] };

/** The identifiers of the rows' entries in the order met, each with its item's name and its entries. */
function readForm(cells: readonly (readonly JsonObject[])[], images: ReadonlySet<string>) {
  const form = new Map<string, { label: string; isImage: boolean; entries: JsonObject[] }>();
  for (const entry of cells.flat()) {
    const identifier = String(entry["identifier"]);
    const item = isObject(entry["item"]) ? entry["item"] : {};
    const known = form.get(identifier);
    const label = typeof item["name"] === "string" ? item["name"] : (known?.label ?? identifier);
    const isImage = item["type"] === "IMAGE" || images.has(identifier);
    if (known) {
      known.entries.push(entry);
      known.label = label;
      known.isImage ||= isImage;
    } else form.set(identifier, { label, isImage, entries: [entry] });
  }
  return form;
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

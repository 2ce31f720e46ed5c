import { isObject } from "../../connect/json.ts";
import {
  type ColumnParent,
  columnOfPart,
  type DraftColumn,
  type TableContent,
} from "./draft-column.ts";
import { identifierArgument, type SelectedField } from "./selection.ts";

/** A column for each part of an object: the selected fields in the query's order, then any other key that a row has. */
export function columnsOfObject(
  parent: ColumnParent,
  fields: readonly SelectedField[],
  content: TableContent,
): readonly DraftColumn[] {
  return keysOf(parent, fields, content).map((key) => {
    const field = fields.find((candidate) => candidate.key === key) ?? null;
    const isImage = isImageKey(parent, field?.name ?? key, content);
    return columnOfPart(parent, { key, field, isImage });
  });
}

function keysOf(
  { read }: ColumnParent,
  fields: readonly SelectedField[],
  { rows }: TableContent,
): readonly string[] {
  const keys = new Set(fields.map(({ key }) => key));
  for (const row of rows) {
    const object = read(row);
    if (isObject(object)) for (const key of Object.keys(object)) keys.add(key);
  }
  return [...keys];
}

/** Whether a key of an object is that of an image: an image's identifier in a JSON object, or `value` in an `additionalDataField`. */
function isImageKey(parent: ColumnParent, name: string, content: TableContent): boolean {
  const { field } = parent;
  if (field === null) return false;
  const isJson = field.fields.length === 0;
  if (isJson) return content.images.has(name);
  const isValue = field.name === "additionalDataField" && name === "value";
  return isValue && isImageField(parent, field, content);
}

/** Whether an `additionalDataField` is an image, by its argument or by the items in the rows. */
function isImageField(
  { read }: ColumnParent,
  field: SelectedField,
  { rows, images }: TableContent,
): boolean {
  const identifier = identifierArgument(field);
  if (identifier !== null && images.has(identifier)) return true;
  return rows.some((row) => {
    const entry = read(row);
    return isObject(entry) && isObject(entry["item"]) && entry["item"]["type"] === "IMAGE";
  });
}

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
    const isImage = isImagePart(parent, field?.name ?? key, content);
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

/** Whether a part is an image: the key in a JSON object is an image's identifier, or it is the `value` of an image's entry. */
function isImagePart(
  { field, read }: ColumnParent,
  name: string,
  { rows, images }: TableContent,
): boolean {
  if (field === null) return false;
  const isJson = field.fields.length === 0;
  if (isJson) return images.has(name);
  if (name !== "value" || field.name !== "additionalDataField") return false;
  const identifier = identifierArgument(field);
  return (
    (identifier !== null && images.has(identifier)) || rows.some((row) => isImageEntry(read(row)))
  );
}

function isImageEntry(entry: unknown): boolean {
  return isObject(entry) && isObject(entry["item"]) && entry["item"]["type"] === "IMAGE";
}

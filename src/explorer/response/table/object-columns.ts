import { isObject, type JsonObject } from "../../connect/json.ts";
import { identifierArgument, type SelectedField, standsForEntry } from "./selection.ts";

export interface DraftColumn extends ColumnParent {
  readonly name: string;
  readonly isImage: boolean;
}

export interface ColumnParent {
  /** The path of keys from a row, each percent-encoded after a slash; empty for the row itself. */
  readonly id: string;
  readonly label: string;
  /** Null for the row itself, and for a key of a JSON object. */
  readonly field: SelectedField | null;
  readonly read: (row: JsonObject) => unknown;
}

export interface TableContent {
  readonly rows: readonly JsonObject[];
  readonly images: ReadonlySet<string>;
}

export function columnOfPart(
  parent: Omit<ColumnParent, "field">,
  part: Pick<DraftColumn, "field" | "isImage" | "label"> & { readonly key: string },
): DraftColumn {
  const { key, field, isImage, label } = part;
  return {
    id: `${parent.id}/${encodeURIComponent(key)}`,
    label,
    name: field?.name ?? key,
    field,
    isImage,
    read: (row) => {
      const object = parent.read(row);
      return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
    },
  };
}

export function labelWithin(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

export function columnsOfObject(
  parent: ColumnParent,
  fields: readonly SelectedField[],
  content: TableContent,
): readonly DraftColumn[] {
  const objects = content.rows.map(parent.read).filter(isObject);
  const keys = new Set([...fields.map(({ key }) => key), ...objects.flatMap(Object.keys)]);
  return [...keys].map((key) => {
    const field = fields.find((candidate) => candidate.key === key) ?? null;
    const isImage = isImageKey(parent, field?.name ?? key, { objects, images: content.images });
    return columnOfPart(parent, { key, field, isImage, label: labelOf(parent, field, key) });
  });
}

function labelOf(parent: ColumnParent, field: SelectedField | null, key: string): string {
  const name = field?.name ?? key;
  if (parent.field && titleOf(parent.field) !== null && standsForEntry(parent.field, name)) {
    return parent.label;
  }
  return labelWithin(parent.label, (field && titleOf(field)) ?? key);
}

function titleOf(field: SelectedField): string | null {
  const { key, name } = field;
  return name === "additionalDataField" && key === name ? identifierArgument(field) : null;
}

function isImageKey(
  { field }: ColumnParent,
  name: string,
  {
    objects,
    images,
  }: { readonly objects: readonly JsonObject[]; readonly images: ReadonlySet<string> },
): boolean {
  if (field === null) return false;
  const isJson = field.fields.length === 0;
  if (isJson) return images.has(name);
  if (field.name !== "additionalDataField" || !standsForEntry(field, name)) return false;
  return (
    images.has(identifierArgument(field) ?? "") ||
    objects.some(({ item }) => isObject(item) && item["type"] === "IMAGE")
  );
}

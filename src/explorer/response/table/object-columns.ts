import { isObject, type JsonObject } from "../../connect/json.ts";
import { identifierArgument, type SelectedField, standsForEntry } from "./selection.ts";

export interface DraftColumn extends ColumnParent {
  readonly name: string;
}

interface ColumnParent {
  /** The path of keys from a row, each percent-encoded after a slash; empty for the row itself. */
  readonly id: string;
  readonly label: string;
  /** Null for the row itself, and for a key of a JSON object. */
  readonly field: SelectedField | null;
  readonly read: (row: JsonObject) => unknown;
}

export function columnOfPart(
  parent: Omit<ColumnParent, "field">,
  part: Pick<DraftColumn, "field" | "label"> & { readonly key: string },
): DraftColumn {
  const { key, field, label } = part;
  return {
    id: `${parent.id}/${encodeURIComponent(key)}`,
    label,
    name: field?.name ?? key,
    field,
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
  rows: readonly JsonObject[],
): readonly DraftColumn[] {
  const objects = rows.map(parent.read).filter(isObject);
  const keys = new Set([...fields.map(({ key }) => key), ...objects.flatMap(Object.keys)]);
  return [...keys].map((key) => {
    const field = fields.find((candidate) => candidate.key === key) ?? null;
    return columnOfPart(parent, { key, field, label: labelOf(parent, field, key) });
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

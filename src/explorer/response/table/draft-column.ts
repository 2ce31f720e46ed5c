import { isObject, type JsonObject } from "../../connect/json.ts";
import type { SelectedField } from "./selection.ts";

/** A column before its kind and width are known. It may still be split into several. */
export interface DraftColumn extends ColumnParent {
  /** The name of its field, or its key in a JSON object. */
  readonly name: string;
  readonly isImage: boolean;
}

/** The object whose parts become columns: the row itself, or the value in one of its columns. */
export interface ColumnParent {
  /** The path of keys from a row, each percent-encoded after a slash; empty for the row itself. */
  readonly id: string;
  /** The text of the header, such as `home.terminal.name`. */
  readonly label: string;
  /** The field that the query selects here; null for the row itself, and for a key of a JSON object. */
  readonly field: SelectedField | null;
  /** Its value in a row of the table; undefined if the row has none. */
  readonly read: (row: JsonObject) => unknown;
}

export interface TableContent {
  readonly rows: readonly JsonObject[];
  readonly images: ReadonlySet<string>;
}

interface PartOptions extends Pick<DraftColumn, "field" | "isImage"> {
  readonly key: string;
  /** @default the parent's label, a dot, and the key */
  readonly label?: string | undefined;
}

export function columnOfPart(
  parent: Pick<ColumnParent, "id" | "label" | "read">,
  { key, field, isImage, label }: PartOptions,
): DraftColumn {
  return {
    id: `${parent.id}/${encodeURIComponent(key)}`,
    label: label ?? (parent.label === "" ? key : `${parent.label}.${key}`),
    name: field?.name ?? key,
    field,
    isImage,
    read: (row) => {
      const object = parent.read(row);
      return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
    },
  };
}

import { RegistryError } from "../../base/errors.ts";
import type { StructureRecord } from "../../call/decode/records.ts";
import type { Item } from "../../list/search/table/table.ts";
import { type ItemType, readDefinedItems, readItemType } from "../structure/items.ts";

/** How values of each type of item are compared. */
const kinds: Readonly<Record<ItemType, Item["kind"]>> = {
  TEXTBOX: "text",
  TEXTAREA: "text",
  SELECTBOX: "text",
  IMAGE: "text",
  NUMBER: "number",
  UNKNOWN: "any",
};

/** A structure's items, for the search engine; the error if one of them cannot be read. */
export function readSearchItems(structure: StructureRecord): readonly Item[] | RegistryError {
  try {
    return readDefinedItems(structure).map(({ identifier, alias, record }) => {
      return { identifier, alias, kind: kinds[readItemType(record)] };
    });
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
}

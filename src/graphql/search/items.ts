import type { Item } from "../../search/table.ts";
import { RegistryError } from "../../upstream/errors.ts";
import type { StructureRecord } from "../../upstream/records.ts";
import { readItemType } from "../item-type.ts";
import { readDefinedItems } from "../items.ts";
import type { AdditionalDataItemType } from "../types.generated.ts";

/** What items of each type are compared as. */
const kinds: Readonly<Record<AdditionalDataItemType, Item["kind"]>> = {
  TEXTBOX: "text",
  TEXTAREA: "text",
  SELECTBOX: "text",
  IMAGE: "text",
  NUMBER: "number",
  UNKNOWN: "any",
};

/** A structure's items as the search engine is told of them; an error where one cannot be read. */
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

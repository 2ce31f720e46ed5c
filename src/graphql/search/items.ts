import type { Item } from "../../search/table.ts";
import { decodeString } from "../../upstream/decode.ts";
import { RegistryError } from "../../upstream/errors.ts";
import {
  type ItemRecord,
  readItems,
  readOptional,
  type StructureRecord,
} from "../../upstream/records.ts";
import { readItemType } from "../item-type.ts";
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

/** A structure's items as the search engine is told of them, those without an identifier left out; an error where one cannot be read. */
export function readSearchItems(structure: StructureRecord): readonly Item[] | RegistryError {
  try {
    return readItems(structure).flatMap(toItem);
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
}

function toItem(item: ItemRecord | RegistryError): readonly Item[] {
  if (item instanceof RegistryError) throw item;
  const identifier = readOptional(item, "identifier", decodeString);
  if (identifier === null) return [];
  const name = readOptional(item, "name", decodeString);
  return [{ identifier, name, kind: kinds[readItemType(item)] }];
}

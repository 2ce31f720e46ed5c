import type { ItemRecord } from "../upstream/records.ts";
import type { AdditionalDataItemType } from "./types.generated.ts";

const itemTypes: ReadonlyMap<unknown, AdditionalDataItemType> = new Map([
  ["textbox", "TEXTBOX"],
  ["textarea", "TEXTAREA"],
  ["selectbox", "SELECTBOX"],
  ["number", "NUMBER"],
  ["image", "IMAGE"],
]);

/** The type of an item (interface §2.3); `UNKNOWN` for one that the document does not list, or that cannot be read. */
export function readItemType({ fields }: ItemRecord): AdditionalDataItemType {
  return itemTypes.get(fields["type"]) ?? "UNKNOWN";
}

import type { ItemRecord } from "../../call/decode/records.ts";

/** The types of items (interface §2.3), by the schema's names. */
export type ItemType = "TEXTBOX" | "TEXTAREA" | "SELECTBOX" | "NUMBER" | "IMAGE" | "UNKNOWN";

const itemTypes: ReadonlyMap<unknown, ItemType> = new Map([
  ["textbox", "TEXTBOX"],
  ["textarea", "TEXTAREA"],
  ["selectbox", "SELECTBOX"],
  ["number", "NUMBER"],
  ["image", "IMAGE"],
]);

/** The type of an item; `UNKNOWN` if the interface document does not list it, or if it cannot be read. */
export function readItemType({ fields }: ItemRecord): ItemType {
  return itemTypes.get(fields["type"]) ?? "UNKNOWN";
}

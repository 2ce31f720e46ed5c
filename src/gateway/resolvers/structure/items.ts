import {
  decodeString,
  decodeStrings,
  readOptional,
  tryDecode,
} from "../../../registry-client/json-values.ts";
import {
  type ItemRecord,
  readItems,
  type StructureRecord,
} from "../../../registry-client/records.ts";
import type { ItemKeys } from "../../../search/table/keys.ts";
import type { ItemKind } from "../../../search/table/table.ts";
import { RegistryError } from "../../base/errors.ts";

export interface DefinedItem extends ItemKeys {
  readonly record: ItemRecord;
  readonly name: string | null;
}

/**
 * The items of a structure, in its order. Items without an identifier are left out, because no key
 * of a record can belong to them. An item's name is its alias, unless another item has it as its
 * identifier.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if any of them cannot be read: they are only useful
 * together.
 */
export function readDefinedItems(structure: StructureRecord): readonly DefinedItem[] {
  const known = readBefore.get(structure);
  if (known !== undefined) return known;
  const items = nameAliases(readItems(structure).flatMap(readNames));
  readBefore.set(structure, items);
  return items;
}

export function firstOfEach<T extends ItemKeys>(items: readonly T[]): readonly T[] {
  const byIdentifier = new Map(items.toReversed().map((item) => [item.identifier, item]));
  return items.filter((item) => byIdentifier.get(item.identifier) === item);
}

type NamedItem = Omit<DefinedItem, "alias">;

const readBefore = new WeakMap<StructureRecord, readonly DefinedItem[]>();

function readNames(item: ItemRecord | RegistryError): readonly NamedItem[] {
  if (item instanceof RegistryError) throw item;
  const identifier = readOptional(item, "identifier", decodeString);
  if (identifier === null) return [];
  return [{ record: item, identifier, name: readOptional(item, "name", decodeString) }];
}

function nameAliases(items: readonly NamedItem[]): readonly DefinedItem[] {
  const identifiers = new Set(items.map(({ identifier }) => identifier));
  return items.map((item) => {
    const isAlias = item.name !== null && !identifiers.has(item.name);
    return { ...item, alias: isAlias ? item.name : null };
  });
}

export type ItemType = "TEXTBOX" | "TEXTAREA" | "SELECTBOX" | "NUMBER" | "IMAGE" | "UNKNOWN";

const itemTypes: ReadonlyMap<unknown, ItemType> = new Map([
  ["textbox", "TEXTBOX"],
  ["textarea", "TEXTAREA"],
  ["selectbox", "SELECTBOX"],
  ["number", "NUMBER"],
  ["image", "IMAGE"],
]);

/** `UNKNOWN` if the interface document does not list it, or if it cannot be read. */
export function readItemType({ fields }: ItemRecord): ItemType {
  return itemTypes.get(fields["type"]) ?? "UNKNOWN";
}

export const searchKinds: Readonly<Record<ItemType, ItemKind>> = {
  TEXTBOX: { kind: "text", mayHoldDates: true },
  TEXTAREA: { kind: "text", mayHoldDates: true },
  SELECTBOX: { kind: "text", mayHoldDates: true },
  IMAGE: { kind: "text", mayHoldDates: false },
  NUMBER: { kind: "number", mayHoldDates: false },
  UNKNOWN: { kind: "any", mayHoldDates: true },
};

/** An item as far as it can be read, by its names in the schema. */
export interface ReadItem {
  readonly type: ItemType;
  readonly name: string | null;
  readonly identifier: string | null;
  readonly enum: readonly string[] | null;
}

export function readItem(item: ItemRecord): ReadItem {
  const { name, identifier, enum: options } = item.fields;
  return {
    type: readItemType(item),
    name: tryDecode(decodeString, name),
    identifier: tryDecode(decodeString, identifier),
    enum: tryDecode(decodeStrings, options),
  };
}

import {
  decodeBoolean,
  decodeString,
  decodeStrings,
  readOptional,
} from "../../../registry-client/json-values.ts";
import type { ItemRecord } from "../../../registry-client/records.ts";
import { readItemType } from "./items.ts";

/**
 * Prints a TypeScript module with a type for the additional data of tags, and one for that of
 * terminals. Each item with an identifier becomes a property, which is optional unless the item
 * must be filled in at registration. Without a structure (null), the type is any object.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if an item cannot be read.
 */
export function printTypes(
  tags: readonly ItemRecord[] | null,
  terminals: readonly ItemRecord[] | null,
): string {
  const header = "/* Printed by `tapgraph types` from the registry's structures. */\n";
  return [header, printType("Tag", tags), printType("Terminal", terminals)].join("\n");
}

function printType(subject: "Tag" | "Terminal", items: readonly ItemRecord[] | null): string {
  const comment = `/** The additional data of a ${subject.toLowerCase()}. */`;
  const head = `export type ${subject}AdditionalData =`;
  if (items === null) return `${comment}\n${head} Readonly<Record<string, unknown>>;\n`;
  // Of several items with the same identifier, only the first counts, as in the schema.
  const properties = new Map<string, string>();
  for (const item of items) {
    const identifier = readOptional(item, "identifier", decodeString);
    if (identifier === null || properties.has(identifier)) continue;
    properties.set(identifier, printProperty(identifier, item));
  }
  const body = [...properties.values()].join("");
  return `${comment}\n${head} {\n${body}};\n`;
}

function printProperty(identifier: string, item: ItemRecord): string {
  const name = readOptional(item, "name", decodeString) ?? "";
  const comment = name
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .replaceAll("*/", "*\\/")
    .trim();
  const isRequired = readOptional(item, "set_via_app", decodeBoolean) === true;
  const type = isRequired ? printValue(item) : `${printValue(item)} | null`;
  const key = /^[A-Za-z_$][\w$]*$/.test(identifier) ? identifier : printString(identifier);
  const property = `  readonly ${key}${isRequired ? "" : "?"}: ${type};\n`;
  return comment === "" ? property : `  /** ${comment} */\n${property}`;
}

function printString(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function printValue(item: ItemRecord): string {
  const type = readItemType(item);
  if (type === "UNKNOWN") return "unknown";
  if (type === "NUMBER") return "number";
  const options = type === "SELECTBOX" ? (readOptional(item, "enum", decodeStrings) ?? []) : [];
  const union = [...new Set(options)].map(printString);
  return union.length > 0 ? union.join(" | ") : "string";
}

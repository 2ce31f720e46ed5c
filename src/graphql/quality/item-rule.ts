import type { ItemKeys } from "../../search/keys.ts";
import { decodeBoolean, decodeStrings } from "../../upstream/decode.ts";
import { readOptional, type StructureRecord } from "../../upstream/records.ts";
import { type ItemType, readItemType } from "../item-type.ts";
import { type DefinedItem, firstOfEach, readDefinedItems } from "../items.ts";

/** What one item of a structure asks of a record's additional data. */
export interface ItemRule extends ItemKeys {
  /** As a person reads it; null where it has none. */
  readonly name: string | null;
  readonly type: ItemType;
  /** What a `SELECTBOX` offers; empty for all others, and where anything may be chosen. */
  readonly options: readonly string[];
  /** Whether a record must have a value. */
  readonly isRequired: boolean;
}

/** What is wrong with a value by its item, in the schema's words. */
export type ItemMistake =
  | "MISSING_VALUE"
  | "NOT_AN_OPTION"
  | "NOT_A_NUMBER"
  | "NOT_A_URL"
  | "UNREADABLE_FIELD";

/** A text that is a number: as JSON spells it, perhaps between white space. */
export const numberPattern = String.raw`\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*`;

/** A text that is an absolute address. No two parts of it take the same characters, or a long text would take forever to refuse. */
export const addressPattern = String.raw`[hH][tT][tT][pP][sS]?:\/\/[^\s\/?#]\S*`;

const numberText = new RegExp(`^${numberPattern}$`, "u");
const addressText = new RegExp(`^${addressPattern}$`, "u");

/**
 * The rules of a structure's items, in their order. Of two items with one identifier the first counts.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` where an item cannot be read.
 */
export function readItemRules(structure: StructureRecord): readonly ItemRule[] {
  return firstOfEach(readDefinedItems(structure)).map(readItemRule);
}

/** What is wrong with a record's value for an item; null where nothing is. Empty text is no value, as null is none. */
export function findMistake(
  { type, options, isRequired }: ItemRule,
  value: unknown,
): ItemMistake | null {
  if (value === undefined || value === null || value === "") {
    return isRequired ? "MISSING_VALUE" : null;
  }
  switch (type) {
    case "TEXTBOX":
    case "TEXTAREA":
      return typeof value === "object" ? "UNREADABLE_FIELD" : null;
    case "SELECTBOX":
      if (typeof value === "object") return "UNREADABLE_FIELD";
      return options.length === 0 || options.some((option) => isOption(option, value))
        ? null
        : "NOT_AN_OPTION";
    case "NUMBER":
      return isNumber(value) ? null : "NOT_A_NUMBER";
    case "IMAGE":
      if (typeof value === "object") return "UNREADABLE_FIELD";
      return typeof value === "string" && addressText.test(value) ? null : "NOT_A_URL";
    case "UNKNOWN":
      return null;
    default:
      return type satisfies never;
  }
}

/** The number that a whole option may be spelt as too; null where it is no such option. */
export function toWholeNumber(option: string): number | null {
  const number = Number(option);
  return Number.isSafeInteger(number) && String(number) === option ? number : null;
}

function isOption(option: string, value: unknown): boolean {
  return value === option || (typeof value === "number" && toWholeNumber(option) === value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "string" ? numberText.test(value) : typeof value === "number";
}

function readItemRule({ record, identifier, alias, name }: DefinedItem): ItemRule {
  const type = readItemType(record);
  const options = type === "SELECTBOX" ? (readOptional(record, "enum", decodeStrings) ?? []) : [];
  return {
    identifier,
    alias,
    name,
    type,
    options: [...new Set(options)].filter((option) => option !== ""),
    isRequired: readOptional(record, "set_via_app", decodeBoolean) === true,
  };
}

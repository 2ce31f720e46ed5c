import {
  decodeBoolean,
  decodeStrings,
  readOptional,
} from "../../../registry-client/json-values.ts";
import type { StructureRecord } from "../../../registry-client/records.ts";
import type { ItemKeys } from "../../../search/table/keys.ts";
import { isRawNumber } from "../../base/collections/raw-number.ts";
import {
  type DefinedItem,
  firstOfEach,
  type ItemType,
  readDefinedItems,
  readItemType,
} from "./items.ts";

export interface ItemRule extends ItemKeys {
  readonly name: string | null;
  readonly type: ItemType;
  readonly options: readonly string[];
  readonly isRequired: boolean;
}

type ItemMistake =
  | "MISSING_VALUE"
  | "NOT_AN_OPTION"
  | "NOT_A_NUMBER"
  | "NOT_A_URL"
  | "UNREADABLE_FIELD";

/**
 * The pattern of a string that is a number as JSON writes it, perhaps with white space around it.
 */
export const numberPattern = String.raw`\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*`;

/**
 * The pattern of an absolute http or https URL. Only its last part repeats: with several such
 * parts, long strings could be slow to refuse.
 */
export const urlPattern = String.raw`[hH][tT][tT][pP][sS]?:\/\/[^\s\/?#]\S*`;

const numberRegExp = new RegExp(`^${numberPattern}$`, "u");
const urlRegExp = new RegExp(`^${urlPattern}$`, "u");

/**
 * The rules of a structure's items, in their order. Of several items with the same identifier, only
 * the first counts.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE` if an item cannot be read.
 */
export function readItemRules(structure: StructureRecord): readonly ItemRule[] {
  return firstOfEach(readDefinedItems(structure)).map(readItemRule);
}

/**
 * What is wrong with the value that a record has for an item; null if nothing is. Empty text counts
 * as no value, like null.
 */
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
      return isNested(value) ? "UNREADABLE_FIELD" : null;
    case "SELECTBOX":
      if (isNested(value)) return "UNREADABLE_FIELD";
      return options.length === 0 || options.some((option) => isOption(option, value))
        ? null
        : "NOT_AN_OPTION";
    case "NUMBER":
      return isNumber(value) ? null : "NOT_A_NUMBER";
    case "IMAGE":
      if (isNested(value)) return "UNREADABLE_FIELD";
      return typeof value === "string" && urlRegExp.test(value) ? null : "NOT_A_URL";
    case "UNKNOWN":
      return null;
    default:
      return type satisfies never;
  }
}

export function toWholeNumber(option: string): number | null {
  const number = Number(option);
  return Number.isSafeInteger(number) && String(number) === option ? number : null;
}

function isOption(option: string, value: unknown): boolean {
  return value === option || (typeof value === "number" && toWholeNumber(option) === value);
}

function isNumber(value: unknown): boolean {
  if (typeof value === "string") return numberRegExp.test(value);
  return typeof value === "number" || isRawNumber(value);
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && !isRawNumber(value);
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

import { decodeBoolean, decodeString, decodeStrings } from "../../upstream/decode.ts";
import { type ItemRecord, readOptional, readPromised } from "../../upstream/records.ts";
import { readItemType } from "../item-type.ts";
import type { AdditionalDataItemType } from "../types.generated.ts";

/** What one item of a structure asks of a record's additional data. */
export interface ItemRule {
  readonly identifier: string;
  /** As a person reads it; null where it has none. */
  readonly name: string | null;
  readonly type: AdditionalDataItemType;
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
export function readItemRules(items: readonly ItemRecord[]): readonly ItemRule[] {
  const rules = new Map<string, ItemRule>();
  for (const rule of items.map(readItemRule)) {
    if (!rules.has(rule.identifier)) rules.set(rule.identifier, rule);
  }
  return [...rules.values()];
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

function readItemRule(item: ItemRecord): ItemRule {
  const type = readItemType(item);
  const options = type === "SELECTBOX" ? (readOptional(item, "enum", decodeStrings) ?? []) : [];
  return {
    identifier: readPromised(item, "identifier", decodeString),
    name: readOptional(item, "name", decodeString),
    type,
    options: [...new Set(options)].filter((option) => option !== ""),
    isRequired: readOptional(item, "set_via_app", decodeBoolean) === true,
  };
}

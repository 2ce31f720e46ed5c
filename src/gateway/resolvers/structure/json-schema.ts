import type { JsonObject } from "../../../registry-client/json-values.ts";
import { type ItemRule, numberPattern, toWholeNumber, urlPattern } from "./item-rule.ts";

/**
 * The JSON Schema (2020-12) of a record's additional data. Each item becomes a property, which is
 * required if the item must be filled in at registration. Other keys are allowed. Data whose keys
 * are the items' identifiers is valid if and only if the items' rules find no mistake in it.
 */
export function toJsonSchema(rules: readonly ItemRule[]): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(rules.map((rule) => [rule.identifier, toProperty(rule)])),
    required: rules.filter(({ isRequired }) => isRequired).map(({ identifier }) => identifier),
    additionalProperties: true,
  };
}

function toProperty(rule: ItemRule): JsonObject {
  return { ...(rule.name === null ? {} : { title: rule.name }), ...toConstraint(rule) };
}

const anything = ["string", "number", "boolean", "object", "array"];

function toConstraint(rule: ItemRule): JsonObject {
  const { type, isRequired, options } = rule;
  const orNull = isRequired ? [] : ["null"];
  switch (type) {
    case "SELECTBOX":
      if (options.length === 0) return toText(rule);
      return toChoice(rule);
    case "TEXTBOX":
    case "TEXTAREA":
      return toText(rule);
    case "NUMBER":
      return { type: ["number", "string", ...orNull], pattern: toPattern(rule, numberPattern) };
    case "IMAGE":
      return { type: ["string", ...orNull], pattern: toPattern(rule, urlPattern) };
    case "UNKNOWN":
      return isRequired ? { type: anything, minLength: 1 } : { type: [...anything, "null"] };
    default:
      return type satisfies never;
  }
}

/**
 * A choice among options. A record can have a whole number in place of its text: 5 for "5". Forms
 * offer the later of the two, so the texts follow the numbers.
 */
function toChoice({ options, isRequired }: ItemRule): JsonObject {
  const numbers = options.flatMap((option) => toWholeNumber(option) ?? []);
  const nothing = isRequired ? [] : ["", null];
  if (numbers.length === 0) return { enum: [...options, ...nothing] };
  const type = ["string", "number", ...(isRequired ? [] : ["null"])];
  return { type, enum: [...numbers, ...options, ...nothing] };
}

function toText({ isRequired }: ItemRule): JsonObject {
  return isRequired
    ? { type: ["string", "number", "boolean"], minLength: 1 }
    : { type: ["string", "number", "boolean", "null"] };
}

function toPattern({ isRequired }: ItemRule, pattern: string): string {
  return isRequired ? `^${pattern}$` : `^(?:${pattern})?$`;
}

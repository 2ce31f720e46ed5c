/**
 * How a value of JSON reads to a comparison of each kind; null where it does not. Nested values and numbers beyond what a
 * double holds read as none.
 */

/** What a comparison can be of. */
export type Kind = "text" | "number" | "boolean";

/** A value as a comparison reads it. */
export type Scalar = string | number | boolean;

/** A text; a number or a boolean in its JSON spelling. */
export function readText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number, or a text that is one of JSON's between white space. */
export function readNumber(value: unknown): number | null {
  const number = typeof value === "string" ? parseNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  return jsonNumber.test(trimmed) ? Number(trimmed) : null;
}

/** True or false in any spelling that the registry's own booleans come in: `true`, 1, `"true"` or `"1"`. */
export function readBoolean(value: unknown): boolean | null {
  switch (value) {
    case true:
    case 1:
    case "1":
    case "true":
      return true;
    case false:
    case 0:
    case "0":
    case "false":
      return false;
    default:
      return null;
  }
}

/** The reader of each kind; of `any`, which only asks whether there is a value, what is there. */
export const readers = {
  text: readText,
  number: readNumber,
  boolean: readBoolean,
  any: (value: unknown) => value as Scalar | null,
} as const satisfies Record<Kind | "any", (value: unknown) => Scalar | null>;

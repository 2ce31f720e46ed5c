import { isRawNumber, toNearest } from "../../gateway/base/collections/raw-number.ts";
import { readDateText } from "../../gateway/base/time/date-text.ts";

export type ValueKind = "text" | "number" | "boolean" | "date";

export type Scalar = string | number | boolean;

export type Compare<T> = (one: T, other: T) => number;

/**
 * Reads text, or the JSON spelling of a number or boolean, a raw number's as it came. Null for
 * other values.
 */
export function readText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
  return isRawNumber(value) ? value.rawJSON : null;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads a number, a raw one as the nearest, or text that is a JSON number, perhaps with white space
 * around it.
 */
function readNumber(value: unknown): number | null {
  if (isRawNumber(value)) return toNearest(value);
  const isJson = typeof value === "string" && jsonNumber.test(value.trim());
  const number = isJson ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** How values are read for a comparison of each kind; null if they cannot be read. */
export type Readers = Readonly<Record<ValueKind | "any", (value: unknown) => Scalar | null>>;

/** The readers of a list's values, given how it spells booleans. `any` takes values as they are. */
export function createReaders(readBoolean: (value: unknown) => boolean | null): Readers {
  return {
    text: readText,
    number: readNumber,
    boolean: readBoolean,
    date: (value) => (typeof value === "string" ? readDateText(value) : null),
    any: (value) => (isRawNumber(value) ? value.rawJSON : (value as Scalar | null)),
  };
}

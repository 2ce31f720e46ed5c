/** What a comparison can be of. */
export type Kind = "text" | "number" | "boolean";

/** A value as a comparison reads it. */
export type Scalar = string | number | boolean;

/** Compares two values: below 0 if the first comes first. */
export type Compare<T> = (one: T, other: T) => number;

/** A text; a number or a boolean in its JSON spelling. Null for any other value, as are numbers that JSON cannot spell. */
export function readText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "boolean" || Number.isFinite(value) ? String(value) : null;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number, or a text that is one of JSON's between white space. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "string")
    return jsonNumber.test(value.trim()) ? readNumber(Number(value)) : null;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, "1", "true"].map((spelling) => [spelling, true] as const),
  ...[false, 0, "0", "false"].map((spelling) => [spelling, false] as const),
]);

/** True or false, in any spelling that is taken for the registry's own booleans. */
export function readBoolean(value: unknown): boolean | null {
  return booleans.get(value) ?? null;
}

/** How values are read for a comparison of each kind; `any` takes them as they are. */
export const readers = {
  text: readText,
  number: readNumber,
  boolean: readBoolean,
  any: (value: unknown) => value as Scalar | null,
} as const;

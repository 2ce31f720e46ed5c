/** A number that JavaScript would change, with its digits, which `JSON.stringify` writes. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  // TypeScript does not know them yet.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown,
    ): unknown;
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): boolean;
  }
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === "object" && value !== null && JSON.isRawJSON(value);
}

/**
 * Finds numbers that may have too many digits, a large exponent, or too many zeros behind the
 * point. It also finds some that do not, and some within strings: those only make parsing slower.
 */
const suspicious = /[[:,]\s*-?(?:\d{16}|0\.0{200}|\d+(?:\.\d+)?[eE](?:\+?\d|-\d{3}))/;

/**
 * Parses JSON. Integers of more than 53 bits, and numbers that are too large or too small for
 * JavaScript, become raw numbers.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!suspicious.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    // Values nest so deep that only the plain parser can read them.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

function keepDigits(_: string, value: unknown, { source }: { readonly source: string }): unknown {
  if (typeof value !== "number") return value;
  const isTooLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER;
  const isTooSmall = value === 0 && /^-?[0.]*[1-9]/.test(source);
  return isTooLarge || isTooSmall ? JSON.rawJSON(source) : value;
}

export function toNearest({ rawJSON }: RawNumber): number | null {
  const number = Number(rawJSON);
  return Number.isFinite(number) ? number : null;
}

/** The digits of a whole number that is written as one; null for any other number. */
export function digitsOf({ rawJSON }: RawNumber): string | null {
  return /^-?\d+$/.test(rawJSON) ? rawJSON : null;
}

export function isSameNumber(one: RawNumber, other: RawNumber): boolean {
  return one.rawJSON === other.rawJSON || normalize(one.rawJSON) === normalize(other.rawJSON);
}

/**
 * The same string for every spelling of a number: its digits without zeros at either end, and the
 * power of ten of the last.
 */
function normalize(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const zeros = digits.length - significant.length;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(zeros);
  return `${sign}${significant}e${power}`;
}

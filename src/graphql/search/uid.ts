/** How one spelling of a UID relates to another: by the order of its bytes, and by whether one of the two is a decimal number. */
export type UidSpelling = (typeof uidSpellings)[number];

/** The spellings, the closest first. */
export const uidSpellings = ["SAME", "REVERSED", "DECIMAL", "REVERSED_DECIMAL"] as const;

/** What a text may stand for as a UID: either, where it has nothing but digits; never neither. */
export interface Uid {
  /** Its hexadecimal digits in upper case; null where it is none. */
  readonly hexadecimal: string | null;
  /** Null where it is no decimal number. */
  readonly decimal: bigint | null;
}

/** Longer texts are no UID: no record has such an id. */
const longest = 1_024;

const separators = /[:\-. ]/g;

/** A text as a UID: hexadecimal with any of `: - . space` between and `0x` before, or a decimal number. Null where it is none. */
export function parseUid(text: string): Uid | null {
  if (text.length > longest) return null;
  const digits = text.replace(/^ *0x/i, "").replace(separators, "").toUpperCase();
  const hexadecimal = /^[\dA-F]+$/.test(digits) ? digits : null;
  const decimal = /^\d+$/.test(text) ? BigInt(text) : null;
  return hexadecimal === null && decimal === null ? null : { hexadecimal, decimal };
}

/** The closest way in which two UIDs are one; null where they are not. */
export function compareUids(one: Uid, other: Uid): UidSpelling | null {
  const reversed = reverse(one.hexadecimal);
  if (isSame(one.hexadecimal, other.hexadecimal) || isSame(one.decimal, other.decimal)) {
    return "SAME";
  }
  if (isSame(reversed, other.hexadecimal) || isReverse(one.decimal, other.decimal)) {
    return "REVERSED";
  }
  const [value, otherValue] = [toNumber(one.hexadecimal), toNumber(other.hexadecimal)];
  if (isSame(one.decimal, otherValue) || isSame(value, other.decimal)) return "DECIMAL";
  const otherReversed = toNumber(reverse(other.hexadecimal));
  const isReversedDecimal =
    isSame(one.decimal, otherReversed) || isSame(toNumber(reversed), other.decimal);
  return isReversedDecimal ? "REVERSED_DECIMAL" : null;
}

/** Names under which UIDs are found: two that are one have a name in common, whichever way they are spelt. */
export function namesOf({ hexadecimal, decimal }: Uid): readonly string[] {
  const spellings = [hexadecimal, decimal === null ? null : decimal.toString(16).toUpperCase()];
  const names = spellings.filter((one) => one !== null).map(nameOf);
  return [...new Set(names)];
}

/** The bytes in the order in which they come first as text, without those at either end that are zero and so lost in a number. */
function nameOf(hexadecimal: string): string {
  const bytes = toBytes(hexadecimal).join("");
  const name = bytes.replace(/^(?:00)+/, "").replace(/(?:00)+$/, "");
  const reversed = toBytes(name).reverse().join("");
  return name < reversed ? name : reversed;
}

function isSame<T>(one: T | null, other: T | null): boolean {
  return one !== null && one === other;
}

/** Whether two numbers are one UID by its bytes in either order, as many as the numbers need. */
function isReverse(one: bigint | null, other: bigint | null): boolean {
  if (one === null || other === null) return false;
  return reverseNumber(one) === other || one === reverseNumber(other);
}

function reverseNumber(number: bigint): bigint {
  return BigInt(`0x${toBytes(number.toString(16)).reverse().join("")}`);
}

/** The digits with their bytes in reverse order; null where they are no whole bytes. */
function reverse(hexadecimal: string | null): string | null {
  if (hexadecimal === null || hexadecimal.length % 2 === 1) return null;
  return toBytes(hexadecimal).reverse().join("");
}

function toNumber(hexadecimal: string | null): bigint | null {
  return hexadecimal === null ? null : BigInt(`0x${hexadecimal}`);
}

/** Pairs of digits; the first may lack one. */
function toBytes(hexadecimal: string): string[] {
  const digits = hexadecimal.length % 2 === 1 ? `0${hexadecimal}` : hexadecimal;
  return digits.match(/../g) ?? [];
}

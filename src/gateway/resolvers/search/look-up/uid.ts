/**
 * How two spellings of a UID differ: in the order of their bytes, and in whether one is a decimal
 * number.
 */
export type UidSpelling = (typeof uidSpellings)[number];

export const uidSpellings = ["SAME", "REVERSED", "DECIMAL", "REVERSED_DECIMAL"] as const;

export interface Uid {
  readonly hexadecimal: string | null;
  readonly decimal: bigint | null;
}

/**
 * Maximum length of a UID that is looked for: its value as a number takes time that grows with the
 * square of its length.
 */
const maxLength = 1_024;

const plainHexadecimal = /^[\dA-F]+$/;

/**
 * Reads a UID: a decimal number, or what `parseHexadecimal` reads, perhaps with white space around
 * it. Null for any other string.
 */
export function parseUid(text: string): Uid | null {
  if (text.length > maxLength) return null;
  const hexadecimal = parseHexadecimal(text);
  const decimal = /^\s*\d+\s*$/.test(text) ? BigInt(text) : null;
  return hexadecimal === null && decimal === null ? null : { hexadecimal, decimal };
}

/**
 * The hexadecimal digits of a UID of any length, in upper case; null for any other string. It is
 * written in one piece, or in groups with `:`, `-`, `.` or white space between them, each with or
 * without `0x`. Groups are bytes, with or without their leading zero, or several whole bytes each;
 * or bytes as decimal numbers, which three digits in one of them give away.
 */
export function parseHexadecimal(text: string): string | null {
  // Most ids are spelled like this.
  if (text.length > 2 && plainHexadecimal.test(text)) return text;
  const groups = text.toUpperCase().match(/[^:\-.\s]+/g) ?? [];
  const [first = "", ...others] = groups.map((group) => group.replace(/^0X/, ""));
  const all = [first, ...others];
  if (!all.every((digits) => plainHexadecimal.test(digits))) return null;
  if (others.length === 0 && first.length > 2) return first;
  if (all.every(({ length }) => length <= 2)) return all.map(toBytes).join("");
  if (all.every((digits) => /^\d{1,3}$/.test(digits) && Number(digits) < 256)) {
    return all.map((digits) => toBytes(Number(digits).toString(16).toUpperCase())).join("");
  }
  return all.every(({ length }) => length % 2 === 0) ? all.join("") : null;
}

export function compareUids(one: Uid, other: Uid): UidSpelling | null {
  if (isSame(one.hexadecimal, other.hexadecimal) || isSame(one.decimal, other.decimal)) {
    return "SAME";
  }
  const reversed = reverse(one.hexadecimal);
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

/**
 * The names by which a UID is indexed. Two spellings of the same UID always have a name in common.
 */
export function namesOf({ hexadecimal, decimal }: Uid): readonly string[] {
  const first = hexadecimal === null ? null : nameOf(hexadecimal);
  const second = decimal === null ? null : nameOf(decimal.toString(16).toUpperCase());
  if (second === null || second === first) return first === null ? [] : [first];
  return first === null ? [second] : [first, second];
}

/**
 * A name shared by all spellings of a UID: its bytes without zeros at either end, in the byte order
 * that sorts first.
 */
function nameOf(hexadecimal: string): string {
  const bytes = toBytes(hexadecimal);
  let [start, end] = [0, bytes.length];
  while (start < end && bytes.startsWith("00", start)) start += 2;
  while (start < end && bytes.startsWith("00", end - 2)) end -= 2;
  return inEitherOrder(bytes.slice(start, end));
}

/**
 * The same string for both byte orders of a UID: of its two spellings, the one that sorts first.
 */
export function inEitherOrder(hexadecimal: string): string {
  const reversed = reverseBytes(toBytes(hexadecimal));
  return hexadecimal < reversed ? hexadecimal : reversed;
}

function isSame<T>(one: T | null, other: T | null): boolean {
  return one !== null && one === other;
}

function isReverse(one: bigint | null, other: bigint | null): boolean {
  if (one === null || other === null) return false;
  return reverseNumber(one) === other || one === reverseNumber(other);
}

function reverseNumber(number: bigint): bigint {
  return BigInt(`0x${reverseBytes(toBytes(number.toString(16)))}`);
}

function reverse(hexadecimal: string | null): string | null {
  if (hexadecimal === null || hexadecimal.length % 2 === 1) return null;
  return reverseBytes(hexadecimal);
}

function toNumber(hexadecimal: string | null): bigint | null {
  return hexadecimal === null ? null : BigInt(`0x${hexadecimal}`);
}

function toBytes(hexadecimal: string): string {
  return hexadecimal.length % 2 === 1 ? `0${hexadecimal}` : hexadecimal;
}

/** The bytes in reverse order, without a list of them, which would take several times as long. */
function reverseBytes(bytes: string): string {
  let reversed = "";
  for (let at = bytes.length - 2; at >= 0; at -= 2) reversed += bytes.slice(at, at + 2);
  return reversed;
}

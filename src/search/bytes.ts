import { isAscii } from "./text.ts";

/** What a reference takes where it is kept. */
export const referenceBytes = 8;

const headerBytes = 16;

/** About how many bytes a text takes in memory. */
export function bytesOfText(text: string): number {
  return headerBytes + Math.ceil((text.length * (isAscii(text) ? 1 : 2)) / 8) * 8;
}

/** How many values an estimate looks at, at most. */
const sampleSize = 1_000;

/** About how many bytes values that came out of JSON take in memory, by a sample of them. */
export function estimateBytes(values: readonly unknown[]): number {
  const stride = Math.ceil(values.length / sampleSize);
  const sample = values.filter((_, position) => position % stride === 0);
  const seen = new Set<string>();
  const bytes = sample.map((value) => referenceBytes + bytesOf(value, seen));
  return Math.round((add(bytes) / Math.max(sample.length, 1)) * values.length);
}

/** Keys, and texts of so many characters, are kept once, however many values have them. */
const sharedLength = 10;

function bytesOf(value: unknown, seen: Set<string>): number {
  if (typeof value === "number") return value === (value | 0) ? 0 : headerBytes;
  if (typeof value === "string") {
    return value.length > sharedLength ? bytesOfText(value) : bytesOfShared(value, seen);
  }
  if (typeof value !== "object" || value === null) return 0;
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  const members = Object.values(value).map((member) => referenceBytes + bytesOf(member, seen));
  return 2 * headerBytes + add(members) + add(keys.map((key) => bytesOfShared(key, seen)));
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfText(text);
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

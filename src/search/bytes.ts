import { isAscii } from "./text.ts";

/** What a reference takes where it is kept. */
export const referenceBytes = 8;

const headerBytes = 16;

/** About how many bytes a text takes in memory. */
export function bytesOfText(text: string): number {
  return headerBytes + Math.ceil((text.length * (isAscii(text) ? 1 : 2)) / 8) * 8;
}

/** About how many bytes values that came out of JSON take in memory, by a sample of about 1,000. */
export function estimateBytes(values: readonly unknown[]): number {
  const stride = Math.ceil(values.length / 1_000);
  const seen = new Set<string>();
  let bytes = 0;
  for (let position = 0; position < values.length; position += stride) {
    bytes += stride * (referenceBytes + bytesOf(values[position], seen));
  }
  return bytes;
}

/** Keys, and texts of so many characters, are kept once, however many values have them. */
const sharedLength = 10;

function bytesOf(value: unknown, seen: Set<string>): number {
  if (typeof value === "number") return value === (value | 0) ? 0 : headerBytes;
  if (typeof value === "string") {
    return value.length > sharedLength ? bytesOfText(value) : bytesOfShared(value, seen);
  }
  if (typeof value !== "object" || value === null) return 0;
  let bytes = 2 * headerBytes;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) bytes += bytesOfShared(key, seen);
    bytes += referenceBytes + bytesOf(member, seen);
  }
  return bytes;
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfText(text);
}

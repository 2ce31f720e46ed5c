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
  const bytes = sample.reduce<number>((sum, value) => sum + bytesOf(value, seen), 0);
  return Math.round((bytes / Math.max(sample.length, 1)) * values.length);
}

/** Texts of so many characters are kept once, however many values have them; so are keys. */
const sharedLength = 10;

/** The bytes of a value and of the reference to it; of texts that are shared, where they were not seen yet. */
function bytesOf(value: unknown, seen: Set<string>): number {
  if (typeof value === "number") {
    return referenceBytes + (value === (value | 0) ? 0 : headerBytes);
  }
  if (typeof value === "string") {
    return (
      referenceBytes +
      (value.length > sharedLength ? bytesOfText(value) : bytesOfShared(value, seen))
    );
  }
  if (typeof value !== "object" || value === null) return referenceBytes;
  const members = Object.entries(value).map(
    ([key, member]) =>
      (Array.isArray(value) ? 0 : bytesOfShared(key, seen)) + bytesOf(member, seen),
  );
  return members.reduce((sum, bytes) => sum + bytes, 2 * headerBytes);
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfText(text);
}

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

/**
 * About how many bytes a list of values that came out of JSON takes in memory, by a sample taken evenly. What a few values
 * have to themselves it may miss: where the length of the JSON is known and more, that is the better estimate.
 */
export function estimateBytes(values: readonly unknown[]): number {
  const stride = Math.ceil(values.length / sampleSize);
  const sample = values.filter((_, position) => position % stride === 0);
  const seen: Seen = { texts: new Set(), shapes: new Set() };
  const bytes = sample.reduce<number>((sum, value) => sum + bytesOf(value, seen), 0);
  return Math.round((bytes / Math.max(sample.length, 1)) * values.length);
}

/** Keys and short texts are kept once, as are the lists of keys that objects have in common: the first that comes pays. */
interface Seen {
  readonly texts: Set<string>;
  readonly shapes: Set<string>;
}

const shortLength = 10;

/** The bytes of a value and of the reference to it. */
function bytesOf(value: unknown, seen: Seen): number {
  switch (typeof value) {
    case "string":
      return (
        referenceBytes +
        (value.length > shortLength ? bytesOfText(value) : bytesOfShared(value, seen))
      );
    case "number":
      return referenceBytes + ((value | 0) === value ? 0 : headerBytes);
    case "object":
      return referenceBytes + (value === null ? 0 : bytesOfObject(value, seen));
    default:
      return referenceBytes;
  }
}

function bytesOfObject(value: object, seen: Seen): number {
  const own = headerBytes + referenceBytes;
  const members = Object.values(value).reduce<number>((sum, one) => sum + bytesOf(one, seen), own);
  return Array.isArray(value)
    ? members + headerBytes
    : members + bytesOfKeys(Object.keys(value), seen);
}

function bytesOfKeys(keys: readonly string[], seen: Seen): number {
  const shape = keys.join("\n");
  if (seen.shapes.has(shape)) return 0;
  seen.shapes.add(shape);
  return keys.reduce(
    (sum, key) => sum + bytesOfShared(key, seen),
    3 * referenceBytes * keys.length,
  );
}

function bytesOfShared(text: string, { texts }: Seen): number {
  if (texts.has(text)) return 0;
  texts.add(text);
  return bytesOfText(text);
}

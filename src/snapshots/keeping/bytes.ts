import type { RegistryRecord, Subject } from "../../upstream/decoding/records.ts";

/** About how much memory records take, in bytes. It measures a sample of about a thousand records. */
export function estimateBytes(records: readonly RegistryRecord<Subject>[]): number {
  const stride = Math.ceil(records.length / sampleSize);
  const seen = new Set<string>();
  let bytes = 0;
  for (let position = 0; position < records.length; position += stride) {
    bytes += stride * (recordBytes + bytesOf(records[position]?.fields, seen));
  }
  return bytes;
}

const sampleSize = 1_000;

/** The bytes that V8 takes for any object, and for each reference to a value. */
const objectBytes = 24;
const referenceBytes = 8;

/** The bytes of a record without its fields: the object, its id, and its place in the list, whose array has spare places. */
const recordBytes = objectBytes + 8 * referenceBytes;

/** The bytes of a string without its characters, and of a number that does not fit into a reference. */
const headerBytes = 16;

/** Maximum length of a short string. V8 stores the keys and the short strings of parsed JSON once, however often they occur. */
const maxSharedLength = 10;

function bytesOf(value: unknown, seen: Set<string>): number {
  if (typeof value === "number") return value === (value | 0) ? 0 : headerBytes;
  if (typeof value === "string") {
    return value.length > maxSharedLength ? bytesOfString(value) : bytesOfShared(value, seen);
  }
  if (typeof value !== "object" || value === null) return 0;
  let bytes = objectBytes;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) bytes += bytesOfShared(key, seen);
    bytes += referenceBytes + bytesOf(member, seen);
  }
  return bytes;
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfString(text);
}

function bytesOfString(text: string): number {
  // If one character is beyond Latin-1, every character of the string takes two bytes.
  const width = /[^\0-\xff]/.test(text) ? 2 : 1;
  return headerBytes + Math.ceil((text.length * width) / 8) * 8;
}

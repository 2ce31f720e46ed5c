import {
  bytesOfString,
  headerBytes,
  referenceBytes,
} from "../../../base/collections/memory-size.ts";
import type { RegistryRecord, Subject } from "../../../call/decode/records.ts";

/** The approximate memory of records in bytes, estimated from a sample of at most a thousand. */
export function estimateBytes(records: readonly RegistryRecord<Subject>[]): number {
  const stride = Math.ceil(records.length / sampleSize);
  const seen = new Set<string>();
  let bytes = 0;
  for (let position = 0; position < records.length; position += stride) {
    bytes += stride * (recordBytes + bytesOfValue(records[position]?.fields, seen));
  }
  return bytes;
}

const sampleSize = 1_000;

/** The bytes that V8 takes for any object. */
const objectBytes = 24;

/** The bytes of a record without its fields: the object, its id, and its place in the list, whose array has spare places. */
const recordBytes = objectBytes + 8 * referenceBytes;

/** Maximum length of a short string. V8 stores the keys and the short strings of parsed JSON once, however often they occur. */
const maxSharedLength = 10;

function bytesOfValue(root: unknown, seen: Set<string>): number {
  let bytes = 0;
  // A stack of values replaces recursion, because values can nest deeper than the call stack allows.
  const values: unknown[] = [root];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === "number") {
      bytes += value === (value | 0) ? 0 : headerBytes;
    } else if (typeof value === "string") {
      bytes += value.length > maxSharedLength ? bytesOfString(value) : bytesOfShared(value, seen);
    } else if (typeof value === "object" && value !== null) {
      bytes += objectBytes;
      for (const [key, member] of Object.entries(value)) {
        bytes += referenceBytes + (Array.isArray(value) ? 0 : bytesOfShared(key, seen));
        values.push(member);
      }
    }
  }
  return bytes;
}

function bytesOfShared(text: string, seen: Set<string>): number {
  if (seen.has(text)) return 0;
  seen.add(text);
  return bytesOfString(text);
}

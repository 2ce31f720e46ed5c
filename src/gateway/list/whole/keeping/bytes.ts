import { bytesOfValue, referenceBytes } from "../../../base/collections/memory-size.ts";
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

/** The bytes of a record without its fields: the object, its id, and its place in the list, whose array has spare places. */
const recordBytes = 24 + 8 * referenceBytes;

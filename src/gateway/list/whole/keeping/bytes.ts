import type { RegistryRecord, Subject } from "../../../../registry-client/records.ts";
import { bytesOfValue, referenceBytes } from "../../../base/collections/memory-size.ts";
import { Part } from "../../../base/time/give-way.ts";

export async function bytesOfRecords(records: readonly RegistryRecord<Subject>[]): Promise<number> {
  const part = new Part();
  const seen = new Set<string>();
  let bytes = 0;
  for (const record of records) {
    if (part.isOver) await part.next();
    bytes += bytesOfRecord(record, seen);
  }
  return bytes;
}

export function bytesOfRecord({ fields }: RegistryRecord<Subject>, seen?: Set<string>): number {
  return recordBytes + bytesOfValue(fields, seen);
}

/**
 * The bytes of a record without its fields: the object, its id, and its place in the list, whose
 * array has spare places.
 */
const recordBytes = 24 + 8 * referenceBytes;

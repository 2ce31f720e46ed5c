import { decodeString, tryDecode } from "../../../registry-client/json-values.ts";
import {
  isPossibleId,
  type RegistryRecord,
  type Subject,
} from "../../../registry-client/records.ts";

type LookUpField = "uuid" | "imei";

export interface Link {
  readonly target: Subject;
  readonly field: "id" | LookUpField;
}

/** Null if the value names no record. Ids are exact. */
export function readName({ target, field }: Link, value: unknown): string | null {
  const text = tryDecode(decodeString, value);
  if (text === null || text === "") return null;
  if (field === "id" && !isPossibleId(target, text)) return null;
  return toName(field, text);
}

export function toName(field: Link["field"], text: string): string {
  return field === "id" ? text : text.toLowerCase();
}

export function nameOf(record: RegistryRecord, field: Link["field"]): string | null {
  if (field === "id") return record.id;
  // A value that cannot be read equals nothing.
  const text = tryDecode(decodeString, record.fields[field]);
  return text === null || text === "" ? null : toName(field, text);
}

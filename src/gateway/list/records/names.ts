import { decodeString, tryDecode } from "../../../registry-client/json-values.ts";
import {
  isPossibleId,
  type RegistryRecord,
  type Subject,
} from "../../../registry-client/records.ts";

export type LookUpField = "uuid" | "imei";

/** What a value in additional data names: a record of this kind, by this field. */
export interface Link {
  readonly target: Subject;
  readonly field: "id" | LookUpField;
}

/** The name that a linked value stands for; null if it names no record. Ids are exact. */
export function readName({ target, field }: Link, value: unknown): string | null {
  const text = tryDecode(decodeString, value);
  if (text === null || text === "") return null;
  if (field === "id" && !isPossibleId(target, text)) return null;
  return toName(field, text);
}

/** The name that a record has: its text in a field. Only ids are case-sensitive. */
export function toName(field: Link["field"], text: string): string {
  return field === "id" ? text : text.toLowerCase();
}

/** The name by which links of a kind name a record; null if it has none. */
export function nameOf(record: RegistryRecord, field: Link["field"]): string | null {
  if (field === "id") return record.id;
  // A value that cannot be read equals nothing.
  const text = tryDecode(decodeString, record.fields[field]);
  return text === null || text === "" ? null : toName(field, text);
}

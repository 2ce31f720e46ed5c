import type { ComparedField } from "../changes/lists/compare.ts";
import { readDateString } from "../upstream/answers/date-string.ts";
import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
} from "../upstream/answers/decode.ts";
import type { Subject } from "../upstream/answers/records.ts";
import { decodeTimestamp, type TimestampUnit } from "./values/date-time.ts";

/** A field of a record. Changes are found by it, and `dataQuality` checks that it can be read. */
export interface RecordField extends ComparedField {
  /** How the schema's field reads the value, if that depends on the unit of timestamps. @default decode */
  readonly decodeInUnit?: (value: unknown, unit: TimestampUnit) => unknown;
}

/** A timestamp, or the time of a date string, marked so that the two are never equal. */
function decodeMoment(value: unknown): number | string | null {
  const date = readDateString(value);
  return date === null ? decodeInteger(value) : `date ${date}`;
}

/** How a timestamp is read. Its unit decides whether it can be read, but not whether it has changed. */
const timestamp = { decode: decodeMoment, decodeInUnit: decodeTimestamp };

/** The fields that tags and terminals have in common (interface §2.1, §2.2). */
const common: readonly RecordField[] = [
  { name: "name", member: "name", decode: decodeString },
  { name: "projectId", member: "project_id", decode: decodeString },
  { name: "description", member: "description", decode: decodeString },
  { name: "isActive", member: "is_active", decode: decodeBoolean },
  { name: "addedWhen", member: "added_when", ...timestamp },
  { name: "lastUpdate", member: "last_update", ...timestamp },
  { name: "additionalData", member: "additional_data", decode: decodeObject },
];

/** The fields of each kind of record, except its id. Fields of the schema that derive from another are left out. */
export const recordFields: Readonly<Record<Subject, readonly RecordField[]>> = {
  tag: [{ name: "type", member: "type", decode: decodeString }, ...common],
  terminal: [
    { name: "imei", member: "imei", decode: decodeString },
    { name: "uuid", member: "uuid", decode: decodeString },
    ...common,
    { name: "canInsertChip", member: "can_insert_chip", decode: decodeBoolean },
    { name: "canChangeChip", member: "can_change_chip", decode: decodeBoolean },
    { name: "platform", member: "platform", decode: decodeString },
    { name: "platformVersion", member: "platform_version", decode: decodeString },
    { name: "model", member: "model", decode: decodeString },
    { name: "formIdentifier", member: "form_identifier", decode: decodeString },
  ],
};

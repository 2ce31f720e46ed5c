import type { ComparedField, ComparedFields } from "../changes/lists/compare.ts";
import { readDateText } from "../upstream/answers/date-text.ts";
import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
} from "../upstream/answers/decode.ts";

/** A timestamp, or the time of a date in text, marked so that the two are never equal. */
function decodeMoment(value: unknown): number | string | null {
  const date = readDateText(value);
  return date === null ? decodeInteger(value) : `date ${date}`;
}

/** The fields that tags and terminals have in common (interface §2.1, §2.2). */
const record: readonly ComparedField[] = [
  { name: "name", member: "name", decode: decodeString },
  { name: "projectId", member: "project_id", decode: decodeString },
  { name: "description", member: "description", decode: decodeString },
  { name: "isActive", member: "is_active", decode: decodeBoolean },
  { name: "addedWhen", member: "added_when", decode: decodeMoment },
  { name: "lastUpdate", member: "last_update", decode: decodeMoment },
  { name: "additionalData", member: "additional_data", decode: decodeObject },
];

/** The fields by which records are compared, by the schema's names. Fields that only derive from another are left out. */
export const comparedFields: ComparedFields = {
  tag: [{ name: "type", member: "type", decode: decodeString }, ...record],
  terminal: [
    { name: "imei", member: "imei", decode: decodeString },
    { name: "uuid", member: "uuid", decode: decodeString },
    ...record,
    { name: "canInsertChip", member: "can_insert_chip", decode: decodeBoolean },
    { name: "canChangeChip", member: "can_change_chip", decode: decodeBoolean },
    { name: "platform", member: "platform", decode: decodeString },
    { name: "platformVersion", member: "platform_version", decode: decodeString },
    { name: "model", member: "model", decode: decodeString },
    { name: "formIdentifier", member: "form_identifier", decode: decodeString },
  ],
};

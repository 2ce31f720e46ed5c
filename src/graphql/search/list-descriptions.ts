import type { Field, ListDescription } from "../../search/table/table.ts";
import { compareCodeUnits } from "../../search/table/text.ts";
import { parseDateTime } from "../../upstream/decoding/date-string.ts";
import {
  decodeBoolean,
  decodeObject,
  decodeString,
  readBoolean,
  tryDecode,
} from "../../upstream/decoding/json-values.ts";
import type { RegistryRecord, Subject } from "../../upstream/decoding/records.ts";
import { decodeTime, type TimestampUnit } from "../values/date-time.ts";
import { compareIntegers } from "./integers.ts";

type ListField = Field<RegistryRecord>;

/** Describes tags or terminals to the search engine, by the schema's names of their fields. */
export function describeList(
  subject: Subject,
  unit: TimestampUnit,
): ListDescription<RegistryRecord> {
  const name = `${subject} ${unit}`;
  const description = descriptions.get(name) ?? createDescription(subject, unit);
  descriptions.set(name, description);
  return description;
}

/** The descriptions made so far. There are few, and all requests share them. */
const descriptions = new Map<string, ListDescription<RegistryRecord>>();

function createDescription(subject: Subject, unit: TimestampUnit): ListDescription<RegistryRecord> {
  const own = subject === "tag" ? tags : terminals;
  return {
    name: subject,
    ...own,
    fields: {
      ...own.fields,
      name: textField("name"),
      description: textField("description"),
      isActive: booleanField("is_active"),
      addedAt: timeField("added_when", unit),
      updatedAt: timeField("last_update", unit),
    },
    readId: ({ id }) => id,
    readBoolean,
    readAdditionalData: ({ fields }) => tryDecode(decodeObject, fields["additional_data"]),
  };
}

/** What is particular to tags (interface §2.2). */
const tags = {
  fields: { tagId: { kind: "text", read: ({ id }) => id }, type: textField("type") },
  searched: ["name", "description", "tagId"],
  compareIds: compareCodeUnits,
} satisfies Partial<ListDescription<RegistryRecord>>;

/** What is particular to terminals (interface §2.1). */
const terminals = {
  fields: {
    terminalId: { kind: "text", read: ({ id }) => id, compare: compareIntegers },
    imei: textField("imei"),
    uuid: textField("uuid"),
    platform: textField("platform"),
    platformVersion: textField("platform_version"),
    model: textField("model"),
    formIdentifier: textField("form_identifier"),
    canInsertChip: booleanField("can_insert_chip"),
    canChangeChip: booleanField("can_change_chip"),
  },
  searched: ["name", "description", "terminalId", "imei", "uuid"],
  compareIds: compareIntegers,
} satisfies Partial<ListDescription<RegistryRecord>>;

function textField(member: string): ListField {
  return { kind: "text", read: ({ fields }) => tryDecode(decodeString, fields[member]) };
}

function booleanField(member: string): ListField {
  return { kind: "boolean", read: ({ fields }) => tryDecode(decodeBoolean, fields[member]) };
}

/** A field that is compared as a time, in milliseconds. */
function timeField(member: string, unit: TimestampUnit): ListField {
  return {
    kind: "number",
    read: ({ fields }) => tryDecode((value) => decodeTime(value, unit), fields[member]),
    readOperand: (operand) => parseDateTime(String(operand)) ?? Number.NaN,
  };
}

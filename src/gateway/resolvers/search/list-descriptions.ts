import { parseDateTime } from "../../../registry-client/date-string.ts";
import {
  decodeBoolean,
  decodeObject,
  decodeString,
  readBoolean,
  tryDecode,
} from "../../../registry-client/json-values.ts";
import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import type { Field, ListDescription } from "../../../search/table/table.ts";
import { compareCodeUnits } from "../../../search/table/text.ts";
import { type RecordField, recordFields } from "../records/record-fields.ts";
import { decodeTime, type TimestampUnit } from "../values/date-time.ts";

type ListField = Field<RegistryRecord>;

/**
 * Describes tags or terminals to the search engine, by the schema's names of their fields. The
 * description has more fields than the schema lets a caller filter and sort by.
 */
export function describeList(
  subject: Subject,
  unit: TimestampUnit,
): ListDescription<RegistryRecord> {
  const name = `${subject} ${unit}`;
  const description = descriptions.get(name) ?? createDescription(subject, unit);
  descriptions.set(name, description);
  return description;
}

const descriptions = new Map<string, ListDescription<RegistryRecord>>();

function createDescription(subject: Subject, unit: TimestampUnit): ListDescription<RegistryRecord> {
  const { idField, ...others } = subject === "tag" ? tags : terminals;
  const fields = recordFields[subject].flatMap((field) => toListFields(field, unit));
  return {
    name: subject,
    ...others,
    fields: { ...idField, ...Object.fromEntries(fields) },
    readId: ({ id }) => id,
    readContents: ({ fields }) => JSON.stringify(fields),
    readBoolean,
    readTime,
    readAdditionalData: ({ fields }) => tryDecode(decodeObject, fields["additional_data"]),
  };
}

const tags = {
  idField: { tagId: { kind: "text", read: ({ id }) => id } },
  searched: ["name", "description", "tagId"],
  compareIds: compareCodeUnits,
} satisfies Particulars;

const terminals = {
  idField: { terminalId: { kind: "text", read: ({ id }) => id, compare: compareIntegers } },
  searched: ["name", "description", "terminalId", "imei", "uuid"],
  compareIds: compareIntegers,
} satisfies Particulars;

interface Particulars extends Pick<ListDescription<RegistryRecord>, "searched" | "compareIds"> {
  readonly idField: Readonly<Record<string, ListField>>;
}

/**
 * A record's field in a description, with its name. A timestamp is described as a time. An object
 * is left out.
 */
function toListFields(
  { name, member, kind, time }: RecordField,
  unit: TimestampUnit,
): readonly (readonly [string, ListField])[] {
  switch (kind) {
    case "text":
      return [[name, textField(member)]];
    case "boolean":
      return [[name, booleanField(member)]];
    case "timestamp":
      return time === undefined ? [] : [[time, timeField(member, unit)]];
    case "object":
      return [];
    default:
      return kind satisfies never;
  }
}

function textField(member: string): ListField {
  return { kind: "text", read: ({ fields }) => tryDecode(decodeString, fields[member]) };
}

function booleanField(member: string): ListField {
  return { kind: "boolean", read: ({ fields }) => tryDecode(decodeBoolean, fields[member]) };
}

function timeField(member: string, unit: TimestampUnit): ListField {
  return {
    kind: "number",
    isTime: true,
    read: ({ fields }) => tryDecode((value) => decodeTime(value, unit), fields[member]),
    readOperand: (operand) => parseDateTime(String(operand)) ?? Number.NaN,
  };
}

/**
 * A `DateTime` in whole milliseconds: further digits are cut off, as those of dates in additional
 * data are.
 */
export function readTime(operand: unknown): number {
  const time = parseDateTime(String(operand).replace(/(\.\d{3})\d+/, "$1"));
  return time === null ? Number.NaN : Math.round(time);
}

const integer = /^-?\d+$/;

/**
 * Compares strings of digits of any length as whole numbers. All other strings come after them, by
 * code units.
 */
export function compareIntegers(one: string, other: string): number {
  const isOne = integer.test(one);
  const isOther = integer.test(other);
  if (isOne !== isOther) return isOne ? -1 : 1;
  if (!isOne) return compareCodeUnits(one, other);
  const difference = Number(one) - Number(other);
  if (difference < 0 || difference > 0) return difference;
  // Different integers can round to the same floating-point number, or be too large for one.
  const [left, right] = [BigInt(one), BigInt(other)];
  if (left === right) return compareCodeUnits(one, other);
  return left < right ? -1 : 1;
}

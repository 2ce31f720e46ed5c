import { decodeObject, decodeString, tryDecode } from "../../../registry-client/json-values.ts";
import type { RegistryRecord } from "../../../registry-client/records.ts";
import { findItemKey } from "../../../search/table/keys.ts";
import type { RecordField } from "../records/record-fields.ts";
import { findMistake, type ItemRule } from "../structure/item-rule.ts";
import { decodeTime, type TimestampUnit } from "../values/date-time.ts";
import type { DataQualityCode } from "./codes.ts";

export interface RecordIssue {
  readonly code: DataQualityCode;
  readonly identifier: string;
}

export interface RecordRules {
  readonly fields: readonly RecordField[];
  readonly items: readonly ItemRule[] | null;
  readonly timestampUnit: TimestampUnit;
  readonly now: number;
  readonly isDangling: (identifier: string, value: unknown) => boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Finds what is wrong with a record, except for duplicates. The issues are in no particular order.
 */
export function findRecordIssues(
  record: RegistryRecord,
  rules: RecordRules,
): readonly RecordIssue[] {
  return [
    ...findUnreadable(record, rules),
    ...findBadImeiOrUuid(record),
    ...findWrongTimes(record, rules),
    ...findDataIssues(record, rules),
  ];
}

export function readField<T>(
  { fields }: RegistryRecord,
  member: string,
  decode: (value: unknown) => T | null,
): T | null {
  return tryDecode(decode, fields[member]);
}

function* findUnreadable(
  record: RegistryRecord,
  { fields, timestampUnit }: RecordRules,
): Generator<RecordIssue> {
  for (const { name, member, decodeInUnit } of fields) {
    const value = record.fields[member];
    if (value === null || value === undefined) continue;
    const decoded = tryDecode((given) => decodeInUnit(given, timestampUnit), value);
    if (decoded === null) yield { code: "UNREADABLE_FIELD", identifier: name };
  }
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function* findBadImeiOrUuid(record: RegistryRecord): Generator<RecordIssue> {
  if (record.subject === "tag") return;
  const imei = readField(record, "imei", decodeString) ?? "";
  const uuid = readField(record, "uuid", decodeString) ?? "";
  if (imei !== "" && !isImei(imei)) yield { code: "BAD_IMEI", identifier: "imei" };
  if (uuid !== "" && !uuidForm.test(uuid)) yield { code: "BAD_UUID", identifier: "uuid" };
}

function isImei(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function* findWrongTimes(
  record: RegistryRecord,
  { timestampUnit, now }: RecordRules,
): Generator<RecordIssue> {
  const timeOf = (member: string) =>
    readField(record, member, (value) => decodeTime(value, timestampUnit));
  const [added, updated] = [timeOf("added_when"), timeOf("last_update")];
  if (added !== null && added > now + dayMs)
    yield { code: "TIME_IN_FUTURE", identifier: "addedWhen" };
  if (updated === null) return;
  if (updated > now + dayMs) yield { code: "TIME_IN_FUTURE", identifier: "lastUpdate" };
  if (added !== null && updated < added) {
    yield { code: "UPDATED_BEFORE_ADDED", identifier: "lastUpdate" };
  }
}

function* findDataIssues(
  record: RegistryRecord,
  { items, isDangling }: RecordRules,
): Generator<RecordIssue> {
  const data = readField(record, "additional_data", decodeObject) ?? {};
  const known = new Set<string>();
  for (const item of items ?? []) {
    const { identifier } = item;
    const key = findItemKey(item, data);
    if (key !== undefined) known.add(key);
    const value = key === undefined ? null : data[key];
    const code = findMistake(item, value);
    if (code !== null) yield { code, identifier };
    if (isDangling(identifier, value)) yield { code: "DANGLING_LINK", identifier };
  }
  for (const [key, value] of Object.entries(data)) {
    if (known.has(key)) continue;
    if (items !== null) yield { code: "UNKNOWN_KEY", identifier: key };
    if (isDangling(key, value)) yield { code: "DANGLING_LINK", identifier: key };
  }
}

import { decodeString } from "../../../registry-client/json-values.ts";
import type { RegistryRecord } from "../../../registry-client/records.ts";
import { normalizeImei, normalizeUuid } from "../search/look-up/look-up.ts";
import { inEitherOrder, parseHexadecimal } from "../search/look-up/uid.ts";
import { type RecordIssue, readField } from "./record-issues.ts";

/**
 * A field whose values should be unique: the issue if they are not, and how to read a value and
 * normalize it; null if it is none.
 */
type UniqueField = readonly [RecordIssue, (record: RegistryRecord) => string | null];

const uniqueFields: Readonly<Record<RegistryRecord["subject"], readonly UniqueField[]>> = {
  tag: [[{ code: "DUPLICATE_UID", identifier: "tagId" }, ({ id }) => normalizeUid(id)]],
  terminal: [
    [
      { code: "DUPLICATE_UUID", identifier: "uuid" },
      (record) => findUuid(readField(record, "uuid", decodeString) ?? ""),
    ],
    [
      { code: "DUPLICATE_IMEI", identifier: "imei" },
      (record) => findImei(readField(record, "imei", decodeString) ?? ""),
    ],
  ],
};

/**
 * Finds records that share a value that should be unique. Call `count` with every record, and only
 * then `find`.
 */
export class Duplicates {
  readonly #counts = new Map<string, number>();

  count(record: RegistryRecord): void {
    for (const [, value] of uniqueValuesOf(record)) {
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    }
  }

  find(record: RegistryRecord): readonly RecordIssue[] {
    return uniqueValuesOf(record).flatMap(([issue, value]) =>
      (this.#counts.get(value) ?? 0) > 1 ? [issue] : [],
    );
  }
}

/**
 * The values of a record that should be unique, each with its issue. The issue's code keeps values
 * of different fields apart.
 */
function uniqueValuesOf(record: RegistryRecord): readonly (readonly [RecordIssue, string])[] {
  return uniqueFields[record.subject].flatMap(([issue, read]) => {
    const value = read(record);
    return value === null ? [] : [[issue, `${issue.code} ${value}`] as const];
  });
}

/**
 * A UID without separators, in upper case, and the same for either byte order; null for anything
 * else.
 */
function normalizeUid(id: string): string | null {
  const digits = parseHexadecimal(id);
  // Half a byte too many: there is no other byte order.
  return digits === null || digits.length % 2 === 1 ? digits : inEitherOrder(digits);
}

/**
 * A uuid, however it is spelled. Words such as `unknown`, which many terminals may share, are none.
 */
function findUuid(text: string): string | null {
  const uuid = normalizeUuid(text);
  return /^[\da-f]{32}$/.test(uuid) ? uuid : null;
}

/** The minimum number of digits of an imei: its last, the check digit, is often left out. */
const minImeiDigits = 14;

/**
 * The digits of an imei, however it is spelled. The few digits of a name such as `SIM-1` are none.
 */
function findImei(text: string): string | null {
  const digits = normalizeImei(text);
  const isNumber = digits !== "" && !/\p{L}/u.test(text);
  return isNumber || digits.length >= minImeiDigits ? digits : null;
}

import { decodeString } from "../../upstream/decoding/json-values.ts";
import type { RegistryRecord } from "../../upstream/decoding/records.ts";
import { normalizeImei, normalizeUuid } from "../search/look-up/look-up.ts";
import { inEitherOrder, parseUid } from "../search/look-up/uid.ts";
import { type RecordIssue, readField } from "./record-issues.ts";

/**
 * Minimum number of hexadecimal digits in a UID. Shorter ids are usually numbers that people chose. They often match another one in
 * reverse byte order: 1234 and 3412.
 */
const minUidLength = 8;

/** A field whose values should be unique: the issue if they are not, and how to read a value and normalize it. */
type UniqueField = readonly [RecordIssue, (record: RegistryRecord) => string | null];

const uniqueFields: Readonly<Record<RegistryRecord["subject"], readonly UniqueField[]>> = {
  tag: [[{ code: "DUPLICATE_UID", identifier: "tagId" }, ({ id }) => normalizeUid(id)]],
  terminal: [
    [
      { code: "DUPLICATE_UUID", identifier: "uuid" },
      (record) => normalizeUuid(readField(record, "uuid", decodeString) ?? ""),
    ],
    [
      { code: "DUPLICATE_IMEI", identifier: "imei" },
      (record) => normalizeImei(readField(record, "imei", decodeString) ?? ""),
    ],
  ],
};

/** Finds records that share a value that should be unique. Call `count` with every record, and only then `find`. */
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

/** The values of a record that should be unique, each with its issue. The issue's code keeps values of different fields apart. */
function uniqueValuesOf(record: RegistryRecord): readonly (readonly [RecordIssue, string])[] {
  return uniqueFields[record.subject].flatMap(([issue, read]) => {
    const value = read(record);
    return value === null || value === "" ? [] : [[issue, `${issue.code} ${value}`] as const];
  });
}

/** A UID without separators, in upper case, and the same for either byte order; null for anything else. */
function normalizeUid(id: string): string | null {
  const digits = parseUid(id)?.hexadecimal ?? "";
  return digits.length < minUidLength || digits.length % 2 === 1 ? null : inEitherOrder(digits);
}

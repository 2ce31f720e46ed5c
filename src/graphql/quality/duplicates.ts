import { decodeString } from "../../upstream/answers/decode.ts";
import type { RegistryRecord } from "../../upstream/answers/records.ts";
import { reduceImei, reduceUuid } from "../search/look-up/look-up.ts";
import { parseUid } from "../search/look-up/uid.ts";
import { type Finding, readField } from "./record-issues.ts";

/** The fewest hexadecimal digits of a UID. Shorter ids are numbers that a person chose, and many are another one read backwards. */
const shortestUid = 8;

/** A name that only one record should have, and the finding if several do. */
type Naming = readonly [Finding, (record: RegistryRecord) => string | null];

const namings: Readonly<Record<RegistryRecord["subject"], readonly Naming[]>> = {
  tag: [[{ code: "DUPLICATE_UID", identifier: "tagId" }, ({ id }) => reduceUid(id)]],
  terminal: [
    [
      { code: "DUPLICATE_UUID", identifier: "uuid" },
      (record) => reduceUuid(readField(record, "uuid", decodeString) ?? ""),
    ],
    [
      { code: "DUPLICATE_IMEI", identifier: "imei" },
      (record) => reduceImei(readField(record, "imei", decodeString) ?? ""),
    ],
  ],
};

/** Finds records that share a name. Count all records before you ask for one. */
export class Duplicates {
  readonly #counts = new Map<string, number>();

  count(record: RegistryRecord): void {
    for (const [, name] of namesOf(record)) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  find(record: RegistryRecord): readonly Finding[] {
    return namesOf(record).flatMap(([finding, name]) =>
      (this.#counts.get(name) ?? 0) > 1 ? [finding] : [],
    );
  }
}

function namesOf(record: RegistryRecord): readonly (readonly [Finding, string])[] {
  return namings[record.subject].flatMap(([finding, read]) => {
    const name = read(record);
    return name === null || name === "" ? [] : [[finding, `${finding.code} ${name}`] as const];
  });
}

/** A UID without separators, in upper case and the byte order that comes first as text; null if it is none. */
function reduceUid(id: string): string | null {
  const digits = parseUid(id)?.hexadecimal ?? "";
  if (digits.length < shortestUid || digits.length % 2 === 1) return null;
  const reversed = (digits.match(/../g) ?? []).reverse().join("");
  return digits < reversed ? digits : reversed;
}

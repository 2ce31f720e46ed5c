import { decodeString } from "../../upstream/decode.ts";
import type { RegistryRecord } from "../../upstream/records.ts";
import { reduceImei, reduceUuid } from "../search/look-up.ts";
import { parseUid } from "../search/uid.ts";
import { type Finding, readField } from "./record-issues.ts";

/** The fewest hexadecimal digits of a UID: shorter ids are numbers of somebody's own, which look alike read backwards. */
const shortestUid = 8;

/** Of a record what no other should have, by the code of that. */
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

/** What several records have that each should have for itself. Every record is counted before any is asked for. */
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

/** A UID without separators and letter case, in the byte order that comes first; null where it is none. */
function reduceUid(id: string): string | null {
  const digits = parseUid(id)?.hexadecimal ?? "";
  if (digits.length < shortestUid || digits.length % 2 === 1) return null;
  const reversed = (digits.match(/../g) ?? []).reverse().join("");
  return digits < reversed ? digits : reversed;
}

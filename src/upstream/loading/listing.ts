import type { Run } from "../../paging/run.ts";
import { decodeString, tryDecode } from "../decoding/json-values.ts";
import type { RecordPage, RegistryRecord, RegistryRow, Subject } from "../decoding/records.ts";
import { RegistryError } from "../errors.ts";
import { equalsEveryCount, haveDistinctIds } from "./completeness.ts";

/** A field, other than the id, by which records are looked up. */
export type LookUpField = "uuid" | "imei";

/** A list, as far as it was read. */
export class Listing<S extends Subject> {
  /** Whether records that were in the list all along may be missing. */
  readonly isTorn: boolean;
  /** Whether a record that is missing here does not exist. */
  readonly provesAbsence: boolean;
  readonly #rows: readonly RegistryRow<S>[];
  readonly #byField = new Map<LookUpField, ReadonlyMap<string, RegistryRecord<S>>>();

  /** @param pages all pages of the list that were read. */
  constructor({ rows, isLast, isTorn }: Run<RegistryRow<S>>, pages: readonly RecordPage<S>[]) {
    this.#rows = rows;
    const areReadable = !rows.some((row) => row instanceof RegistryError);
    const areDistinct = areReadable && haveDistinctIds(rows);
    const areCounted = areDistinct && equalsEveryCount(rows.length, pages);
    this.isTorn = !isLast || (isTorn && !areCounted);
    this.provesAbsence = !this.isTorn && areDistinct && (pages.at(-1)?.count ?? 0) <= rows.length;
  }

  /** The records by a field's value in lower case. Of several with the same value, it has the first. */
  recordsBy(field: LookUpField): ReadonlyMap<string, RegistryRecord<S>> {
    const known = this.#byField.get(field);
    if (known) return known;
    const records = new Map<string, RegistryRecord<S>>();
    for (const row of this.#rows) {
      if (row instanceof RegistryError) continue;
      // A value that cannot be read equals nothing.
      const value = tryDecode(decodeString, row.fields[field])?.toLowerCase();
      if (value !== undefined && !records.has(value)) records.set(value, row);
    }
    this.#byField.set(field, records);
    return records;
  }
}

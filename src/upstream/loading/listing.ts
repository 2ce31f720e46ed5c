import type { Run } from "../../paging/run.ts";
import { decodeString } from "../answers/decode.ts";
import { readOptional } from "../answers/fields.ts";
import type { RecordPage, RegistryRecord, RegistryRow, Subject } from "../answers/records.ts";
import { RegistryError } from "../errors.ts";

/** A field other than the id by which records are looked up. */
export type LookUpField = "uuid" | "imei";

/** A list, as far as it was read. */
export class Listing<Kind extends Subject> {
  /** Whether records may be missing that were in the list all along. */
  readonly isTorn: boolean;
  /** Whether a record that is missing here does not exist. */
  readonly provesAbsence: boolean;
  readonly #rows: readonly RegistryRow<Kind>[];
  readonly #byField = new Map<LookUpField, ReadonlyMap<string, RegistryRecord<Kind>>>();

  /**
   * @param pages all pages of the list that were read. If each one's count equals the number of rows in the run, none is missing.
   */
  constructor(
    { rows, isLast, isTorn }: Run<RegistryRow<Kind>>,
    pages: readonly RecordPage<Kind>[],
  ) {
    this.#rows = rows;
    const ids = new Set(rows.map((row) => (row instanceof RegistryError ? null : row.id)));
    const areDistinct = ids.size === rows.length && !ids.has(null);
    const areCounted = areDistinct && pages.every(({ count }) => count === rows.length);
    this.isTorn = !isLast || (isTorn && !areCounted);
    this.provesAbsence = !this.isTorn && areDistinct && (pages.at(-1)?.count ?? 0) <= rows.length;
  }

  /** The records by the value of a field in lower case. Of several with the same value, it has the first. */
  by(field: LookUpField): ReadonlyMap<string, RegistryRecord<Kind>> {
    const known = this.#byField.get(field);
    if (known) return known;
    const records = new Map<string, RegistryRecord<Kind>>();
    for (const row of this.#rows) {
      if (row instanceof RegistryError) continue;
      const value = readIfPossible(row, field)?.toLowerCase();
      if (value !== undefined && !records.has(value)) records.set(value, row);
    }
    this.#byField.set(field, records);
    return records;
  }
}

/** The value of a field; null if there is none, or if it cannot be read, because it then equals nothing. */
function readIfPossible(record: RegistryRecord, field: string): string | null {
  try {
    return readOptional(record, field, decodeString);
  } catch (error) {
    if (error instanceof RegistryError) return null;
    throw error;
  }
}

import { RegistryError } from "../../base/errors.ts";
import { decodeString, tryDecode } from "../../call/decode/json-values.ts";
import type { RegistryRecord, RegistryRow, Subject } from "../../call/decode/records.ts";
import type { WholeList } from "../pages/read-whole.ts";

/** A field, other than the id, by which records are looked up. */
export type LookUpField = "uuid" | "imei";

/** A list, as far as it was read. */
export class Listing<S extends Subject> {
  /** Whether it has every record that was in the list all along. */
  readonly isWhole: boolean;
  /** Whether a record that is missing here does not exist: none is unreadable, and none is counted but not shown. */
  readonly provesAbsence: boolean;
  readonly #rows: readonly RegistryRow<S>[];
  readonly #byField = new Map<LookUpField, ReadonlyMap<string, RegistryRecord<S>>>();

  constructor({ rows, isWhole, stated }: WholeList<RegistryRow<S>>) {
    this.#rows = rows;
    this.isWhole = isWhole;
    const areReadable = !rows.some((row) => row instanceof RegistryError);
    this.provesAbsence = isWhole && areReadable && (stated ?? 0) <= rows.length;
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

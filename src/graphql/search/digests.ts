import { digestOf, unreadableDigest } from "../../connection/cursor.ts";
import type { Derivation, DerivedValue } from "../../search/table/table.ts";

/** The digests of a table's rows, by which cursors in the registry's order know them. */
export interface Digests extends DerivedValue {
  readonly digestAt: (position: number) => number;
}

/** Derives the digests of a table's rows. A digest is made when it is first needed. */
export const digests: Derivation<Digests> = {
  key: "digests",
  async derive({ table: { list, rows } }) {
    // 0 stands for a digest that has not been made: no row has that digest.
    const known = new Float64Array(rows.length);
    const digestAt = (position: number) => {
      const row = rows[position];
      if (row === undefined) return unreadableDigest;
      known[position] ||= digestOf(list.readId(row));
      return known[position];
    };
    return { digestAt, bytes: known.byteLength };
  },
};

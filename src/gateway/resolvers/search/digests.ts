import {
  checksumOf,
  digestOf,
  unknownContents,
  unreadableDigest,
} from "../../list/relay/cursor.ts";
import type { InMemoryList } from "../../list/relay/in-memory-list.ts";
import type { Pause } from "../../list/search/table/pace.ts";
import type { Derivation, DerivedValue, Table } from "../../list/search/table/table.ts";

/** The rows of a table as a list that makes cursors in the registry's order. */
export async function toInMemoryList<Row>(table: Table<Row>, pause: Pause): Promise<InMemoryList> {
  const { digestAt, contentsAt } = await table.get(digests);
  return { listName: table.list.name, length: table.rows.length, digestAt, contentsAt, pause };
}

interface Digests extends DerivedValue {
  readonly digestAt: (position: number) => number;
  readonly contentsAt: (position: number) => number;
}

/** The digests of a table's rows. A digest is made when it is first needed. */
const digests: Derivation<Digests> = {
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
    const checksums = new Uint16Array(rows.length);
    const contentsAt = (position: number) => {
      const row = rows[position];
      if (row === undefined) return unknownContents;
      checksums[position] ||= checksumOf(list.readContents(row));
      return checksums[position];
    };
    return { digestAt, contentsAt, bytes: known.byteLength + checksums.byteLength };
  },
};

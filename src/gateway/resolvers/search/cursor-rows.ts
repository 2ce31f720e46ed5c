import type { Derivation, DerivedValue } from "../../../search/table/table.ts";
import { checksumOf, digestOf, unknownContents, unreadableDigest } from "../../list/cursor.ts";
import type { CursorRows } from "../../list/place.ts";

/**
 * The rows of a table, as cursors in the registry's order know them. A digest is made when it is
 * first needed.
 */
export const cursorRowsOfTable: Derivation<CursorRows & DerivedValue> = {
  key: "digests",
  async derive({ table: { list, rows } }) {
    const { length } = rows;
    // 0 stands for a digest that has not been made: no row has that digest.
    const digests = new Float64Array(length);
    const digestAt = (position: number) => {
      const row = rows[position];
      if (row === undefined) return unreadableDigest;
      digests[position] ||= digestOf(list.readId(row));
      return digests[position];
    };
    const checksums = new Uint16Array(length);
    const contentsAt = (position: number) => {
      const known = checksums[position];
      if (known !== 0 && known !== undefined) return known;
      const row = rows[position];
      const contents = row === undefined ? null : list.readContents(row);
      if (contents === null) return unknownContents;
      const checksum = checksumOf(contents);
      checksums[position] = checksum;
      return checksum;
    };
    const bytes = digests.byteLength + checksums.byteLength;
    return { start: 0, length, isLast: true, count: length, digestAt, contentsAt, bytes };
  },
};

import { bytesOfString, referenceBytes } from "../../../base/collections/memory-size.ts";
import { columnOf, dependOn } from "../table/column.ts";
import { indexBy, indexByField, type RecordIndex } from "../table/record-index.ts";
import type { Derivation, DerivedValue } from "../table/table.ts";
import type { Link } from "./link.ts";

/** The rows of a list by the names that their values stand for. */
export interface LinkIndex extends DerivedValue {
  /** The number of each name, from 1. */
  readonly names: ReadonlyMap<string, number>;
  /** The positions of all rows that have a name, those with the same name together, and in the list's order. */
  readonly rows: Uint32Array;
  /** Where the rows of each name begin in `rows`, by its number. They end where those of the next name begin. */
  readonly starts: Uint32Array;
}

/** The approximate bytes of a name without its characters. */
const entryBytes = 5 * referenceBytes;

const noRows = new Uint32Array();

/** The rows of the list that a link comes from, by the names that their values stand for. */
export function linkIndexOf(link: Link): Derivation<LinkIndex> {
  const { identifier, to, by, readName } = link;
  return {
    ...dependOn(`link to ${to} by ${by}`, { identifier }),
    async derive({ table, pace }) {
      const { codes, values } = await table.get(columnOf({ identifier }));
      const names = new Map<string, number>();
      // The number of the name that each value stands for; 0 for a value that names nothing.
      const nameOfCode = new Uint32Array(values.length);
      let bytes = 0;
      await pace.each(values.length, (code) => {
        const name = readName(values[code]);
        if (name === null) return;
        const number = names.get(name) ?? names.size + 1;
        if (number > names.size) {
          names.set(name, number);
          bytes += bytesOfString(name) + entryBytes;
        }
        nameOfCode[code] = number;
      });
      const nameAt = (row: number) => nameOfCode[codes[row] ?? 0] ?? 0;
      // Where the rows of each name begin. At first, how many rows the name before it has.
      const starts = new Uint32Array(names.size + 2);
      await pace.each(codes.length, (row) => {
        const name = nameAt(row);
        if (name > 0) starts[name + 1] = (starts[name + 1] ?? 0) + 1;
      });
      for (const [index, rowsBefore] of starts.entries()) {
        starts[index] = rowsBefore + (starts[index - 1] ?? 0);
      }
      const rows = new Uint32Array(starts.at(-1) ?? 0);
      const ends = starts.slice();
      await pace.each(codes.length, (row) => {
        const name = nameAt(row);
        if (name === 0) return;
        const end = ends[name] ?? 0;
        rows[end] = row;
        ends[name] = end + 1;
      });
      bytes += rows.byteLength + starts.byteLength;
      return { names, rows, starts, bytes };
    },
  };
}

/** The positions of the rows that have a name, in the list's order. */
export function rowsNaming({ names, rows, starts }: LinkIndex, name: string): Uint32Array {
  const number = names.get(name);
  return number === undefined ? noRows : rows.subarray(starts[number], starts[number + 1]);
}

/** The rows of the list that a link leads to, by their own names. */
export function namedRowsOf({ by, toName }: Link): Derivation<RecordIndex> {
  if (by === "id") return indexBy("ids", (list, row) => [toName(list.readId(row))]);
  return indexByField(`linked ${by}s`, by, toName);
}

import { bytesOfString, referenceBytes } from "../../gateway/base/collections/memory-size.ts";
import { columnOf, dependOn } from "../table/column.ts";
import { indexBy, indexByField, type RecordIndex } from "../table/record-index.ts";
import type { Derivation, DerivedValue, Table } from "../table/table.ts";
import type { Link } from "./link.ts";

interface LinkNames extends DerivedValue {
  readonly names: ReadonlyMap<string, number>;
  /** The number of the name that each value stands for; 0 for a value that names nothing. */
  readonly nameOfCode: Uint32Array;
}

export interface LinkIndex extends DerivedValue {
  readonly names: ReadonlyMap<string, number>;
  /**
   * The positions of all rows that have a name, those with the same name together, and in the
   * list's order.
   */
  readonly rows: Uint32Array;
  /**
   * Where the rows of each name begin in `rows`, by its number. They end where those of the next
   * name begin.
   */
  readonly starts: Uint32Array;
}

const entryBytes = 5 * referenceBytes;

export function linkNamesOf({ identifier, to, by, readName }: Link): Derivation<LinkNames> {
  return {
    ...dependOn(`names of ${to}s by ${by}`, { identifier }),
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf({ identifier }));
      const names = new Map<string, number>();
      const nameOfCode = new Uint32Array(values.length);
      let bytes = nameOfCode.byteLength;
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
      return { names, nameOfCode, bytes };
    },
  };
}

export function linkIndexOf(link: Link): Derivation<LinkIndex> {
  const { identifier, to, by } = link;
  return {
    ...dependOn(`link to ${to} by ${by}`, { identifier }),
    async derive({ table, pace }) {
      const { codes } = await table.get(columnOf({ identifier }));
      const { names, nameOfCode } = await table.get(linkNamesOf(link));
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
      return { names, rows, starts, bytes: rows.byteLength + starts.byteLength };
    },
  };
}

/**
 * The positions of the rows that have the name with a number, in the list's order. Number 0 has
 * none.
 */
export function rowsNaming({ rows, starts }: LinkIndex, number: number): Uint32Array {
  return rows.subarray(starts[number], starts[number + 1]);
}

export function namedRowsOf({ by, toName }: Link): Derivation<RecordIndex> {
  if (by === "id") return indexBy("ids", (list, row) => [toName(list.readId(row))]);
  return indexByField(`linked ${by}s`, by, toName);
}

export interface NamedRows extends DerivedValue {
  /**
   * The position of the row that each name leads to, by its number; `noRow` if it leads to none.
   */
  readonly first: Uint32Array;
  /** Further positions of that row, which a list may have several times. */
  readonly repeated: ReadonlyMap<number, readonly number[]>;
}

export const noRow = 0xffffffff;

/** Kept with the other table, until that or the list is renewed. */
export function leadingTo<Row>(link: Link, named: Table<Row>): Derivation<NamedRows> {
  const { identifier, to, by } = link;
  return {
    ...dependOn(`rows of ${to}s ${named.number} by ${by}`, { identifier }),
    isForOneTable: true,
    async derive({ table, pace }) {
      const { names } = await table.get(linkNamesOf(link));
      const { positionsOf } = await named.get(namedRowsOf(link));
      const idAt = (position: number) => named.list.readId(named.rows[position] as Row);
      const first = new Uint32Array(names.size + 1).fill(noRow);
      const repeated = new Map<number, readonly number[]>();
      let { byteLength: bytes } = first;
      const entries = names.entries();
      await pace.each(names.size, () => {
        const [name, number] = entries.next().value ?? ["", 0];
        const [position, ...others] = positionsOf(name);
        if (position === undefined) return;
        first[number] = position;
        const same = others.filter((other) => idAt(other) === idAt(position));
        if (same.length === 0) return;
        repeated.set(number, same);
        bytes += entryBytes + same.length * referenceBytes;
      });
      return { first, repeated, bytes };
    },
  };
}

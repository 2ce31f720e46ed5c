import { type Bitset, rowsPerWord } from "../table/bitset.ts";
import { columnOf, type Dimension, dependOn } from "../table/column.ts";
import type { Pace } from "../table/pace.ts";
import type { Derivation, DerivedValue } from "../table/table.ts";
import type { Scalar, ValueKind } from "../table/values.ts";

/** The values of a column, grouped by how they are read: 5 and "5" may be one group. */
export interface Groups extends DerivedValue {
  readonly kind: ValueKind;
  /** The index of the group of each of the column's values. */
  readonly groupOf: Uint32Array;
  /** The value of each group. The first is null, for what cannot be read. */
  readonly values: readonly (Scalar | null)[];
  /** The index of each row's value in the column. */
  readonly codes: Uint32Array;
}

/** The approximate bytes of a group's value. */
const valueBytes = 32;

/** The approximate bytes of groups. */
export function groupBytes(groupOf: Uint32Array, values: readonly unknown[]): number {
  return groupOf.byteLength + values.length * valueBytes;
}

/** The groups of a dimension's values, read as a kind. */
export function groupsOf(dimension: Dimension, kind: ValueKind): Derivation<Groups> {
  return {
    ...dependOn(`groups ${kind}`, dimension),
    async derive({ table, pace }) {
      const column = await table.get(columnOf(dimension));
      const values: (Scalar | null)[] = [null];
      const groups = new Map<Scalar | null, number>([[null, 0]]);
      const groupOf = new Uint32Array(column.values.length);
      await pace.each(column.values.length, (code) => {
        const value = table.readers[kind](column.values[code]);
        let group = groups.get(value);
        if (group === undefined) {
          group = values.push(value) - 1;
          groups.set(value, group);
        }
        groupOf[code] = group;
      });
      return { kind, groupOf, values, codes: column.codes, bytes: groupBytes(groupOf, values) };
    },
  };
}

/** Counts the rows of each group. */
export async function countGroups(
  rows: Bitset,
  { groupOf, values, codes }: Groups,
  pace: Pace,
): Promise<Uint32Array> {
  const counts = new Uint32Array(values.length);
  const countWord = (word: number) => {
    const first = word * rowsPerWord;
    // `visitRows` would be simpler, but a call for each row costs more than the counting.
    for (let rest = rows[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const row = first + 31 - Math.clz32(rest & -rest);
      const group = groupOf[codes[row] ?? 0] ?? 0;
      counts[group] = (counts[group] ?? 0) + 1;
    }
  };
  await pace.each(rows.length, countWord, rowsPerWord);
  return counts;
}

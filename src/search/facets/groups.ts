import { type CalendarUnit, periodAt } from "../../gateway/base/time/calendar.ts";
import { type Bitset, rowsPerWord } from "../table/bitset.ts";
import { columnOf, type Dimension, dependOn } from "../table/column.ts";
import { numbersOf } from "../table/numbers.ts";
import type { Pace } from "../table/pace.ts";
import type { Derivation, DerivedValue, Scan } from "../table/table.ts";
import type { Scalar, ValueKind } from "../table/values.ts";

export interface Groups extends DerivedValue {
  readonly kind: ValueKind;
  readonly groupOf: Uint32Array;
  readonly values: readonly (Scalar | null)[];
  readonly codes: Uint32Array;
}

const valueBytes = 32;

export function groupsOf(dimension: Dimension, kind: ValueKind): Derivation<Groups> {
  return {
    ...dependOn(`groups ${kind}`, dimension),
    async derive(scan) {
      const { values } = await scan.table.get(columnOf(dimension));
      const read = scan.table.readers[kind];
      return group(scan, dimension, kind, (code) => read(values[code]));
    },
  };
}

export function periodsOf(dimension: Dimension, unit: CalendarUnit): Derivation<Groups> {
  return {
    ...dependOn(`periods ${unit}`, dimension),
    async derive(scan) {
      const kind = "field" in dimension ? "number" : "date";
      const { numbers } = await scan.table.get(numbersOf(dimension, kind));
      return group(scan, dimension, "number", (code) => {
        const time = numbers[code] ?? Number.NaN;
        return Number.isNaN(time) ? null : periodAt(unit, time);
      });
    },
  };
}

async function group<Row>(
  { table, pace }: Scan<Row>,
  dimension: Dimension,
  kind: ValueKind,
  read: (code: number) => Scalar | null,
): Promise<Groups> {
  const column = await table.get(columnOf(dimension));
  const groups = new Map<Scalar | null, number>([[null, 0]]);
  const groupOf = new Uint32Array(column.values.length);
  await pace.each(groupOf.length, (code) => {
    const value = read(code);
    const known = groups.get(value);
    groupOf[code] = known ?? groups.size;
    if (known === undefined) groups.set(value, groups.size);
  });
  const bytes = groupOf.byteLength + groups.size * valueBytes;
  return { kind, groupOf, values: [...groups.keys()], codes: column.codes, bytes };
}

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

import { type Bitset, has, rowsPerWord } from "../table/bitset.ts";
import { columnOf, type Dimension } from "../table/column.ts";
import { numbersOf } from "../table/numbers.ts";
import { quickRows } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";
import { ExactSum, withoutSign } from "./sum.ts";

/** What is to be said of some numbers. All but the count are null without a number. */
export interface NumberStatistics {
  readonly count: number;
  readonly min: number | null;
  readonly max: number | null;
  /** Null also if floating point has no such number. */
  readonly sum: number | null;
  readonly mean: number | null;
}

/** The rows whose numbers count. */
export interface CountedRows {
  readonly rows: Bitset;
  /** The rows to which these are limited. @default all */
  readonly within?: Uint32Array | undefined;
}

/** Computes the statistics of the numbers that rows have in a dimension; null if its values are no numbers by their kind. */
export async function computeStatistics<Row>(
  { table, pace }: Scan<Row>,
  dimension: Dimension,
  { rows, within }: CountedRows,
): Promise<NumberStatistics | null> {
  if (!mayHoldNumbers(table, dimension)) return null;
  const { codes } = await table.get(columnOf(dimension));
  const { numbers } = await table.get(numbersOf(dimension, "number"));
  const sum = new ExactSum();
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (row: number) => {
    if (!has(rows, row)) return;
    const number = numbers[codes[row] ?? 0] ?? Number.NaN;
    if (Number.isNaN(number)) return;
    count += 1;
    if (number < min) min = number;
    if (number > max) max = number;
    sum.add(number);
  };
  if (within !== undefined) await pace.each(within.length, (index) => add(within[index] ?? 0));
  else {
    const addWord = (word: number) => {
      if (rows[word] === 0) return;
      const first = word * rowsPerWord;
      for (let row = first; row < first + rowsPerWord; row++) add(row);
    };
    await pace.each(rows.length, addWord, rowsPerWord / quickRows);
  }
  if (count === 0) return { count, min: null, max: null, sum: null, mean: null };
  return { count, min: withoutSign(min), max: withoutSign(max), sum: sum.sum, mean: sum.mean };
}

/** Numbers are of items of their type, or of what the structure gives no type. Times are none. */
function mayHoldNumbers<Row>({ items }: Table<Row>, dimension: Dimension): boolean {
  if ("field" in dimension) return false;
  const kind = items.get(dimension.identifier)?.kind ?? "any";
  return kind === "number" || kind === "any";
}

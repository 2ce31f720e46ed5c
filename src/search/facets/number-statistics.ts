import { type Bitset, has, rowsPerWord } from "../table/bitset.ts";
import { columnOf, type Dimension } from "../table/column.ts";
import { numbersOf } from "../table/numbers.ts";
import { quickRows } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";

/** All but the count are null without a number, sum and mean also beyond floating point's range. */
export interface NumberStatistics {
  readonly count: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly sum: number | null;
  readonly mean: number | null;
}

/**
 * Computes the statistics of the numbers that rows have in a dimension; null if its values are no
 * numbers by their kind. @param within the rows to which these are limited. @default all
 */
export async function computeStatistics<Row>(
  { table, pace }: Scan<Row>,
  dimension: Dimension,
  { rows, within }: { readonly rows: Bitset; readonly within?: Uint32Array | undefined },
): Promise<NumberStatistics | null> {
  if (!mayHoldNumbers(table, dimension)) return null;
  const { codes } = await table.get(columnOf(dimension));
  const { numbers } = await table.get(numbersOf(dimension, "number"));
  // By Neumaier: `lost` adds up what the additions to `sum` round off.
  let [sum, lost] = [0, 0];
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (row: number) => {
    if (!has(rows, row)) return;
    const number = numbers[codes[row] ?? 0] ?? Number.NaN;
    if (Number.isNaN(number)) return;
    count += 1;
    if (number < min) min = number;
    if (number > max) max = number;
    const next = sum + number;
    lost += Math.abs(sum) < Math.abs(number) ? number - next + sum : sum - next + number;
    sum = next;
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
  const total = Number.isFinite(sum) ? sum + lost : null;
  return { count, min, max, sum: total, mean: total && total / count };
}

/** Numbers are of items of their type, or of what the structure gives no type. Times are none. */
function mayHoldNumbers<Row>({ items }: Table<Row>, dimension: Dimension): boolean {
  if ("field" in dimension) return false;
  const kind = items.get(dimension.identifier)?.kind ?? "any";
  return kind === "number" || kind === "any";
}

import { type Bitset, combine, createBitset, invert, rowsPerWord } from "../table/bitset.ts";
import { columnOf, foldsOf } from "../table/column.ts";
import { numbersOf } from "../table/numbers.ts";
import { type Pace, quickRows } from "../table/pace.ts";
import type { Scan } from "../table/table.ts";
import { type Comparison, isFolded, testOf } from "./comparison.ts";
import type { Condition, JoinCondition } from "./filter.ts";

export type Joined = ReadonlyMap<JoinCondition, Bitset>;

/** The rows that a condition holds for. The caller may change the set. */
export async function matchCondition<Row>(
  scan: Scan<Row>,
  condition: Condition,
  joined: Joined,
): Promise<Bitset> {
  const { length } = scan.table.rows;
  switch (condition.op) {
    case "compare":
      return matchComparison(scan, condition);
    case "names":
    case "linked": {
      const bits = joined.get(condition);
      if (bits === undefined) throw new TypeError("a join must be worked out first");
      return bits.slice();
    }
    case "not": {
      const bits = await matchCondition(scan, condition.part, joined);
      invert(bits, length);
      return bits;
    }
    case "and":
    case "or": {
      const { op, parts } = condition;
      const bits = createBitset(length, op === "and" ? "all" : "none");
      for (const part of parts) combine(bits, op, await matchCondition(scan, part, joined));
      return bits;
    }
    default:
      return condition satisfies never;
  }
}

/** Compares each value of the column once, then looks up the result for each row. */
async function matchComparison<Row>(scan: Scan<Row>, comparison: Comparison): Promise<Bitset> {
  const { codes } = await scan.table.get(columnOf(comparison.dimension));
  return rowsWithValues(codes, await testValues(scan, comparison), scan.pace);
}

/**
 * The rows with a value that a condition holds for.
 * @param holds for each value: 1 if it does, else 0.
 */
export async function rowsWithValues(
  codes: Uint32Array,
  holds: Uint8Array,
  pace: Pace,
): Promise<Bitset> {
  const bits = createBitset(codes.length, "none");
  const matchWord = (word: number) => {
    const first = word * rowsPerWord;
    const end = Math.min(first + rowsPerWord, codes.length);
    let hits = 0;
    for (let row = first; row < end; row++) hits |= (holds[codes[row] ?? 0] ?? 0) << (row - first);
    bits[word] = hits;
  };
  await pace.each(bits.length, matchWord, rowsPerWord / quickRows);
  return bits;
}

async function testValues<Row>({ table, pace }: Scan<Row>, comparison: Comparison) {
  const { dimension, kind, operator } = comparison;
  if (kind === "date") return testDates({ table, pace }, comparison);
  const values = isFolded(operator)
    ? (await table.get(foldsOf(dimension))).strings
    : (await table.get(columnOf(dimension))).values;
  const test = testOf(comparison);
  const read = table.readers[kind];
  const holds = new Uint8Array(values.length);
  await pace.each(values.length, (code) => {
    const value = read(values[code]);
    holds[code] = Number(test(value));
    if (typeof value === "string") pace.countCharacters(value.length);
  });
  return holds;
}

async function testDates<Row>({ table, pace }: Scan<Row>, comparison: Comparison) {
  const { numbers } = await table.get(numbersOf(comparison.dimension, "date"));
  const test = testOf(comparison);
  const holds = new Uint8Array(numbers.length);
  await pace.each(numbers.length, (code) => {
    const date = numbers[code] ?? Number.NaN;
    holds[code] = Number(test(Number.isNaN(date) ? null : date));
  });
  return holds;
}

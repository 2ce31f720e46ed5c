import { type Bitset, combine, createBitset, invert, rowsPerWord } from "../table/bitset.ts";
import { columnOf, foldsOf } from "../table/column.ts";
import type { Scan } from "../table/table.ts";
import { type Comparison, isFolded, testOf } from "./comparison.ts";
import type { Condition } from "./filter.ts";

/** The rows that a condition holds for. */
export async function matchCondition<Row>(scan: Scan<Row>, condition: Condition): Promise<Bitset> {
  const { length } = scan.table.rows;
  if (condition.op === "compare") return matchComparison(scan, condition);
  if (condition.op === "not") {
    const bits = await matchCondition(scan, condition.part);
    invert(bits, length);
    return bits;
  }
  const { op, parts } = condition;
  const bits = createBitset(length, op === "and" ? "all" : "none");
  for (const part of parts) combine(bits, op, await matchCondition(scan, part));
  return bits;
}

/** Compares each value of the column once, then looks up the result for each row. */
async function matchComparison<Row>(scan: Scan<Row>, comparison: Comparison): Promise<Bitset> {
  const { codes } = await scan.table.get(columnOf(comparison.dimension));
  const holds = await testValues(scan, comparison);
  const bits = createBitset(codes.length, "none");
  const matchWord = (word: number) => {
    const first = word * rowsPerWord;
    const end = Math.min(first + rowsPerWord, codes.length);
    let hits = 0;
    for (let row = first; row < end; row++) hits |= (holds[codes[row] ?? 0] ?? 0) << (row - first);
    bits[word] = hits;
  };
  await scan.pace.each(bits.length, matchWord, rowsPerWord);
  return bits;
}

/** For each value of the column: 1 if the comparison holds, else 0. */
async function testValues<Row>({ table, pace }: Scan<Row>, comparison: Comparison) {
  const { dimension, kind, operator } = comparison;
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

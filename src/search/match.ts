import { type Bitset, createBitset, intersect, invert, unite } from "./bitset.ts";
import { columnOf, foldsOf } from "./column.ts";
import { type Comparison, isFolded, testOf } from "./comparison.ts";
import type { Condition } from "./filter.ts";
import type { Pace } from "./pace.ts";
import type { Table } from "./table.ts";
import { readers } from "./values.ts";

/** The rows that a condition holds for. */
export async function matchCondition<Row>(
  table: Table<Row>,
  condition: Condition,
  pace: Pace,
): Promise<Bitset> {
  switch (condition.op) {
    case "and":
    case "or": {
      const isAnd = condition.op === "and";
      const bits = createBitset(table.rows.length, isAnd ? "all" : "none");
      const combine = isAnd ? intersect : unite;
      for (const part of condition.parts) combine(bits, await matchCondition(table, part, pace));
      return bits;
    }
    case "not": {
      const bits = await matchCondition(table, condition.part, pace);
      invert(bits, table.rows.length);
      return bits;
    }
    case "compare":
      return matchComparison(table, condition, pace);
    default:
      return condition satisfies never;
  }
}

/** Each different value is compared once; then each row is looked up. */
async function matchComparison<Row>(
  table: Table<Row>,
  comparison: Comparison,
  pace: Pace,
): Promise<Bitset> {
  const { codes } = await table.get(columnOf(comparison.dimension));
  const holds = isFolded(comparison)
    ? await testFolds(table, comparison, pace)
    : await testValues(table, comparison, pace);
  const bits = createBitset(codes.length, "none");
  const mark = (from: number, to: number) => {
    for (let word = from; word < to; word++) {
      let held = 0;
      const end = Math.min(word * 32 + 32, codes.length);
      for (let row = word * 32; row < end; row++) {
        held |= (holds[codes[row] ?? 0] ?? 0) << (row & 31);
      }
      bits[word] = held;
    }
  };
  await pace.over(bits.length, mark, 32);
  return bits;
}

/** For each value of the column 1 where the comparison holds, else 0. */
async function testValues<Row>(
  table: Table<Row>,
  comparison: Comparison,
  pace: Pace,
): Promise<Uint8Array> {
  const { values } = await table.get(columnOf(comparison.dimension));
  const test = testOf(comparison);
  const read = readers[comparison.kind];
  const holds = new Uint8Array(values.length);
  await pace.over(values.length, (from, to) => {
    for (let code = from; code < to; code++) holds[code] = Number(test(read(values[code])));
  });
  return holds;
}

async function testFolds<Row>(
  table: Table<Row>,
  comparison: Comparison,
  pace: Pace,
): Promise<Uint8Array> {
  const { texts } = await table.get(foldsOf(comparison.dimension));
  const test = testOf(comparison);
  const holds = new Uint8Array(texts.length);
  await pace.overTexts(texts, (text, code) => {
    holds[code] = Number(test(text));
    return text?.length ?? 0;
  });
  return holds;
}

import { referenceBytes } from "../../gateway/base/collections/memory-size.ts";
import { type Column, columnOf, type Dimension, dependOn } from "../table/column.ts";
import type { Pace } from "../table/pace.ts";
import type { Derivation, DerivedValue, Scan, Table } from "../table/table.ts";
import { compareStrings } from "../table/text.ts";
import { type Compare, readText, type Scalar, type ValueKind } from "../table/values.ts";
import type { Order } from "./order.ts";
import { countAhead, sortInTurns } from "./sort.ts";

/**
 * What rows are compared by: a value, or a number that stands for it. Null if the row has no value.
 */
export type OrderKey = Scalar | null;

export interface SortKey {
  readonly keyAt: (row: number) => OrderKey;
  readonly compare: Compare<OrderKey>;
  readonly valueAt: (row: number) => Scalar | null;
  /**
   * The key for a cursor's value, whether or not a row still has it; undefined if this order has no
   * such value.
   */
  readonly keyOf: (value: unknown) => OrderKey | undefined;
}

export function compareNumbers(one: OrderKey, other: OrderKey): number {
  return Number(one) - Number(other);
}

export async function createSortKey<Row>(
  scan: Scan<Row>,
  dimension: Dimension,
  direction: Order["direction"],
): Promise<SortKey> {
  const comparison = comparisonOf(scan.table, dimension);
  const ascending = await createAscendingKey(scan, dimension, comparison);
  return complete(ascending, scan.table.readers[comparison.kind], direction === "ASC" ? 1 : -1);
}

interface ValueComparison {
  readonly kind: ValueKind;
  readonly compareText: Compare<string>;
}

/**
 * How a dimension's values are compared. Additional data is compared as numbers if the structure
 * says so, else as text.
 */
function comparisonOf<Row>({ list, items }: Table<Row>, dimension: Dimension): ValueComparison {
  if ("identifier" in dimension) {
    const isNumber = items.get(dimension.identifier)?.kind === "number";
    return { kind: isNumber ? "number" : "text", compareText: compareStrings };
  }
  const { kind = "text", compare = compareStrings } = list.fields[dimension.field] ?? {};
  return { kind, compareText: compare };
}

async function createAscendingKey<Row>(
  { table, pace }: Scan<Row>,
  dimension: Dimension,
  { kind, compareText }: ValueComparison,
): Promise<SortKey> {
  const column = await table.get(columnOf(dimension));
  if (kind !== "text") return sortKeyByValue(column, table.readers[kind]);
  const ranks = ranksOf(dimension, compareText);
  // Ranking takes long, but makes comparisons quick. It pays off for an order that is used often.
  const isUsedOften = column.comparisons.count >= column.values.length;
  return isUsedOften || table.has(ranks)
    ? sortKeyByRank(column, await table.get(ranks))
    : sortKeyByComparison(column, compareText, pace);
}

function sortKeyByValue(
  { codes, values }: Column,
  read: (value: unknown) => Scalar | null,
): SortKey {
  const valueAt = (row: number) => read(values[codes[row] ?? 0]);
  return { valueAt, keyAt: valueAt, keyOf: (value) => value as Scalar, compare: compareNumbers };
}

interface Ranks extends DerivedValue {
  /** The rank of each value of the column, from 1; 0 for a value that cannot be read as text. */
  readonly ranks: Uint32Array;
  /** The rank of any string, between two ranks if the column does not have it. */
  readonly rankOf: (text: unknown) => number;
}

/** The key does not name the comparison, because a dimension has only one. */
function ranksOf(dimension: Dimension, compare: Compare<string>): Derivation<Ranks> {
  return {
    ...dependOn("ranks", dimension),
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const textOf = (code: number) => readText(values[code]) ?? "";
      const codes = values.map((_, code) => code).filter((code) => readText(values[code]) !== null);
      const compareCodes = (one: number, other: number) => {
        pace.countCharacters(textOf(one).length);
        return compare(textOf(one), textOf(other));
      };
      const sorted = await sortInTurns(codes, compareCodes, pace);
      const ranks = new Uint32Array(values.length);
      const strings: string[] = [];
      await pace.each(sorted.length, (index) => {
        const code = sorted[index] ?? 0;
        const [last, text] = [strings.at(-1), textOf(code)];
        pace.countCharacters(text.length);
        // Different strings may be equal in the order. They have the same rank.
        if (last === undefined || compare(last, text) !== 0) strings.push(text);
        ranks[code] = strings.length;
      });
      const rankOf = (text: unknown) => findRank(strings, String(text), compare);
      return { ranks, rankOf, bytes: ranks.byteLength + strings.length * referenceBytes };
    },
  };
}

function findRank(strings: readonly string[], text: string, compare: Compare<string>): number {
  const ahead = countAhead(strings, (other) => compare(other, text) < 0);
  const next = strings[ahead];
  return next !== undefined && compare(next, text) === 0 ? ahead + 1 : ahead + 0.5;
}

function sortKeyByRank(column: Column, { ranks, rankOf }: Ranks): SortKey {
  const { codes } = column;
  // The rank of what is not text is 0.
  const keyAt = (row: number) => ranks[codes[row] ?? 0] || null;
  return { ...sortKeyByValue(column, readText), keyAt, keyOf: rankOf };
}

function sortKeyByComparison(column: Column, compareText: Compare<string>, pace: Pace): SortKey {
  const { comparisons } = column;
  const compare = (one: OrderKey, other: OrderKey) => {
    comparisons.count++;
    pace.countCharacters(String(one).length);
    return compareText(String(one), String(other));
  };
  return { ...sortKeyByValue(column, readText), compare };
}

/** Applies the direction, puts nulls last, and rejects cursors' values of other kinds. */
function complete(key: SortKey, read: (value: unknown) => OrderKey, sign: number): SortKey {
  const { compare, keyOf } = key;
  return {
    ...key,
    compare(one, other) {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return sign * compare(one, other);
    },
    keyOf(value) {
      if (read(value) !== value) return undefined;
      return value === null ? null : keyOf(value);
    },
  };
}

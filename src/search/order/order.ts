import { badInput, SearchError, wrongIdentifier } from "../errors.ts";
import { columnOf, type Dimension } from "../table/column.ts";
import type { Derivation, DerivedValue, ListDescription, Scan } from "../table/table.ts";
import { compareStrings, referenceBytes } from "../table/text.ts";
import { type Compare, readers, readText, type Scalar } from "../table/values.ts";
import { countAhead, sortInTurns } from "./sort.ts";

/** An order, as a caller writes it. */
export interface OrderInput {
  /** A field of the list, `additionalData` or `relevance`. */
  readonly field: string;
  /** Needed with `additionalData`, and allowed only there. */
  readonly identifier?: string | null | undefined;
  readonly direction: "ASC" | "DESC";
}

/** An order that has been read. */
export interface Order {
  readonly dimension: Dimension | "relevance" | "registry";
  readonly direction: "ASC" | "DESC";
}

/** What rows are compared by: a value, or a number that stands for it. Null if the row has no value. */
export type OrderKey = Scalar | null;

/** How rows are compared by one order, with each other and with cursors. */
export interface SortKey {
  readonly keyAt: (row: number) => OrderKey;
  readonly compare: Compare<OrderKey>;
  /** A row's value, for its cursor; null if it has none. */
  readonly valueAt: (row: number) => Scalar | null;
  /** The key for a cursor's value, whether or not a row still has it; undefined if this order has no such value. */
  readonly keyOf: (value: unknown) => OrderKey | undefined;
}

/** Compares numbers, and false with true. */
export function compareNumbers(one: OrderKey, other: OrderKey): number {
  return Number(one) - Number(other);
}

const maxOrders = 10;

/**
 * Reads the orders of a query, the most important first; the default if it has none.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many orders.
 */
export function parseOrders<Row>(
  { fields }: ListDescription<Row>,
  given: readonly OrderInput[] | null | undefined,
  byDefault: "relevance" | "registry",
): readonly Order[] {
  if (!given || given.length === 0) return [{ dimension: byDefault, direction: "ASC" }];
  if (given.length > maxOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${maxOrders} orders.`);
  }
  return given.map(({ field, identifier, direction }, index) => {
    const path = `orderBy[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw wrongIdentifier(`${path}.identifier`);
    }
    if (isData) return { dimension: { identifier: identifier ?? "" }, direction };
    if (field === "relevance") return { dimension: field, direction };
    if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
    return { dimension: { field }, direction };
  });
}

/** The registry's order. A cursor's value is the number of rows ahead of its place, so its key lies between two rows. */
const registryKey: SortKey = {
  compare: compareNumbers,
  keyAt: (row) => row,
  valueAt: (row) => row,
  keyOf: (value) => (typeof value === "number" ? value - 0.5 : undefined),
};

/** Compares rows by a dimension. Additional data is compared as numbers if its item is a number, else as text. */
export async function createSortKey<Row>(
  { table, pace }: Scan<Row>,
  { dimension, direction }: Order,
): Promise<SortKey> {
  if (typeof dimension === "string") return registryKey;
  const field = "field" in dimension ? table.list.fields[dimension.field] : undefined;
  const item = "identifier" in dimension ? table.items.get(dimension.identifier) : undefined;
  const kind = field?.kind ?? (item?.kind === "number" ? "number" : "text");
  const compareText = field?.compare ?? compareStrings;
  const column = await table.get(columnOf(dimension));
  const { codes, values } = column;
  const sign = direction === "ASC" ? 1 : -1;
  const read = readers[kind];
  const valueAt = (row: number) => read(values[codes[row] ?? 0]);
  const byValue = { valueAt, keyAt: valueAt, keyOf: (value: unknown) => value as Scalar };
  if (kind !== "text") return complete({ ...byValue, compare: compareNumbers }, read, sign);
  // Ranking takes long, but makes comparisons quick. It pays off for an order that is used often.
  if (column.compared >= values.length) {
    const { ranks, rankOf } = await table.get(ranksOf(dimension, compareText));
    const keyAt = (row: number) => ranks[codes[row] ?? 0] || null;
    return complete({ valueAt, keyAt, keyOf: rankOf, compare: compareNumbers }, read, sign);
  }
  const compare = (one: OrderKey, other: OrderKey) => {
    column.compared++;
    pace.spend(String(one).length);
    return compareText(String(one), String(other));
  };
  return complete({ ...byValue, compare }, read, sign);
}

/**
 * Completes an ascending sort key with what all have in common: the direction, nulls last, and no keys for values of other kinds.
 */
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

/** Numbers that stand for a column's strings, and are in the same order. */
interface Ranks extends DerivedValue {
  /** The rank of each value of the column, from 1; 0 for what is not a string. */
  readonly ranks: Uint32Array;
  /** The rank of any string, between two ranks if the column does not have it. */
  readonly rankOf: (text: unknown) => number;
}

/** The ranks of a dimension's strings. A dimension is always compared in the same way. */
function ranksOf(dimension: Dimension, compare: Compare<string>): Derivation<Ranks> {
  return {
    key: `ranks ${JSON.stringify(dimension)}`,
    async derive({ table, pace }) {
      const column = await table.get(columnOf(dimension));
      const { values } = column;
      // A newer table derives the ranks, too. Its queries then use them from the start.
      column.compared = values.length;
      const textOf = (code: number) => readText(values[code]) ?? "";
      const codes = values.map((_, code) => code).filter((code) => readText(values[code]) !== null);
      const compareCodes = (one: number, other: number) => {
        pace.spend(textOf(one).length);
        return compare(textOf(one), textOf(other));
      };
      const sorted = await sortInTurns(codes, compareCodes, pace);
      const ranks = new Uint32Array(values.length);
      const strings: string[] = [];
      await pace.each(sorted.length, (index) => {
        const code = sorted[index] ?? 0;
        const [last, text] = [strings.at(-1), textOf(code)];
        pace.spend(text.length);
        // Different strings may be equal in the order. They have the same rank.
        if (last === undefined || compare(last, text) !== 0) strings.push(text);
        ranks[code] = strings.length;
      });
      const rankOf = (value: unknown) => {
        const text = String(value);
        const ahead = countAhead(strings, (other) => compare(other, text) < 0);
        const next = strings[ahead];
        return next !== undefined && compare(next, text) === 0 ? ahead + 1 : ahead + 0.5;
      };
      return { ranks, rankOf, bytes: ranks.byteLength + strings.length * referenceBytes };
    },
  };
}

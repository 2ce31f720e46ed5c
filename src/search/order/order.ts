import { badInput, SearchError } from "../errors.ts";
import { columnOf, type Dimension } from "../table/column.ts";
import type { Derivation, Derived, List, Scan } from "../table/table.ts";
import { compareText, referenceBytes } from "../table/text.ts";
import { type Compare, readers, readText, type Scalar } from "../table/values.ts";
import { countAhead, sortInTurns } from "./sort.ts";

/** An order as a query asks for it. */
export interface OrderInput {
  /** A field of the list, `additionalData` or `relevance`. */
  readonly field: string;
  /** With additional data only, and needed there. */
  readonly identifier?: string | null | undefined;
  readonly direction: "ASC" | "DESC";
}

/** An order, read. */
export interface Order {
  readonly dimension: Dimension | "relevance" | "registry";
  readonly direction: "ASC" | "DESC";
}

/** What stands for a value in an order: the value itself, or its rank; null where there is none. */
export type Key = Scalar | null;

/** What puts rows in order. */
export interface SortKey {
  readonly keyAt: (row: number) => Key;
  readonly compare: Compare<Key>;
  /** The value that a row is ordered by; null, which comes last, where it has none. */
  readonly valueAt: (row: number) => Scalar | null;
  /** The key of a value, between two keys where no row has it; undefined for what is no value of this order. */
  readonly keyOf: (value: unknown) => Key | undefined;
}

/** The order of numbers, with false before true. */
export function compareNumbers(one: Key, other: Key): number {
  return Number(one) - Number(other);
}

const mostOrders = 10;

/** Reads the orders of a query, the most important first; where none is asked for, the usual one. Throws `SearchError`. */
export function parseOrders<Row>(
  { fields }: List<Row>,
  given: readonly OrderInput[] | null | undefined,
  usual: "relevance" | "registry",
): readonly Order[] {
  if (!given || given.length === 0) return [{ dimension: usual, direction: "ASC" }];
  if (given.length > mostOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${mostOrders} orders.`);
  }
  return given.map(({ field, identifier, direction }, index) => {
    const path = `orderBy[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw badInput(`${path}.identifier`, "one with additional data, and only there");
    }
    if (isData) return { dimension: { identifier: identifier ?? "" }, direction };
    if (field === "relevance") return { dimension: field, direction };
    if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
    return { dimension: { field }, direction };
  });
}

/** The order in which the rows came. A place in it is a number of rows: it lies ahead of the row with this position. */
const registryKey: SortKey = {
  compare: compareNumbers,
  keyAt: (row) => row,
  valueAt: (row) => row,
  keyOf: (value) => (typeof value === "number" ? value - 0.5 : undefined),
};

/** What puts a table's rows in the order of a dimension: additional data by number where the structure says so, else by text. */
export async function createSortKey<Row>(
  { table, pace }: Scan<Row>,
  { dimension, direction }: Order,
): Promise<SortKey> {
  if (typeof dimension === "string") return registryKey;
  const field = "field" in dimension ? table.list.fields[dimension.field] : undefined;
  const item = "identifier" in dimension ? table.items.get(dimension.identifier) : undefined;
  const kind = field?.kind ?? (item?.kind === "number" ? "number" : "text");
  const column = await table.get(columnOf(dimension));
  const { codes, values } = column;
  const compare = field?.compare ?? compareText;
  // Ranks are dear to make: only an order that is asked for often gets them.
  const isRanked = kind === "text" && column.compared >= values.length;
  const ranks = isRanked ? await table.get(ranksOf(dimension, compare)) : null;
  const compareTexts = (one: Key, other: Key) => compare(String(one), String(other));
  const compareValues = kind === "text" && !ranks ? compareTexts : compareNumbers;
  const sign = direction === "ASC" ? 1 : -1;
  const read = readers[kind];
  const valueAt = (row: number) => read(values[codes[row] ?? 0]);
  return {
    keyAt: ranks ? (row) => ranks.ranks[codes[row] ?? 0] || null : valueAt,
    compare(one, other) {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      column.compared++;
      if (typeof one === "string") pace.spend(one.length);
      return sign * compareValues(one, other);
    },
    valueAt,
    keyOf(value) {
      if (read(value) !== value) return undefined;
      return ranks && value !== null ? ranks.rankOf(String(value)) : read(value);
    },
  };
}

/** Texts as numbers that are in their order. */
interface Ranks extends Derived {
  /** For each value of the column its rank from 1 on; 0 for null. */
  readonly ranks: Uint32Array;
  /** The rank of any text; between those of its neighbours where no row has it. */
  readonly rankOf: (text: string) => number;
}

/** The ranks of a dimension, which always has one order. */
function ranksOf(dimension: Dimension, compare: Compare<string>): Derivation<Ranks> {
  return {
    key: `ranks ${JSON.stringify(dimension)}`,
    async derive({ table, pace }) {
      const column = await table.get(columnOf(dimension));
      const { values } = column;
      column.compared = values.length;
      const textOf = (code: number) => readText(values[code]) ?? "";
      const codes = values.map((_, code) => code);
      const sorted = await sortInTurns(codes, (a, b) => compare(textOf(a), textOf(b)), pace);
      const ranks = new Uint32Array(values.length);
      const texts: string[] = [];
      await pace.each(sorted.length, (place) => {
        const code = sorted[place] ?? 0;
        const [last, text] = [texts.at(-1), readText(values[code])];
        if (text === null) return;
        // Texts that are equal in the order have one rank.
        if (last === undefined || compare(last, text) !== 0) texts.push(text);
        ranks[code] = texts.length;
      });
      const rankOf = (text: string) => {
        const ahead = countAhead(texts, (other) => compare(other, text) < 0);
        const next = texts[ahead];
        return next !== undefined && compare(next, text) === 0 ? ahead + 1 : ahead + 0.5;
      };
      return { ranks, rankOf, bytes: ranks.byteLength + texts.length * referenceBytes };
    },
  };
}

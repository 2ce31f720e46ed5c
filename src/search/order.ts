import { referenceBytes } from "./bytes.ts";
import { columnOf, type Dimension, nameOf } from "./column.ts";
import { badInput, SearchError } from "./errors.ts";
import { type Compare, countAhead, sortInTurns } from "./sort.ts";
import type { Derivation, Derived, List, Scan, Table } from "./table.ts";
import { compareIntegers, compareText } from "./text.ts";
import { type Kind, readers, readText, type Scalar } from "./values.ts";

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
  readonly by: Dimension | "relevance" | "registry";
  readonly direction: "ASC" | "DESC";
}

/** What puts rows in order: the least key comes first. */
export interface SortKey {
  readonly keyAt: (row: number) => number;
  /** The value that a row is ordered by; null, which comes last, where it has none. */
  readonly valueAt: (row: number) => Scalar | null;
  /** The key of a value, between two keys where no row has it; undefined for what is no value of this order. */
  readonly keyOf: (value: unknown) => number | undefined;
}

const mostOrders = 10;

/**
 * Reads the orders of a query, the most important first.
 * @param usual the order where none is asked for.
 * @throws SearchError
 */
export function parseOrders<Row>(
  { fields }: List<Row>,
  given: readonly OrderInput[] | null | undefined,
  usual: "relevance" | "registry",
): readonly Order[] {
  if (!given || given.length === 0) return [{ by: usual, direction: "ASC" }];
  if (given.length > mostOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${mostOrders} orders.`);
  }
  return given.map(({ field, identifier, direction }, index) => {
    const path = `orderBy[${index}]`;
    const isData = field === "additionalData";
    if (isData !== (typeof identifier === "string")) {
      throw badInput(`${path}.identifier`, "one with additional data, and only there");
    }
    if (isData) return { by: { identifier: identifier ?? "" }, direction };
    if (field === "relevance") return { by: "relevance", direction };
    if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
    return { by: { field }, direction };
  });
}

/** The order in which the rows came. A place in it is a number of rows: it lies ahead of the row with this position. */
export const registryKey: SortKey = {
  keyAt: (row) => row,
  valueAt: (row) => row,
  keyOf: (value) => (typeof value === "number" ? value - 0.5 : undefined),
};

/** What puts a table's rows in the order of a dimension. */
export async function createSortKey<Row>(
  { table, pace }: Scan<Row>,
  by: Dimension,
  direction: Order["direction"],
): Promise<SortKey> {
  const { codes, values } = await table.get(columnOf(by));
  const { kind, isInteger = false } = orderedAs(table, by);
  const compare = isInteger ? compareIntegers : compareText;
  const ranks = kind === "text" ? await table.get(ranksOf(by, compare)) : null;
  const read = readers[kind];
  const sign = direction === "ASC" ? 1 : -1;
  const keys = new Float64Array(values.length).fill(Number.POSITIVE_INFINITY);
  await pace.each(values.length, (code) => {
    const value = read(values[code]);
    if (value !== null) keys[code] = sign * (ranks?.ofCode[code] ?? Number(value));
  });
  return {
    keyAt: (row) => keys[codes[row] ?? 0] ?? 0,
    valueAt: (row) => read(values[codes[row] ?? 0]),
    keyOf(value) {
      if (value === null) return Number.POSITIVE_INFINITY;
      if (read(value) !== value) return undefined;
      return sign * (ranks ? findRank(ranks, String(value), compare) : Number(value));
    },
  };
}

/** As what a dimension is ordered: additional data by number where the structure says so, by text otherwise. */
function orderedAs<Row>(
  { list, items }: Table<Row>,
  by: Dimension,
): { readonly kind: Kind; readonly isInteger?: boolean } {
  if ("field" in by) return list.fields[by.field] ?? { kind: "text" };
  return { kind: items.get(by.identifier)?.kind === "number" ? "number" : "text" };
}

/** The places of a dimension's texts in an order. */
interface Ranks extends Derived {
  /** For each value of the column its rank: 0 for the first, the same for those that are equal in the order. */
  readonly ofCode: Uint32Array;
  /** A text of each rank. */
  readonly texts: readonly string[];
}

/** The ranks of a dimension, whose texts are always ordered in the same way. */
function ranksOf(dimension: Dimension, compare: Compare<string>): Derivation<Ranks> {
  return {
    key: `ranks ${nameOf(dimension)}`,
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const all = values.map(readText);
      const textOf = (code: number) => all[code] ?? "";
      const codes = [...all.keys()].filter((code) => all[code] !== null);
      const sorted = await sortInTurns(codes, (a, b) => compare(textOf(a), textOf(b)), pace);
      const ofCode = new Uint32Array(values.length);
      const texts: string[] = [];
      await pace.each(sorted.length, (place) => {
        const code = sorted[place] ?? 0;
        const [last, text] = [texts.at(-1), textOf(code)];
        if (last === undefined || compare(last, text) !== 0) texts.push(text);
        ofCode[code] = texts.length - 1;
      });
      return { ofCode, texts, bytes: ofCode.byteLength + texts.length * referenceBytes };
    },
  };
}

/** The rank of a text; halfway between its neighbours' where no value has it. */
function findRank({ texts }: Ranks, text: string, compare: Compare<string>): number {
  const ahead = countAhead(texts, (other) => compare(other, text) < 0);
  const next = texts[ahead];
  return next !== undefined && compare(next, text) === 0 ? ahead : ahead - 0.5;
}

import { referenceBytes } from "./bytes.ts";
import { columnOf, type Dimension } from "./column.ts";
import { badInput, SearchError } from "./errors.ts";
import { type Compare, countAhead, sortInTurns } from "./sort.ts";
import type { Derivation, Derived, List, Scan } from "./table.ts";
import { compareText } from "./text.ts";
import { readers, readText, type Scalar } from "./values.ts";

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

/** What puts rows in order: the least key comes first. */
export interface SortKey {
  readonly keyAt: (row: number) => number;
  /** The value that a row is ordered by; null, which comes last, where it has none. */
  readonly valueAt: (row: number) => Scalar | null;
  /** The key of a value, between two keys where no row has it; undefined for what is no value of this order. */
  readonly keyOf: (value: unknown) => number | undefined;
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
  const { codes, values } = await table.get(columnOf(dimension));
  const field = "field" in dimension ? table.list.fields[dimension.field] : undefined;
  const item = "identifier" in dimension ? table.items.get(dimension.identifier) : undefined;
  const kind = field?.kind ?? (item?.kind === "number" ? "number" : "text");
  const ranks = kind === "text" ? await table.get(ranksOf(dimension, field?.compare)) : null;
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
      return sign * (ranks?.rankOf(String(value)) ?? Number(value));
    },
  };
}

/** The places of a dimension's texts in their order. */
interface Ranks extends Derived {
  /** For each value of the column its rank: 0 for the first, the same for those that are equal in the order. */
  readonly ofCode: Uint32Array;
  /** The rank of any text: halfway between those of its neighbours where no value has it. */
  readonly rankOf: (text: string) => number;
}

/** The ranks of a dimension, whose texts always have the same order. */
function ranksOf(dimension: Dimension, compare: Compare<string> = compareText): Derivation<Ranks> {
  return {
    key: `ranks ${JSON.stringify(dimension)}`,
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const textOf = (code: number) => readText(values[code]) ?? "";
      const codes: number[] = [];
      await pace.each(values.length, (code) => {
        if (readText(values[code]) !== null) codes.push(code);
      });
      const sorted = await sortInTurns(codes, (a, b) => compare(textOf(a), textOf(b)), pace);
      const ofCode = new Uint32Array(values.length);
      const texts: string[] = [];
      await pace.each(sorted.length, (place) => {
        const code = sorted[place] ?? 0;
        const [last, text] = [texts.at(-1), textOf(code)];
        if (last === undefined || compare(last, text) !== 0) texts.push(text);
        ofCode[code] = texts.length - 1;
      });
      const rankOf = (text: string) => {
        const ahead = countAhead(texts, (other) => compare(other, text) < 0);
        const next = texts[ahead];
        return next !== undefined && compare(next, text) === 0 ? ahead : ahead - 0.5;
      };
      return { ofCode, rankOf, bytes: ofCode.byteLength + texts.length * referenceBytes };
    },
  };
}

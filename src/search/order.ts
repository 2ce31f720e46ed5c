import { columnOf, type Dimension } from "./column.ts";
import { badInput, SearchError } from "./errors.ts";
import { type Compare, countAhead, sortInTurns } from "./sort.ts";
import type { Derivation, Derived, List, Scan } from "./table.ts";
import { compareText, referenceBytes } from "./text.ts";
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

/** The key of what has no value. */
const lastKey = Number.POSITIVE_INFINITY;

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
  { table }: Scan<Row>,
  { dimension, direction }: Order,
): Promise<SortKey> {
  if (typeof dimension === "string") return registryKey;
  const field = "field" in dimension ? table.list.fields[dimension.field] : undefined;
  const item = "identifier" in dimension ? table.items.get(dimension.identifier) : undefined;
  const kind = field?.kind ?? (item?.kind === "number" ? "number" : "text");
  const { codes, values } = await table.get(columnOf(dimension));
  const { keys, keyOf } = await table.get(scaleOf(dimension, kind, field?.compare));
  const direct = (key: number) => (direction === "ASC" || key === lastKey ? key : -key);
  const read = readers[kind];
  return {
    keyAt: (row) => direct(keys[codes[row] ?? 0] ?? lastKey),
    valueAt: (row) => read(values[codes[row] ?? 0]),
    keyOf(value) {
      if (value === null) return lastKey;
      return read(value) === value ? direct(keyOf(value)) : undefined;
    },
  };
}

/** The values of a dimension as numbers that are in their order, in which null comes last. */
interface Scale extends Derived {
  /** For each value of the column its number. */
  readonly keys: Float64Array;
  /** The number of any value but null; of a text between those of its neighbours. */
  readonly keyOf: (value: unknown) => number;
}

/** The scale of a dimension, which is always of one kind and order. */
function scaleOf(
  dimension: Dimension,
  kind: Kind,
  compare: Compare<string> = compareText,
): Derivation<Scale> {
  return {
    key: `scale ${JSON.stringify(dimension)}`,
    async derive({ table, pace }) {
      const { values } = await table.get(columnOf(dimension));
      const keys = new Float64Array(values.length).fill(lastKey);
      const codes: number[] = [];
      await pace.each(values.length, (code) => {
        const value = readers[kind](values[code]);
        if (value === null) return;
        keys[code] = Number(value);
        codes.push(code);
      });
      if (kind !== "text") return { keys, keyOf: Number, bytes: keys.byteLength };
      const textOf = (code: number) => readText(values[code]) ?? "";
      const sorted = await sortInTurns(codes, (a, b) => compare(textOf(a), textOf(b)), pace);
      const texts: string[] = [];
      await pace.each(sorted.length, (place) => {
        const code = sorted[place] ?? 0;
        const [last, text] = [texts.at(-1), textOf(code)];
        // Texts that are equal in the order have one rank.
        if (last === undefined || compare(last, text) !== 0) texts.push(text);
        keys[code] = texts.length - 1;
      });
      const keyOf = (value: unknown) => {
        const text = String(value);
        const ahead = countAhead(texts, (other) => compare(other, text) < 0);
        const next = texts[ahead];
        return next !== undefined && compare(next, text) === 0 ? ahead : ahead - 0.5;
      };
      return { keys, keyOf, bytes: keys.byteLength + texts.length * referenceBytes };
    },
  };
}

import { type Codes, columnOf, type Dimension } from "./column.ts";
import { badInput, SearchError } from "./errors.ts";
import type { Pace } from "./pace.ts";
import { rankOfText, ranksOf, type TextOrder } from "./ranks.ts";
import type { List, Table } from "./table.ts";
import { type Kind, readers, type Scalar } from "./values.ts";

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
  readonly by: Dimension | "relevance";
  readonly direction: "ASC" | "DESC";
}

/** What puts rows in one order: the least key comes first. */
export interface SortKey {
  /** For each row the place of its key. */
  readonly codes: Codes;
  readonly keys: Float64Array;
  /** The value that a row is ordered by; null, which comes last, where it has none. */
  readonly valueOf: (row: number) => Scalar | null;
  /** The key of a value, between two keys where no row has it; undefined for what is no value of this order. */
  readonly keyOf: (value: unknown) => number | undefined;
}

/** The key of what comes last. */
export const lastKey = Number.POSITIVE_INFINITY;

const mostOrders = 10;

/**
 * Reads the orders of a query, the most important first.
 * @throws SearchError
 */
export function parseOrders<Row>(
  list: List<Row>,
  given: readonly OrderInput[] | null | undefined,
): readonly Order[] {
  const orders = given ?? [];
  if (orders.length > mostOrders) {
    throw new SearchError("QUERY_TOO_COMPLEX", `\`orderBy\` has more than ${mostOrders} orders.`);
  }
  return orders.map((order, index) => parseOrder(list, order, `orderBy[${index}]`));
}

function parseOrder<Row>(
  { fields }: List<Row>,
  { field, identifier, direction }: OrderInput,
  path: string,
): Order {
  const isIdentified = identifier !== null && identifier !== undefined;
  if (field === "additionalData") {
    if (isIdentified) return { by: { identifier }, direction };
    throw badInput(`${path}.identifier`, "the identifier of the additional data to order by");
  }
  if (isIdentified) throw badInput(`${path}.identifier`, "none, but with additional data");
  if (field === "relevance") return { by: "relevance", direction };
  if (!Object.hasOwn(fields, field)) throw badInput(`${path}.field`, "a field of the list");
  return { by: { field }, direction };
}

/** What puts a table's rows in the order of a dimension. */
export async function createSortKey<Row>(
  table: Table<Row>,
  by: Dimension,
  direction: Order["direction"],
  pace: Pace,
): Promise<SortKey> {
  const { codes, values } = await table.get(columnOf(by));
  const { kind, textOrder } = orderingOf(table, by);
  const ranks = textOrder && (await table.get(ranksOf(by, textOrder)));
  const read = readers[kind];
  const sign = direction === "ASC" ? 1 : -1;
  const keys = new Float64Array(values.length).fill(lastKey);
  await pace.over(values.length, (from, to) => {
    for (let code = from; code < to; code++) {
      const value = read(values[code]);
      if (value !== null) keys[code] = sign * (ranks ? (ranks.ofCode[code] ?? 0) : Number(value));
    }
  });
  return {
    codes,
    keys,
    valueOf: (row) => read(values[codes[row] ?? 0]),
    keyOf(value) {
      if (value === null) return lastKey;
      if (read(value) !== value) return undefined;
      return sign * (ranks ? rankOfText(ranks, String(value)) : Number(value));
    },
  };
}

interface Ordering {
  readonly kind: Kind;
  /** What order texts have; undefined where the values are no texts. */
  readonly textOrder?: TextOrder;
}

function orderingOf<Row>({ list, items }: Table<Row>, by: Dimension): Ordering {
  if ("field" in by) {
    const { kind = "text", isInteger = false } = list.fields[by.field] ?? {};
    return kind === "text" ? { kind, textOrder: isInteger ? "integer" : "text" } : { kind };
  }
  const isNumber = items.get(by.identifier)?.kind === "number";
  return isNumber ? { kind: "number" } : { kind: "text", textOrder: "text" };
}

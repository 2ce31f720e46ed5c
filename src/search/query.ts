/**
 * Filter, order and text search over the rows of a list in memory. This folder knows nothing of GraphQL, of REST and of time.
 *
 * 1. A `List` says once what a kind of record is: its fields, with functions that read them out of a row.
 * 2. A `Table` holds the rows of one snapshot, and what is worked out from them when a query first needs it: columns, folded
 *    texts, ranks. `bytes` tells what that takes; `warmUp` readies the next one's.
 * 3. `parseQuery` reads what a caller asks for. It needs no table: most mistakes are told before anything is fetched.
 * 4. `findPage` answers it with the positions of a page's rows. In the registry's order its places are positions, and cursors
 *    are its caller's to make; in any other `cursorAt` makes them and `parseCursor` reads them.
 *
 * Work over rows is cut up by the pauses that the caller gives. A caller's mistake is a `SearchError` with the code to tell.
 */

import { badInput } from "./errors.ts";
import { type Condition, comparisonsIn, parseFilter } from "./filter/filter.ts";
import { matchCondition } from "./filter/match.ts";
import { formatCursor } from "./order/cursor.ts";
import {
  createSortKey,
  type Order,
  type OrderInput,
  parseOrders,
  type SortKey,
} from "./order/order.ts";
import { type Range, selectPage } from "./order/page.ts";
import { columnOf } from "./table/column.ts";
import { Pace, type Pause } from "./table/pace.ts";
import type { List, Table } from "./table/table.ts";
import { createRelevanceKey, matchWords, parseWords, searchedTexts } from "./text-search.ts";

/** What a caller asks of a list. */
export interface QueryInput {
  /** Comparisons by field, `additionalData`, `and`, `or`, `not`. */
  readonly filter?: unknown;
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly OrderInput[] | null | undefined;
}

/** What a caller asks of a list, read. */
export interface Query {
  readonly condition: Condition;
  readonly words: readonly string[];
  readonly orders: readonly Order[];
  /** Whether its rows come as the registry has them, and its places are positions. */
  readonly isInRegistryOrder: boolean;
  /** What its cursors belong to: the list and the order, under relevance with the words. */
  readonly cursorsOf: string;
}

/** A page of the rows that match a query, and where it stands among them. */
export interface Found {
  /** The rows' positions in the table, in the order asked for. */
  readonly positions: readonly number[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  /** The identifiers asked for that neither the structure nor any record knows. */
  readonly unknownIdentifiers: readonly string[];
  /** The cursor of one of the rows, where they are not in the registry's order. */
  cursorAt(index: number): string;
}

/** Reads a query. Throws `SearchError`, but for what depends on the structure of the additional data: that is left to `findPage`. */
export function parseQuery<Row>(list: List<Row>, { filter, search, orderBy }: QueryInput): Query {
  const condition = parseFilter(list, filter);
  const words = parseWords(search);
  const orders = parseOrders(list, orderBy, words.length > 0 ? "relevance" : "registry");
  const isRelevant = orders.some(({ dimension }) => dimension === "relevance");
  if (isRelevant && words.length === 0) {
    throw badInput("orderBy", "no relevance where nothing is searched");
  }
  const isInRegistryOrder = orders.some(({ dimension }) => dimension === "registry");
  const cursorsOf = JSON.stringify([list.name, orders, isRelevant ? words : []]);
  return { condition, words, orders, isInRegistryOrder, cursorsOf };
}

/** The rows of a table that match a query, as far as they are in range. Throws `SearchError`. */
export async function findPage<Row>(
  table: Table<Row>,
  query: Query,
  { range, pause }: { readonly range: Range; readonly pause: Pause },
): Promise<Found> {
  const scan = { table, pace: new Pace(pause) };
  const unknownIdentifiers = await checkIdentifiers(table, query, pause);
  const { condition, words, orders, cursorsOf } = query;
  const matching = await matchCondition(scan, condition);
  // Asked for once: a table that has no room for them makes them each time.
  const texts = words.length > 0 ? (await table.get(searchedTexts)).texts : [];
  const hits = { words, texts, rows: matching };
  const rows = words.length > 0 ? await matchWords(hits, scan.pace) : matching;
  const sortKeys: SortKey[] = [];
  for (const order of orders) {
    const isRelevance = order.dimension === "relevance";
    const key = isRelevance
      ? createRelevanceKey({ ...hits, rows }, order, scan.pace)
      : createSortKey(scan, order);
    sortKeys.push(await key);
  }
  const page = await selectPage(scan, rows, { ...range, sortKeys });
  const cursorAt = (index: number) => {
    const position = page.positions[index] ?? Number.NaN;
    const values = sortKeys.map((key) => key.valueAt(position));
    return formatCursor(cursorsOf, { values, id: table.list.readId(table.rows[position] as Row) });
  };
  return { ...page, unknownIdentifiers, cursorAt };
}

/** Holds what a query says of additional data against the structure: of another kind it is a mistake, known to nothing it is told. */
async function checkIdentifiers<Row>(table: Table<Row>, query: Query, pause: Pause) {
  const undefinedOnes = new Set<string>();
  for (const named of [...comparisonsIn(query.condition), ...query.orders]) {
    const { dimension } = named;
    if (typeof dimension === "string" || "field" in dimension) continue;
    const { identifier } = dimension;
    const item = table.items.get(identifier);
    if (item === undefined) undefinedOnes.add(identifier);
    const kinds = [item?.kind ?? "any", "kind" in named ? named.kind : "any"];
    if (!kinds.includes("any") && kinds[0] !== kinds[1]) {
      throw badInput(`additionalData "${identifier}"`, `${kinds[0]}, as the structure has it`);
    }
  }
  const unknown: string[] = [];
  for (const identifier of undefinedOnes) {
    // Each may be much work, which is in vain where nobody waits any more.
    await pause();
    const { isKnown } = await table.get(columnOf({ identifier }));
    if (!isKnown) unknown.push(identifier);
  }
  return unknown;
}

/**
 * Filter, order and text search over the rows of a list in memory. This folder knows nothing of GraphQL, of REST and of time.
 *
 * 1. A `List` says once what a kind of record is: its fields, with functions that read them out of a row.
 * 2. A `Table` holds the rows of one snapshot and what is worked out from them (columns, folded texts, ranks), each when a query
 *    first needs it. `bytes` tells what that takes; `estimateBytes` tells what the rows take. `warmUp` makes the next snapshot's
 *    table ready for what the last one was asked.
 * 3. `parseQuery` reads what a caller asks for and needs no table: most mistakes are told before anything is fetched.
 * 4. `findPage` answers it with the positions of a page's rows. A query in the registry's order has places by position, and its
 *    caller makes their cursors; any other has cursors of its own: `cursorAt` gives them, `parsePlace` takes them.
 *
 * Work over rows is cut into stretches with a pause between them, which the caller gives; `takeTurns` makes one that all may
 * share. A caller's mistake is a `SearchError` with the code to tell.
 */
import { columnOf } from "./column.ts";
import { type CursorPlace, formatCursor, parseCursor } from "./cursor.ts";
import { badInput, type SearchWarning } from "./errors.ts";
import { type Condition, type Mention, parseFilter } from "./filter.ts";
import { matchCondition } from "./match.ts";
import { createSortKey, type Order, type OrderInput, parseOrders, type SortKey } from "./order.ts";
import { Pace, type Pause } from "./pace.ts";
import { createOrder, type Page, type Range, registryOrder, selectPage } from "./page.ts";
import type { List, Table } from "./table.ts";
import { createRelevanceKey, matchWords, parseWords } from "./text-search.ts";

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
  readonly mentions: readonly Mention[];
  /** Whether its rows come in the registry's order, and its places are positions. */
  readonly isInRegistryOrder: boolean;
  /** What its cursors are good for: the list and its order, and under relevance the words. */
  readonly orderName: string;
}

/** A page of the rows that match a query. */
export interface Found extends Page {
  readonly warnings: readonly SearchWarning[];
  /** The cursor of one of the rows; null in the registry's order. */
  readonly cursorAt: ((index: number) => string) | null;
}

/**
 * Reads a query. What depends on the structure of the additional data is checked by `findPage`.
 * @throws SearchError
 */
export function parseQuery<Row>(list: List<Row>, { filter, search, orderBy }: QueryInput): Query {
  const { condition, mentions } = parseFilter(list, filter);
  const words = parseWords(search);
  const given = parseOrders(list, orderBy);
  const isRelevant = given.some(({ by }) => by === "relevance");
  if (isRelevant && words.length === 0) {
    throw badInput("orderBy", "an order other than by relevance where nothing is searched");
  }
  const isSearched = given.length === 0 && words.length > 0;
  const orders = isSearched ? byRelevance : given;
  return {
    condition,
    words,
    orders,
    mentions: [...mentions, ...orders.flatMap(mentionOf)],
    isInRegistryOrder: orders.length === 0,
    orderName: JSON.stringify([list.name, orders, isSearched || isRelevant ? words : []]),
  };
}

const byRelevance: readonly Order[] = [{ by: "relevance", direction: "ASC" }];

function mentionOf({ by }: Order, index: number): Mention[] {
  if (by === "relevance" || "field" in by) return [];
  return [{ ...by, kind: "any", path: `orderBy[${index}]` }];
}

/**
 * The place that a cursor stands for.
 * @throws SearchError for a text that is no cursor of this query's order.
 */
export function parsePlace(
  { orderName }: Query,
  name: "after" | "before",
  cursor: string,
): CursorPlace {
  return parseCursor(orderName, name, cursor);
}

/**
 * The rows of a table that match a query, as far as they are in range.
 * @throws SearchError
 */
export async function findPage<Row>(
  table: Table<Row>,
  query: Query,
  { range, pause }: { readonly range: Range; readonly pause: Pause },
): Promise<Found> {
  const pace = new Pace(pause);
  checkKinds(table, query.mentions);
  const warnings = await warnOfUnknown(table, query.mentions);
  const filtered = await matchCondition(table, query.condition, pace);
  const { words, orders, orderName } = query;
  const found = words.length > 0 ? await matchWords(table, words, filtered, pace) : filtered;
  const sortKeys: SortKey[] = [];
  for (const { by, direction } of orders) {
    const key =
      by === "relevance"
        ? await createRelevanceKey(table, words, { direction, found }, pace)
        : await createSortKey(table, by, direction, pace);
    sortKeys.push(key);
  }
  if (query.isInRegistryOrder) {
    return { ...(await selectPage(found, registryOrder, range, pace)), warnings, cursorAt: null };
  }
  const page = await selectPage(found, createOrder(table, sortKeys), range, pace);
  const cursorAt = (index: number) => {
    const position = page.positions[index] ?? -1;
    const row = table.rows[position];
    if (row === undefined) throw new RangeError(`The page has no row ${index}`);
    const values = sortKeys.map((key) => key.valueOf(position));
    return formatCursor(orderName, { values, id: table.list.readId(row) });
  };
  return { ...page, warnings, cursorAt };
}

/** A comparison of a kind that the structure's item is not of is a mistake. */
function checkKinds<Row>({ items }: Table<Row>, mentions: readonly Mention[]): void {
  for (const { identifier, kind, path } of mentions) {
    const expected = items.get(identifier)?.kind ?? "any";
    if (kind !== "any" && expected !== "any" && kind !== expected) {
      throw badInput(path, `\`${expected}\`, as the structure has it for this identifier`);
    }
  }
}

async function warnOfUnknown<Row>(
  table: Table<Row>,
  mentions: readonly Mention[],
): Promise<readonly SearchWarning[]> {
  const identifiers = new Set(mentions.map(({ identifier }) => identifier));
  const warnings: SearchWarning[] = [];
  for (const identifier of identifiers) {
    if (table.items.has(identifier)) continue;
    const { isKnown } = await table.get(columnOf({ identifier }));
    if (isKnown) continue;
    const message = `Neither the structure nor any record has additional data called ${JSON.stringify(identifier)}.`;
    warnings.push({ code: "UNKNOWN_IDENTIFIER", message });
  }
  return warnings;
}

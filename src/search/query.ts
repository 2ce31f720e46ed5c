/**
 * Filters, orders and searches a list's rows in memory. This folder knows nothing of GraphQL, REST
 * or time.
 *
 * 1. A `ListDescription` describes a kind of record: its fields, each with a function that reads it
 *    from a row.
 * 2. A `Table` holds the rows of one snapshot, and keeps what queries derive from them: columns,
 *    folded strings, ranks.
 * 3. `parseQuery` parses a caller's query. It needs no table, so most mistakes are found before
 *    anything is fetched.
 * 4. `findMatches` finds the rows that match a query. Conditions on joined lists are worked out
 *    first, in `joins`.
 * 5. `findPage` finds a page of them, and makes their cursors. For rows in the registry's order,
 *    the caller makes them from positions.
 */
import type { Opaque } from "../gateway/base/opaque.ts";
import { SearchError } from "./errors.ts";
import { checkDataUses, type DataUse, dataUsesIn } from "./filter/data-uses.ts";
import { type Condition, parseFilter } from "./filter/filter.ts";
import { type Joined, matchCondition } from "./filter/match.ts";
import { type Joins, noJoins } from "./joins/link.ts";
import { type JoinSource, workOutJoins } from "./joins/match-joins.ts";
import { type Order, type OrderInput, parseOrders } from "./order/order.ts";
import { type CursorPlace, orderCursors } from "./order/order-cursor.ts";
import { type PageRange, type SelectedPage, selectInOrder, selectPage } from "./order/page.ts";
import { createSortKey, type SortKey } from "./order/sort-key.ts";
import { has, toList } from "./table/bitset.ts";
import { Pace, type Pause } from "./table/pace.ts";
import type { ListDescription, Table } from "./table/table.ts";
import { createRelevanceKey, parseWords, searchText, type TextMatches } from "./text-search.ts";

export interface QueryInput {
  readonly filter?: unknown;
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly OrderInput[] | null | undefined;
}

export interface SearchQuery {
  readonly condition: Condition;
  readonly words: readonly string[];
  readonly orders: readonly Order[];
  readonly dataUses: readonly DataUse[];
  readonly isInRegistryOrder: boolean;
  readonly matchesAll: boolean;
  readonly cursors: Opaque<CursorPlace>;
}

export interface FoundPage extends SelectedPage {
  /**
   * The cursor of one of its rows, by index in `positions`. For rows in the registry's order, the
   * caller makes the cursors.
   */
  cursorAt(index: number): string;
}

/**
 * Parses a query. Checks against the structure of the additional data are left to `findMatches`.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many conditions or orders.
 */
export function parseQuery<Row>(
  list: ListDescription<Row>,
  { filter, search, orderBy }: QueryInput,
  joins: Joins = noJoins,
): SearchQuery {
  const condition = parseFilter(list, filter, joins);
  const words = parseWords(search);
  const orders = parseOrders(orderBy, words.length > 0 ? "relevance" : "registry");
  const isRelevant = orders.some(({ dimension }) => dimension === "relevance");
  if (isRelevant && words.length === 0) {
    throw new SearchError("BAD_USER_INPUT", "`RELEVANCE` in `orderBy` requires `search`.");
  }
  const isInRegistryOrder = orders.some(({ dimension }) => dimension === "registry");
  const scope = JSON.stringify([list.name, orders, isRelevant ? words : []]);
  const cursors = orderCursors.within(scope);
  const dataUses = [...dataUsesIn(condition), ...orders.flatMap(dataUsesOf)];
  const matchesAll = words.length === 0 && condition.op === "and" && condition.parts.length === 0;
  return { condition, words, orders, dataUses, isInRegistryOrder, matchesAll, cursors };
}

function dataUsesOf({ dimension }: Order): readonly DataUse[] {
  return typeof dimension === "object" && "identifier" in dimension
    ? [{ identifier: dimension.identifier, kind: "any" }]
    : [];
}

interface MatchOptions<Row> {
  readonly pause: Pause;
  readonly tableOf?: JoinSource<Row>["tableOf"];
}

export interface Matches<Row> {
  readonly table: Table<Row>;
  readonly query: SearchQuery;
  readonly pace: Pace;
  readonly joined: Joined;
  readonly text: TextMatches;
  readonly sortKeys: readonly SortKey[];
  readonly unknownIdentifiers: readonly string[];
}

/**
 * Finds the rows of a table that match a query.
 * @throws SearchError `BAD_USER_INPUT` for an item that is compared as a kind other than its own.
 */
export async function findMatches<Row>(
  table: Table<Row>,
  query: SearchQuery,
  { pause, tableOf = noList }: MatchOptions<Row>,
): Promise<Matches<Row>> {
  const pace = new Pace(pause);
  const scan = { table, pace };
  const { condition, words, orders, dataUses } = query;
  const ownUnknown = await checkDataUses(table, dataUses, pause);
  const joins = await workOutJoins(scan, condition, { tableOf, pause });
  const { joined } = joins;
  const matching = await matchCondition(scan, condition, joined);
  const text = await searchText(scan, words, matching);
  const sortKeys: SortKey[] = [];
  for (const order of orders) {
    const { dimension, direction } = order;
    // The registry's order is that of the rows.
    if (dimension === "registry") continue;
    sortKeys.push(
      dimension === "relevance"
        ? await createRelevanceKey(text, order, pace)
        : await createSortKey(scan, dimension, direction),
    );
  }
  const unknownIdentifiers = [...new Set([...ownUnknown, ...joins.unknownIdentifiers])];
  return { table, query, pace, joined, text, sortKeys, unknownIdentifiers };
}

function noList(): never {
  throw new TypeError("a query with joins needs the tables of the joined lists");
}

/**
 * Finds a page of the rows that match a query.
 * @param within the rows to which the query is limited, ascending. Finding the page takes time for
 * these alone. @default all
 * @throws SearchError `BAD_USER_INPUT` for a cursor of another order.
 */
export async function findPage<Row>(
  matches: Matches<Row>,
  range: PageRange,
  within?: Uint32Array,
): Promise<FoundPage> {
  const { table, query, text, pace, sortKeys } = matches;
  const rows =
    within === undefined ? await toList(text.rows, pace) : await cutToMatches(matches, within);
  const page = query.isInRegistryOrder
    ? selectInOrder(rows, range)
    : await selectPage(matches, rows, { ...range, sortKeys });
  const cursorAt = (index: number) => {
    const position = page.positions[index];
    if (position === undefined)
      throw new RangeError("a cursor can be made only for rows of the page");
    const values = sortKeys.map((key) => key.valueAt(position));
    const id = table.list.readId(table.rows[position] as Row);
    return query.cursors.write({ values, id });
  };
  return { ...page, cursorAt };
}

async function cutToMatches<Row>(
  { query, pace, text }: Matches<Row>,
  rows: Uint32Array,
): Promise<Uint32Array> {
  if (query.matchesAll) return rows;
  const matching = new Uint32Array(rows.length);
  let length = 0;
  await pace.each(rows.length, (index) => {
    const row = rows[index] ?? 0;
    if (!has(text.rows, row)) return;
    matching[length] = row;
    length += 1;
  });
  return matching.subarray(0, length);
}

/**
 * Filters, orders and searches a list's rows in memory. This folder knows nothing of GraphQL, REST or time.
 *
 * 1. A `ListDescription` describes a kind of record: its fields, each with a function that reads it from a row.
 * 2. A `Table` holds the rows of one snapshot, and keeps what queries derive from them: columns, folded strings, ranks.
 * 3. `parseQuery` parses a caller's query. It needs no table, so most mistakes are found before anything is fetched.
 * 4. `findPage` finds a page's rows, and makes their cursors. For rows in the registry's order, the caller makes them from positions.
 */
import type { Opaque } from "../../base/opaque.ts";
import { badInput, SearchError } from "./errors.ts";
import { type Condition, comparisonsIn, parseFilter } from "./filter/filter.ts";
import { matchCondition } from "./filter/match.ts";
import { type Order, type OrderInput, parseOrders } from "./order/order.ts";
import { type CursorPlace, orderCursors } from "./order/order-cursor.ts";
import { type PageRange, selectPage } from "./order/page.ts";
import { createSortKey, type SortKey } from "./order/sort-key.ts";
import { Pace, type Pause } from "./table/pace.ts";
import { isKnown } from "./table/record-keys.ts";
import type { ListDescription, Table } from "./table/table.ts";
import type { ValueKind } from "./table/values.ts";
import { createRelevanceKey, parseWords, searchText } from "./text-search.ts";

/** A query of a list, as a caller writes it. */
export interface QueryInput {
  /** An object: comparisons by field, and the members `additionalData`, `and`, `or` and `not`. */
  readonly filter?: unknown;
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly OrderInput[] | null | undefined;
}

/** A parsed query. */
export interface SearchQuery {
  readonly condition: Condition;
  readonly words: readonly string[];
  readonly orders: readonly Order[];
  /** Its uses of additional data, which need the list's structure. */
  readonly dataUses: readonly DataUse[];
  /** Whether rows stay in the registry's order. Its cursors stand for positions. */
  readonly isInRegistryOrder: boolean;
  /** Its cursors. They are valid for the list, the orders and, under relevance, the words. */
  readonly cursors: Opaque<CursorPlace>;
}

/** A page of the rows that match a query. */
export interface FoundPage {
  /** The positions of its rows in the table, in the query's order. */
  readonly positions: readonly number[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  /** The identifiers in the query that occur neither in the structure nor in any record. */
  readonly unknownIdentifiers: readonly string[];
  /** The cursor of one of its rows, by index in `positions`. For rows in the registry's order, the caller makes the cursors. */
  cursorAt(index: number): string;
}

/**
 * Parses a query. Checks against the structure of the additional data are left to `findPage`.
 * @throws SearchError `BAD_USER_INPUT`, or `QUERY_TOO_COMPLEX` for too many conditions or orders.
 */
export function parseQuery<Row>(
  list: ListDescription<Row>,
  { filter, search, orderBy }: QueryInput,
): SearchQuery {
  const condition = parseFilter(list, filter);
  const words = parseWords(search);
  const orders = parseOrders(list, orderBy, words.length > 0 ? "relevance" : "registry");
  const isRelevant = orders.some(({ dimension }) => dimension === "relevance");
  if (isRelevant && words.length === 0) {
    throw new SearchError("BAD_USER_INPUT", "`RELEVANCE` in `orderBy` requires `search`.");
  }
  const isInRegistryOrder = orders.some(({ dimension }) => dimension === "registry");
  const scope = JSON.stringify([list.name, orders, isRelevant ? words : []]);
  const cursors = orderCursors.within(scope);
  const dataUses = dataUsesIn(condition, orders);
  return { condition, words, orders, dataUses, isInRegistryOrder, cursors };
}

/**
 * Finds a page of a table's rows that match a query.
 * @throws SearchError `BAD_USER_INPUT` for a cursor of another order, or an item that is compared as a kind other than its own.
 */
export async function findPage<Row>(
  table: Table<Row>,
  query: SearchQuery,
  { range, pause }: { readonly range: PageRange; readonly pause: Pause },
): Promise<FoundPage> {
  const scan = { table, pace: new Pace(pause) };
  const { condition, words, orders, dataUses, cursors } = query;
  checkKinds(table, dataUses);
  const unknownIdentifiers = await findUnknownIdentifiers(table, dataUses, pause);
  const matching = await matchCondition(scan, condition);
  const matches = await searchText(scan, words, matching);
  const sortKeys: SortKey[] = [];
  for (const order of orders) {
    sortKeys.push(
      order.dimension === "relevance"
        ? await createRelevanceKey(matches, order, scan.pace)
        : await createSortKey(scan, order),
    );
  }
  const page = await selectPage(scan, matches.rows, { ...range, sortKeys });
  const cursorAt = (index: number) => {
    const position = page.positions[index];
    if (position === undefined)
      throw new RangeError("a cursor can be made only for rows of the page");
    const values = sortKeys.map((key) => key.valueAt(position));
    const id = table.list.readId(table.rows[position] as Row);
    return cursors.write({ values, id });
  };
  return { ...page, unknownIdentifiers, cursorAt };
}

/** A use of additional data in a query, and the kind that the query reads it as. */
interface DataUse {
  readonly identifier: string;
  readonly kind: ValueKind | "any";
}

function dataUsesIn(condition: Condition, orders: readonly Order[]): readonly DataUse[] {
  const parts = [
    ...comparisonsIn(condition),
    ...orders.map((order) => ({ ...order, kind: "any" as const })),
  ];
  return parts.flatMap(({ dimension, kind }) =>
    typeof dimension === "object" && "identifier" in dimension ? [{ ...dimension, kind }] : [],
  );
}

/** @throws SearchError `BAD_USER_INPUT` if an item is compared as a kind other than its own. */
function checkKinds<Row>({ items }: Table<Row>, uses: readonly DataUse[]): void {
  for (const { identifier, kind } of uses) {
    const itemKind = items.get(identifier)?.kind ?? "any";
    if (kind === "any" || itemKind === "any" || kind === itemKind) continue;
    throw badInput(`additionalData "${identifier}"`, `\`${itemKind}\`, as in the structure`);
  }
}

/** The identifiers that occur neither in the structure nor in any record. */
async function findUnknownIdentifiers<Row>(
  table: Table<Row>,
  uses: readonly DataUse[],
  pause: Pause,
): Promise<readonly string[]> {
  const identifiers = new Set(uses.map(({ identifier }) => identifier));
  const unknown: string[] = [];
  for (const identifier of identifiers) {
    if (table.items.has(identifier)) continue;
    // Finding out can be much work, and the caller may have left.
    await pause();
    if (!(await isKnown(table, identifier))) unknown.push(identifier);
  }
  return unknown;
}

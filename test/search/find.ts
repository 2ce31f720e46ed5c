import { countFacets, prepareFacets } from "../../src/search/facets/count-facets.ts";
import type { Facet, FacetCounts } from "../../src/search/facets/facet.ts";
import { parseOrderCursor } from "../../src/search/order/order-cursor.ts";
import type { PageRange } from "../../src/search/order/page.ts";
import {
  type FoundPage,
  findMatches,
  findPage,
  type Matches,
  parseQuery,
  type QueryInput,
} from "../../src/search/query.ts";
import { columnOf, type Dimension } from "../../src/search/table/column.ts";
import type { Item, Table } from "../../src/search/table/table.ts";
import { createTagTable, nextTurn, type TagRow, tagList } from "./tags.ts";

export interface TagQuery extends QueryInput {
  readonly first?: number;
  readonly last?: number;
  readonly offset?: number;
  readonly after?: string | number;
  readonly before?: string | number;
  readonly items?: readonly Item[];
}

type Found = FoundPage & Pick<Matches<TagRow>, "unknownIdentifiers">;

/** What a query finds in a new table of these tags: 1,000 rows unless it asks for another number. */
export function find(rows: readonly TagRow[], query: TagQuery): Promise<Found> {
  return findIn(createTagTable(rows, query.items), query);
}

export async function findIn(
  table: Table<TagRow>,
  { first, last, offset = 0, after, before, items: _, ...input }: TagQuery,
): Promise<Found> {
  const query = parseQuery(tagList, input);
  const toPlace = (name: "after" | "before", cursor: string | number | undefined) => {
    if (cursor === undefined) return null;
    if (typeof cursor === "number") return { values: [cursor], id: "" };
    return parseOrderCursor(query.cursors, name, cursor);
  };
  const range: PageRange = {
    from: last === undefined ? "start" : "end",
    size: first ?? last ?? 1000,
    offset,
    after: toPlace("after", after),
    before: toPlace("before", before),
  };
  const matches = await findMatches(table, query, { pause: nextTurn });
  const { unknownIdentifiers } = matches;
  return { ...(await findPage(matches, range)), unknownIdentifiers };
}

export async function countIn(
  table: Table<TagRow>,
  query: QueryInput,
  facets: readonly Facet[],
): Promise<readonly FacetCounts[]> {
  const matches = await findMatches(table, parseQuery(tagList, query), { pause: nextTurn });
  return countFacets(matches, await prepareFacets(matches, facets));
}

export function orderedTexts({ orderBy, items = [] }: TagQuery): readonly Dimension[] {
  return (orderBy ?? []).flatMap(({ field, identifier }): Dimension[] => {
    if (field === "name" || field === "type") return [{ field }];
    const kind = items.find((item) => item.identifier === identifier)?.kind;
    return typeof identifier === "string" && kind !== "number" ? [{ identifier }] : [];
  });
}

/** A table that already ranks the strings that a query is ordered by, as a table does for frequent orders. */
export async function createRankedTable(
  rows: readonly TagRow[],
  query: TagQuery,
): Promise<Table<TagRow>> {
  const table = createTagTable(rows, query.items);
  for (const dimension of orderedTexts(query)) {
    const column = await table.get(columnOf(dimension));
    column.comparisons.count = column.values.length;
  }
  return table;
}

export async function findIds(
  rows: readonly TagRow[],
  query: TagQuery,
): Promise<readonly string[]> {
  const { positions } = await find(rows, query);
  return positions.map((position) => rows[position]?.id ?? "");
}

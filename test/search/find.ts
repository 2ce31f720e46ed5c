import { parseCursor } from "../../src/search/cursor.ts";
import type { Range } from "../../src/search/page.ts";
import { type Found, findPage, parseQuery, type QueryInput } from "../../src/search/query.ts";
import type { Item } from "../../src/search/table.ts";
import { createTagTable, nextTurn, type TagRow, tagList } from "./tags.ts";

/** A query of tags, with the cursors or positions that a caller would give. */
export interface TagQuery extends QueryInput {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | number;
  readonly before?: string | number;
  readonly items?: readonly Item[];
}

/** What a query finds in a list of tags; 1,000 rows unless told. */
export async function find(
  rows: readonly TagRow[],
  { first, last, after, before, items, ...input }: TagQuery,
): Promise<Found> {
  const query = parseQuery(tagList, input);
  const toPlace = (name: "after" | "before", cursor: string | number | undefined) =>
    typeof cursor === "string"
      ? parseCursor(query.cursorsOf, name, cursor)
      : cursor === undefined
        ? null
        : { values: [cursor], id: "" };
  const range: Range = {
    from: last === undefined ? "start" : "end",
    size: first ?? last ?? 1000,
    after: toPlace("after", after),
    before: toPlace("before", before),
  };
  return findPage(createTagTable(rows, items), query, { range, pause: nextTurn });
}

/** The ids of the tags that a query finds, in its order. */
export async function findIds(
  rows: readonly TagRow[],
  query: TagQuery,
): Promise<readonly string[]> {
  const { positions } = await find(rows, query);
  return positions.map((position) => rows[position]?.id ?? "");
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/search/query.ts";
import { runs, seed } from "../support/seed.ts";
import { queries, tagFields, tagRows } from "./arbitraries.ts";
import { createRankedTable, findIn, type TagQuery } from "./find.ts";
import { findNaively } from "./naive.ts";
import { createTagTable, type TagRow, tagList } from "./tags.ts";

/** What happens to a list between two pages, at a fraction of its length. */
const move = fc.record({
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  remove: fc.nat(3),
  insert: fc.array(tagFields, { maxLength: 3 }),
  change: fc.array(tagFields, { maxLength: 2 }),
});

let made = 0;

/** A list after a move. A record that changes is a new object. */
function moveOn(
  rows: readonly TagRow[],
  { place, remove, insert, change }: typeof move extends fc.Arbitrary<infer Move> ? Move : never,
): TagRow[] {
  const start = Math.floor(place * rows.length);
  const fresh = insert.map((fields) => ({ ...fields, id: `new ${made++}` }));
  const stayed = rows.slice(start + remove).map((row, index) => {
    return index < change.length ? { ...change[index], id: row.id } : row;
  });
  return [...rows.slice(0, start), ...fresh, ...stayed];
}

const walks = fc.record({
  query: queries.map((query): TagQuery => {
    const isOrdered = !parseQuery(tagList, query).isInRegistryOrder;
    return isOrdered ? query : { ...query, orderBy: [{ field: "name", direction: "DESC" }] };
  }),
  size: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom("forward", "backward"),
  moves: fc.array(move, { maxLength: 30 }),
  /** For each page, whether the table ranks strings. */
  isRanked: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
});

describe(`over snapshots that change between any two pages (seed ${seed})`, () => {
  test("every record that stayed as it was and matches is seen once, in order", async () => {
    const property = fc.asyncProperty(tagRows, walks, async (rows, walk) => {
      const { query, size, direction } = walk;
      const isForward = direction === "forward";
      let list = rows;
      let seen: readonly (string | undefined)[] = [];
      for (let cursor: string | undefined, page = 0; ; page++) {
        const from = isForward ? { first: size } : { last: size };
        const place = isForward ? { after: cursor } : { before: cursor };
        const table = walk.isRanked[page]
          ? await createRankedTable(list, query)
          : createTagTable(list, query.items);
        const found = await findIn(table, {
          ...query,
          ...from,
          ...(cursor ? place : {}),
        } as TagQuery);
        const ids = found.positions.map((position) => list[position]?.id);
        seen = isForward ? [...seen, ...ids] : [...ids, ...seen];
        if (!(isForward ? found.hasNextPage : found.hasPreviousPage)) break;
        expect(ids).toHaveLength(size);
        cursor = found.cursorAt(isForward ? ids.length - 1 : 0);
        const next = walk.moves[page];
        if (next !== undefined) list = moveOn(list, next);
      }
      const stayed = rows.filter((row) => list.includes(row));
      const expected = findNaively(stayed, query, query.items ?? []).map(({ id }) => id);
      expect(seen.filter((id) => id !== undefined && expected.includes(id))).toEqual(expected);
    });
    await fc.assert(property, { seed, numRuns: runs(150) });
  });
});

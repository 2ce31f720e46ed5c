import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/search/query.ts";
import { seed } from "../support/seed.ts";
import { queries, runs, tagRows } from "./arbitraries.ts";
import { createRankedTable, findIn, type TagQuery } from "./find.ts";
import { type Move, moveOn, moves } from "./moves.ts";
import { findNaively } from "./naive.ts";
import { createTagTable, tagList } from "./tags.ts";

interface Walk {
  readonly query: TagQuery;
  readonly size: number;
  readonly direction: "forward" | "backward";
  readonly moves: readonly Move[];
  /** For each page, whether the table ranks strings. */
  readonly isRanked: readonly boolean[];
}

const walks: fc.Arbitrary<Walk> = fc.record({
  query: queries.map((query) => {
    const isOrdered = !parseQuery(tagList, query).isInRegistryOrder;
    return isOrdered ? query : { ...query, orderBy: [{ field: "name", direction: "DESC" }] };
  }),
  size: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom("forward", "backward"),
  moves,
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
        const move = walk.moves[page];
        if (move !== undefined) list = moveOn(list, move);
      }
      const stayed = rows.filter((row) => list.includes(row));
      const expected = findNaively(stayed, query, query.items ?? []).map(({ id }) => id);
      expect(seen.filter((id) => id !== undefined && expected.includes(id))).toEqual(expected);
    });
    await fc.assert(property, { seed, numRuns: runs(500) });
  });
});

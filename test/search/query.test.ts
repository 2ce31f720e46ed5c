import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery, type QueryInput } from "../../src/search/query.ts";
import { isKnown } from "../../src/search/table/record-keys.ts";
import { runs, seed } from "../support/seed.ts";
import { queries, tagRows } from "./arbitraries.ts";
import { createRankedTable, find, findIn, orderedTexts } from "./find.ts";
import { findNaively } from "./naive.ts";
import { createTagTable, tagList } from "./tags.ts";

function isInRegistryOrder(query: QueryInput): boolean {
  return parseQuery(tagList, query).isInRegistryOrder;
}

describe(`random queries find what a naive filter finds (seed ${seed})`, () => {
  test("all of it, in order", async () => {
    const property = fc.asyncProperty(tagRows, queries, async (rows, query) => {
      const expected = findNaively(rows, query, query.items).map(({ id }) => id);
      const [plain, ranked] = [
        createTagTable(rows, query.items),
        await createRankedTable(rows, query),
      ];
      for (const table of [plain, ranked]) {
        const found = await findIn(table, query);
        expect(found.positions.map((position) => rows[position]?.id)).toEqual(expected);
        expect(found).toMatchObject({
          totalCount: expected.length,
          hasNextPage: false,
          hasPreviousPage: false,
        });
      }
      // One table has compared strings, the other has ranked them, unless nothing has the identifier.
      const known = await Promise.all(
        orderedTexts(query).map((one) => "field" in one || isKnown(plain, one.identifier)),
      );
      expect(ranked.bytes > plain.bytes).toBe(known.includes(true));
    });
    await fc.assert(property, { seed, numRuns: runs(200) });
  });

  test("page by number, in any order", async () => {
    const places = fc.record({ offset: fc.nat(70), first: fc.nat(12) });
    let later = 0;
    const property = fc.asyncProperty(tagRows, queries, places, async (rows, query, place) => {
      const expected = findNaively(rows, query, query.items).map(({ id }) => id);
      const { offset, first } = place;
      const page = await find(rows, { ...query, ...place });
      const ids = page.positions.map((position) => rows[position]?.id);
      expect(ids).toEqual(expected.slice(offset, offset + first));
      expect(page).toMatchObject({
        totalCount: expected.length,
        hasPreviousPage: offset > 0 && expected.length > 0,
        hasNextPage: offset + first < expected.length,
      });
      if (offset > 0 && !isInRegistryOrder(query)) later += ids.length;
    });
    await fc.assert(property, { seed, numRuns: runs(150) });
    expect(later).toBeGreaterThan(20);
  });

  test("page by page, between any two cursors", async () => {
    const ends = fc.tuple(
      fc.oneof(fc.constant(0), fc.nat(60)),
      fc.nat(60),
      fc.nat(10),
      fc.boolean(),
      fc.boolean(),
    );
    const property = fc.asyncProperty(tagRows, queries, ends, async (rows, query, places) => {
      const [one, other, size, isForward, isRanked] = places;
      const all = await find(rows, query);
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      if (last >= all.positions.length || first === last) return;
      const place = (index: number, side: number) => {
        const position = all.positions[index] ?? 0;
        return isInRegistryOrder(query) ? position + side : all.cursorAt(index);
      };
      const table = isRanked
        ? await createRankedTable(rows, query)
        : createTagTable(rows, query.items);
      // Some ranges begin with the list.
      const from = first === 0 ? 0 : first + 1;
      const page = await findIn(table, {
        ...query,
        ...(isForward ? { first: size } : { last: size }),
        ...(first > 0 && { after: place(first, 1) }),
        before: place(last, 0),
      });
      const between = all.positions.slice(from, last);
      const expected = isForward ? between.slice(0, size) : between.slice(-size || between.length);
      expect(page.positions).toEqual(expected);
      const start = isForward ? from : last - expected.length;
      expect(page).toMatchObject({
        totalCount: all.totalCount,
        hasPreviousPage: start > 0,
        hasNextPage: start + expected.length < all.totalCount,
      });
    });
    await fc.assert(property, { seed, numRuns: runs(100) });
  });
});

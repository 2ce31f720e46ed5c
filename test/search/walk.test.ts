import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/search/query.ts";
import { seed } from "../connection/seed.ts";
import { queries, runs, tagFields, tagRows } from "./arbitraries.ts";
import { find, type TagQuery } from "./find.ts";
import { findNaively } from "./naive.ts";
import { type TagRow, tagList } from "./tags.ts";

type Fields = Omit<TagRow, "id">;

/** What happens to a list between two pages. Places are parts of its length. */
interface Move {
  readonly place: number;
  /** How many records go from there on. */
  readonly remove: number;
  /** Records that come there. */
  readonly insert: readonly Fields[];
  /** What the records from there on become. */
  readonly change: readonly Fields[];
}

interface Walk {
  readonly query: TagQuery;
  readonly size: number;
  readonly direction: "forward" | "backward";
  readonly moves: readonly Move[];
}

const walks: fc.Arbitrary<Walk> = fc.record({
  query: queries.map((query) => {
    const isOrdered = !parseQuery(tagList, query).isInRegistryOrder;
    return isOrdered ? query : { ...query, orderBy: [{ field: "name", direction: "DESC" }] };
  }),
  size: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom("forward", "backward"),
  moves: fc.array(
    fc.record({
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      remove: fc.nat(3),
      insert: fc.array(tagFields, { maxLength: 3 }),
      change: fc.array(tagFields, { maxLength: 2 }),
    }),
    { maxLength: 30 },
  ),
});

let made = 0;

/** A list after a move; a record that changes is another object. */
function moveOn(rows: readonly TagRow[], { place, remove, insert, change }: Move): TagRow[] {
  const start = Math.floor(place * rows.length);
  const fresh = insert.map((fields) => ({ ...fields, id: `new ${made++}` }));
  const stayed = rows.slice(start + remove).map((row, index) => {
    return index < change.length ? { ...change[index], id: row.id } : row;
  });
  return [...rows.slice(0, start), ...fresh, ...stayed];
}

describe(`over snapshots that change between any two pages (seed ${seed})`, () => {
  test("every record that stayed as it was and matches is seen once, in order", async () => {
    const property = fc.asyncProperty(tagRows, walks, async (rows, walk) => {
      const { query, size, direction, moves } = walk;
      const isForward = direction === "forward";
      let list = rows;
      let seen: readonly (string | undefined)[] = [];
      for (let cursor: string | undefined, page = 0; ; page++) {
        const from = isForward ? { first: size } : { last: size };
        const place = isForward ? { after: cursor } : { before: cursor };
        const found = await find(list, { ...query, ...from, ...(cursor ? place : {}) } as TagQuery);
        const ids = found.positions.map((position) => list[position]?.id);
        seen = isForward ? [...seen, ...ids] : [...ids, ...seen];
        if (!(isForward ? found.hasNextPage : found.hasPreviousPage)) break;
        expect(ids).toHaveLength(size);
        cursor = found.cursorAt(isForward ? ids.length - 1 : 0);
        const move = moves[page];
        if (move !== undefined) list = moveOn(list, move);
      }
      const stayed = rows.filter((row) => list.includes(row));
      const expected = findNaively(stayed, query, query.items ?? []).map(({ id }) => id);
      expect(seen.filter((id) => id !== undefined && expected.includes(id))).toEqual(expected);
    });
    await fc.assert(property, { seed, numRuns: runs(500) });
  });
});

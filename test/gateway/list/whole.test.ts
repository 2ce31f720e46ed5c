import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import { seed } from "../../support/seed.ts";
import { createIds, createModelList, type ModelOptions } from "./model-list.ts";
import { createMover, limits, type Moves, moves } from "./moving-list.ts";

interface Reading {
  readonly length: number;
  /** One row in this many cannot be read; 0 if all can. */
  readonly unreadable: number;
  readonly concurrency: number;
  readonly firstRows: number | undefined;
  readonly moves: Moves;
  readonly limits: ModelOptions;
  readonly turns: readonly number[];
}

function readings(moving: fc.Arbitrary<Moves>, minLimit: number): fc.Arbitrary<Reading> {
  return fc.record({
    length: fc.integer({ min: 0, max: 400 }),
    unreadable: fc.constantFrom(0, 0, 0, 10),
    // As used by connections, listings and snapshots.
    concurrency: fc.constantFrom(4, 6, 8),
    firstRows: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
    moves: moving,
    limits: limits(minLimit),
    turns: fc.array(fc.nat(8), { maxLength: 20 }),
  });
}

/** Reads a whole list while it moves. If it says that it is whole, each record that was there all along is there once, in order. */
async function check({ concurrency, firstRows, ...given }: Reading): Promise<"whole" | "not"> {
  const mover = createMover(given.moves);
  const ids = createIds(given.length);
  const rows = ids.map((id, index) => (index % given.unreadable === 1 ? null : id));
  const { afterCall } = mover;
  const list = createModelList(rows, { ...given.limits, turns: given.turns, afterCall });
  const run = await readWhole(list.source(), { concurrency, firstRows, maxReadings: 3 });
  expect(list.calls.length).toBeLessThan(1000);
  if (!run.isWhole) return "not";
  const stayed = rows.filter((id) => id !== null && !mover.removed.has(id));
  const expected = new Set(stayed);
  expect(run.rows.filter((id) => expected.has(id))).toEqual(stayed);
  return "whole";
}

describe(`a list that is read whole has each record that was there all along once, in order (seed ${seed})`, () => {
  test.each([
    ["nothing moves", fc.constant<Moves>([]), 8, 1],
    ["single records come and go between any two calls", moves(1, 1), 20, 0.99],
    ["whole neighbourhoods do, and pages have 60 rows or more", moves(25, 3), 60, 0.8],
    ["whole neighbourhoods do, and pages have 3 rows or more", moves(25, 3), 3, 0.6],
  ] as const)("while %s", async (_, moving, minLimit, share) => {
    const outcomes = { whole: 0, not: 0 };
    const property = fc.asyncProperty(readings(moving, minLimit), async (reading) => {
      outcomes[await check(reading)] += 1;
    });
    await fc.assert(property, { seed, numRuns: 2000 });
    expect(outcomes.whole).toBeGreaterThanOrEqual(2000 * share);
  });
});

describe("a list of 10,000 records", () => {
  const rows = createIds(10_000);

  test.each([
    [1000, 4, 12],
    [1000, 8, 12],
    [500, 8, 24],
    [100, 8, 126],
    [50, 8, 252],
    [12, 8, 1502],
  ])(
    "read in pages of at most %i, %i at a time, costs at most %i calls",
    async (maxLimit, concurrency, most) => {
      const list = createModelList(rows, { maxLimit });
      const run = await readWhole(list.source(), { concurrency, maxReadings: 1 });
      expect(run).toMatchObject({ rows, isWhole: true });
      expect(list.calls.length).toBeLessThanOrEqual(most);
    },
  );

  test.each([4, 8])("is read at most %i pages at a time", async (concurrency) => {
    const list = createModelList(rows, { maxLimit: 100 });
    let underWay = 0;
    let most = 0;
    const source = list.source();
    await readWhole(
      {
        ...source,
        maxLimit: 100,
        async fetchPage(request, look) {
          underWay += 1;
          most = Math.max(most, underWay);
          await new Promise(setImmediate);
          underWay -= 1;
          return source.fetchPage(request, look);
        },
      },
      { concurrency, maxReadings: 1 },
    );
    expect(most).toBe(concurrency);
  });

  test("is read no further than its reader wants", async () => {
    const list = createModelList(rows, { maxLimit: 100 });
    const wanted: number[] = [];
    const run = await readWhole(list.source(), {
      maxReadings: 1,
      concurrency: 4,
      firstRows: 30,
      wantsMore: (position) => {
        wanted.push(position);
        return position < 300;
      },
    });
    expect(list.calls[0]).toBe("30/1");
    expect(wanted[0]).toBe(30);
    expect(run.isStopped).toBe(true);
    expect(run.rows).toEqual(rows.slice(0, run.rows.length));
    expect(list.calls.length).toBeLessThanOrEqual(5);
  });

  test.each([
    ["smaller", 1000, 50],
    ["larger", 50, 1000],
  ])("is read whole even if its pages become %s on the way", async (_, before, after) => {
    let calls = 0;
    const list = createModelList(rows, {
      lie: (_page, { limit: asked, page }) => {
        calls += 1;
        const limit = Math.min(asked, calls > 6 ? after : before);
        const start = (page - 1) * limit;
        const pageCount = Math.ceil(rows.length / limit);
        return {
          rows: rows.slice(start, start + limit),
          limit,
          page,
          count: rows.length,
          pageCount,
        };
      },
    });
    const run = await readWhole(list.source(), { concurrency: 8, maxReadings: 1 });
    expect(run).toMatchObject({ rows, isWhole: true });
  });
});

test.each([
  ["an empty list", 0, 1],
  ["a list shorter than a page", 60, 1],
  ["a list of exactly one page", 1000, 2],
])("%s (%i records) costs %i calls", async (_, length, calls) => {
  const rows = createIds(length);
  const list = createModelList(rows);
  const run = await readWhole(list.source(), { concurrency: 4, maxReadings: 1 });
  expect(run).toMatchObject({ rows, isWhole: true });
  expect(list.calls).toHaveLength(calls);
});

test("a list whose last page is full, and which has no count, ends where the next page is missing", async () => {
  const rows = createIds(100);
  const list = createModelList(rows, {
    maxLimit: 10,
    lie: (page) => ({ ...page, count: null, pageCount: null, isMissing: page.rows.length === 0 }),
  });
  const read = await readWhole(list.source(), { concurrency: 8, maxReadings: 1 });
  expect(read).toMatchObject({ rows, isWhole: true });
});

test("an endless list is read as far as its reader wants", async () => {
  const list = createModelList([], {
    lie: (_, { limit, page }) => ({
      rows: Array.from({ length: limit }, (_row, index) => `${(page - 1) * limit + index}`),
      limit,
      page,
      count: null,
      pageCount: null,
    }),
  });
  const wantsMore = (end: number) => end < 50_000;
  const run = await readWhole(list.source(), { concurrency: 8, maxReadings: 1, wantsMore });
  expect(run.isStopped).toBe(true);
  expect(run.rows.length).toBeGreaterThanOrEqual(50_000);
});

describe("reading a list whole ends within a number of calls that its length bounds, whatever the registry sends", () => {
  /** In each of three readings: at most so many, a few more for each page, and one round that was under way. */
  const bound = (pages: number) => 3 * (128 + 16 * pages + 100);

  test("pages that stand one page too early", async () => {
    const ids = createIds(3000);
    const list = createModelList(ids, {
      lie: (page, { limit, page: number }) => ({
        ...page,
        rows: ids.slice(number * limit, (number + 1) * limit),
      }),
    });
    await readWhole(list.source(), { concurrency: 8, maxReadings: 3 });
    expect(list.calls.length).toBeLessThan(bound(3));
  });

  test("pages of any length that show any rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ length: fc.nat(60), from: fc.nat(600) }), { minLength: 1 }),
        fc.constantFrom(null, 600, 60_000),
        async (pages, count) => {
          const ids = createIds(700);
          let calls = 0;
          const list = createModelList([], {
            maxLimit: 60,
            lie: (_, { limit, page }) => {
              const { length, from } = pages[calls++ % pages.length] ?? { length: 0, from: 0 };
              const rows = ids.slice(from, from + Math.min(length, limit));
              return { rows, limit, page, count, pageCount: null };
            },
          });
          const wantsMore = (position: number) => position < 1000;
          const options = { concurrency: 8, maxReadings: 3, wantsMore };
          await readWhole(list.source(), options).catch(() => null);
          const longest = Math.max(...pages.map(({ length }) => length), 1);
          expect(list.calls.length).toBeLessThan(bound(Math.ceil(1000 / longest)));
        },
      ),
      { seed },
    );
  });
});

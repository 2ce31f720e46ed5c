import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page } from "../../../../src/gateway/call/page.ts";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { seed } from "../relay/seed.ts";
import { runs } from "../search/arbitraries.ts";
import { editsWithin, makeEdit } from "./edits.ts";
import { Contradiction, createIds, createModelList } from "./model-list.ts";

/** What an envelope is made from: the rows of its page and of the list, now and at first, and the number of the call. */
interface Counted {
  readonly rows: number;
  readonly length: number;
  readonly before: number;
  readonly call: number;
  readonly by: number;
}

/** The counts that are not the list's length. */
const counts = {
  "of the rows on the page": ({ rows }: Counted) => rows,
  constant: ({ by }: Counted) => by,
  "too large": ({ length, by }: Counted) => length + 1 + by,
  "too small": ({ length, by }: Counted) => Math.max(length - 1 - by, 0),
  "of an earlier time": ({ before, by }: Counted) => Math.max(before - by, 0),
  "another one on each page": ({ length, call, by }: Counted) => (length + call * by) % 97,
  "true on some pages": ({ length, call, by }: Counted) => (call % 2 ? length : by),
  "missing on some pages": ({ length, call, by }: Counted) => (call % 2 ? null : by + length - 2),
};

const cases = fc.record({
  length: fc.integer({ min: 0, max: 60 }),
  counted: fc.constantFrom(...(Object.keys(counts) as (keyof typeof counts)[])),
  by: fc.nat(20),
  pageCount: fc.constantFrom("by count", "true", "none"),
  readings: fc.integer({ min: 1, max: 3 }),
  edits: editsWithin(12, { minLength: 0 }),
});

test(`a list with an untrue count is whole only with every record that was there all along (rules 2 and 4, seed ${seed})`, async () => {
  const whole: Record<string, number> = {};
  const property = fc.asyncProperty(cases, async ({ length, counted, by, edits, ...shape }) => {
    const lasting = new Set(createIds(length));
    const lie = (page: Page<string | null>): Page<string | null> => {
      const now = page.count ?? 0;
      const call = list.calls.length;
      const count = counts[counted]({
        rows: page.rows.length,
        length: now,
        before: length,
        call,
        by,
      });
      const pages = (rows: number | null) =>
        rows === null ? null : Math.ceil(rows / (page.limit ?? 1));
      const pageCount =
        { "by count": pages(count), true: pages(now), none: null }[shape.pageCount] ?? null;
      return { ...page, count, pageCount };
    };
    const list = createModelList([...lasting], {
      maxLimit: 10,
      lie,
      afterCall: (moving) => makeEdit(edits, moving, lasting),
    });
    // What an earlier reading has learned is known to the later ones.
    for (let nth = 0; nth < shape.readings; nth += 1) {
      const before = new Set(lasting);
      const reading = readWhole(list.source(), { concurrency: 1, maxReadings: 3 });
      // Where the envelope contradicts the rows for ever, an error says so.
      const read = await reading.catch((error: unknown) => {
        if (error instanceof Contradiction) return null;
        throw error;
      });
      if (!read?.isWhole) continue;
      whole[counted] = (whole[counted] ?? 0) + 1;
      const there = [...before].filter((id) => lasting.has(id));
      expect(
        there.filter((id) => !read.rows.includes(id)),
        `reading ${nth}`,
      ).toEqual([]);
      expect(new Set(read.rows).size).toBe(read.rows.length);
    }
  });
  await fc.assert(property, { seed, numRuns: runs(3000) });
  for (const counted of Object.keys(counts))
    expect(whole[counted], counted).toBeGreaterThan(runs(3000) / 30);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "../../support/seed.ts";
import { createIds, createModelList, loadConnection, type ModelOptions } from "./model-list.ts";

const args = fc.record({
  from: fc.constantFrom("start" as const, "end" as const),
  size: fc.nat(40),
  after: fc.option(fc.nat(), { freq: 2 }),
  before: fc.option(fc.nat(), { freq: 2 }),
});

/** True counts, and counts of another list. */
const lies: fc.Arbitrary<ModelOptions> = fc.oneof(
  fc.constant<ModelOptions>({}),
  fc.nat(300).map<ModelOptions>((count) => ({
    lie: (page) => ({ ...page, count, pageCount: Math.ceil(count / (page.limit ?? 1)) }),
  })),
);

const limits: fc.Arbitrary<ModelOptions> = fc.oneof(
  fc.constant({}),
  fc.record({ clamp: fc.integer({ min: 8, max: 50 }) }),
  fc.record({ refuseAbove: fc.integer({ min: 8, max: 50 }) }),
  fc.record({ maxLimit: fc.integer({ min: 8, max: 50 }) }),
);

/** Lists in which each row has its own id, lists with unreadable rows, and lists whose ids repeat. */
const lists = fc.oneof(
  fc.nat(150).map((length) => createIds(length)),
  fc.array(fc.option(fc.integer({ min: 0, max: 1000 }).map(String), { freq: 5 }), {
    maxLength: 100,
  }),
  fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 }),
);

describe(`a page of a list that does not move (seed ${seed})`, () => {
  test("has the right rows, neighbours and count, whatever the limits and the envelope's count", async () => {
    const property = fc.asyncProperty(
      lists,
      args,
      limits,
      lies,
      async (rows, { after, before, ...given }, options, lie) => {
        const list = createModelList(rows, { ...options, ...lie });
        const all = await loadConnection(
          { from: "start", size: 1000, after: null, before: null },
          list.source(),
          { rows: true, pageInfo: true, totalCount: true },
        );
        const indexOf = (place: number | null) =>
          place === null || rows.length === 0 ? null : place % rows.length;
        const [a, b] = [indexOf(after), indexOf(before)];
        const connection = await loadConnection(
          {
            ...given,
            after: a === null ? null : all.cursorAt(a),
            before: b === null ? null : all.cursorAt(b),
          },
          list.source(),
          { rows: true, pageInfo: true, totalCount: true },
        );
        const start = a === null ? 0 : a + 1;
        const end = Math.max(start, b ?? rows.length);
        const from =
          given.from === "start" ? start : Math.max(start, (b ?? rows.length) - given.size);
        // With small limits, rows without their own id do not always show that two pages adjoin. A warning then says so.
        if (!haveOwnIds(rows) && all.warnings.length + connection.warnings.length > 0) return;
        expect([...all.warnings, ...connection.warnings]).toEqual([]);
        expect(all.rows).toEqual(rows);
        expect(connection.rows).toEqual(
          given.from === "start"
            ? rows.slice(start, Math.min(end, start + given.size))
            : rows.slice(from, b ?? rows.length),
        );
        expect(connection.totalCount).toBe(rows.length);
        if (connection.rows.length === 0) return;
        const first = given.from === "start" ? start : from;
        expect(connection.hasPreviousPage).toBe(first > 0);
        expect(connection.hasNextPage).toBe(first + connection.rows.length < rows.length);
      },
    );
    await fc.assert(property, { seed, numRuns: 5000 });
  });
});

/** Whether every row has its own id. */
function haveOwnIds(rows: readonly (string | null)[]): boolean {
  return !rows.includes(null) && new Set(rows).size === rows.length;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { readRun } from "../../../../src/gateway/list/pages/read-list.ts";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { PageReader } from "../../../../src/gateway/list/pages/reader.ts";
import { loadConnection } from "../../../../src/gateway/list/relay/connection.ts";
import { createIds, createModelList } from "./model-list.ts";

const options = { concurrency: 8, maxReadings: 3 };

test("one hidden row is not taken for a cut, whatever rows are asked for first (rules 1 and 7)", async () => {
  for (let size = 2; size <= 60; size += 1) {
    for (const back of [1, 2, 3]) {
      const hidden = size - back;
      const ids = createIds(300);
      const shown = ids.filter((_, position) => position !== hidden);
      const list = createModelList(ids, {
        maxLimit: 1000,
        lie: ({ rows, ...envelope }) => ({
          ...envelope,
          rows: rows.filter((row) => row !== ids[hidden]),
        }),
      });
      await readRun(new PageReader(list.source()), { start: 0, end: size }, options);
      list.calls.splice(0);
      const { rows, isWhole } = await readWhole(list.source(), options);
      const where = `${hidden} of ${size}`;
      expect({ where, rows, isWhole }).toEqual({ where, rows: shown, isWhole: true });
      expect(list.calls.length).toBeLessThanOrEqual(30);
    }
  }
});

test("a list that had rows is not empty because one page says so (rule 2)", async () => {
  const ids = createIds(500);
  let isEmpty = false;
  const list = createModelList(ids, {
    maxLimit: 1000,
    lie: (page) => {
      if (!isEmpty) return page;
      isEmpty = false;
      return { ...page, rows: [], count: 0, pageCount: 0 };
    },
  });
  await readWhole(list.source(), options);
  isEmpty = true;
  expect(await readWhole(list.source(), options)).toMatchObject({ rows: ids, isWhole: true });
  list.rows = [];
  expect(await readWhole(list.source(), options)).toMatchObject({ rows: [], isWhole: true });
});

test("two replicas that order equal records differently leave no list whole that lacks one (rule 2)", async () => {
  const ids = createIds(300);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), {
        minLength: 60,
        maxLength: 60,
      }),
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      async (orders, replicas) => {
        const other = orders.flatMap((order, group) =>
          order.map((at) => ids[5 * group + at] ?? ""),
        );
        const list = createModelList(ids, {
          maxLimit: 100,
          afterCall: (after) => {
            after.rows = replicas[after.calls.length % replicas.length] ? other : ids;
          },
        });
        const { rows, isWhole } = await readWhole(list.source(), options);
        if (isWhole) expect(new Set(rows).size).toBe(ids.length);
      },
    ),
    { numRuns: 500, seed: 1 },
  );
});

test("a page count that is not right, without a count, hides no row from a plain list's totalCount (rule 4)", async () => {
  for (const off of [1, -1, 2]) {
    for (let length = 0; length <= 130; length += 1) {
      const list = createModelList(createIds(length), {
        lie: ({ pageCount, ...page }) => ({
          ...page,
          count: null,
          pageCount: Math.max((pageCount ?? 0) + off, 0),
        }),
      });
      await readWhole(list.source(), options);
      const args = { from: "start", size: 0, after: null, before: null } as const;
      const needs = { rows: false, pageInfo: false, totalCount: true };
      const { totalCount } = await loadConnection(args, list.source(), needs);
      const shown = totalCount instanceof Error ? "an error" : totalCount;
      expect([
        { off, length, shown: length },
        { off, length, shown: "an error" },
      ]).toContainEqual({
        off,
        length,
        shown,
      });
    }
  }
});

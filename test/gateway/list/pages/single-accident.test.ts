import { expect, test } from "vitest";
import { readRun } from "../../../../src/gateway/list/pages/read-list.ts";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { PageReader } from "../../../../src/gateway/list/pages/reader.ts";
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
      expect(list.calls.length).toBeLessThanOrEqual(40);
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

test("replicas that order records differently, between two pages, leave no list whole that lacks one (rule 2)", async () => {
  const ids = createIds(300);
  for (let at = 90; at < 110; at += 1) {
    // Two records change places, in the second page only.
    const other = ids.with(at, ids[at + 1] ?? "").with(at + 1, ids[at] ?? "");
    const list = createModelList(ids, {
      maxLimit: 100,
      afterCall: (after) => {
        after.rows = after.calls.length === 1 ? other : ids;
      },
    });
    const { rows, isWhole } = await readWhole(list.source(), { ...options, concurrency: 1 });
    const isComplete = new Set(rows).size === ids.length;
    expect({ at, isTrue: !isWhole || isComplete }).toEqual({ at, isTrue: true });
  }
});

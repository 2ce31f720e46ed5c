import { describe, expect, test } from "vitest";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import type { Page, PageRequest } from "../../../src/registry-client/page.ts";
import { createIds, createModelList, type ModelList } from "./model-list.ts";
import { walkList } from "./walk-list.ts";

/** Past the end, this registry sends its last page once more, under the number asked for. */
function repeatLast(ids: readonly string[], { limit, page }: PageRequest) {
  const start = (Math.min(page, Math.max(Math.ceil(ids.length / limit), 1)) - 1) * limit;
  return ids.slice(start, start + limit);
}

function sendNothing(ids: readonly string[], { limit, page }: PageRequest) {
  return ids.slice((page - 1) * limit, page * limit);
}

/** A list whose registry states neither `count` nor `page_count`. */
function createCountless(
  ids: readonly string[],
  rowsOf: typeof repeatLast,
  maxLimit = 20,
): ModelList {
  const lie = (page: Page<string | null>, request: PageRequest) => {
    return { ...page, rows: rowsOf(ids, request), count: null, pageCount: null };
  };
  return createModelList(ids, { maxLimit, lie });
}

describe.each([
  ["is the last page again, with the number asked for", repeatLast],
  ["is empty", sendNothing],
])("if nothing is counted, and a page past the end %s", (_, rowsOf) => {
  // Of 20, 38, 54 and 95 rows, all those of the last page have been in the pages before it.
  test.each([0, 1, 19, 20, 21, 38, 40, 45, 54, 95])("%i rows are read whole", async (length) => {
    const ids = createIds(length);
    const list = createCountless(ids, rowsOf);
    const run = await readWhole(list.source(), { concurrency: 8, maxReadings: 1 });
    expect(run).toMatchObject({ rows: ids, isWhole: true });
    expect(list.calls.length).toBeLessThanOrEqual(3 + Math.ceil(length / 15));
  });

  test("a list is read whole with one row a page", async () => {
    const ids = createIds(4);
    const list = createCountless(ids, rowsOf, 1);
    const run = await readWhole(list.source(), { concurrency: 8, maxReadings: 1 });
    expect(run).toMatchObject({ rows: ids, isWhole: true });
  });

  test.each(["forward", "backward"] as const)("45 rows are walked %s", async (direction) => {
    const ids = createIds(45);
    for (const size of [1, 7, 15, 20, 25, 45, 50]) {
      const walk = await walkList(createCountless(ids, rowsOf), { size, direction });
      expect(walk).toMatchObject({ ids, hasDrifted: false });
    }
  });
});

import { expect, test } from "vitest";
import { loadConnection } from "../../../../src/gateway/list/relay/connection.ts";
import { createIds, createModelList, type ModelList } from "./model-list.ts";

function loadPage(list: ModelList, size: number, after: string | null = null) {
  const args = { from: "start", size, after, before: null } as const;
  const needs = { rows: true, pageInfo: true, totalCount: false };
  return loadConnection(args, list.source(), needs);
}

test("a page up to the end of a list that shrinks meanwhile lacks no row in silence, although the count is another list's (rule 5)", async () => {
  for (let call = 1; call <= 16; call += 1) {
    for (let at = 20; at <= 30; at += 1) {
      const list = createModelList(createIds(40), {
        maxLimit: 10,
        lie: (page) => ({ ...page, count: 1, pageCount: 1 }),
        afterCall: ({ calls, rows }) => {
          if (calls.length === call) rows.splice(at, 9);
        },
      });
      const { rows, hasNextPage, warnings } = await loadPage(list, 63);
      if (warnings.length > 0 || hasNextPage) continue;
      const missing = list.rows.filter((id) => !rows.includes(id));
      expect({ call, at, missing }).toEqual({ call, at, missing: [] });
    }
  }
});

test("a walk ends, with a warning, where a registry repeats an unreadable last row for ever (rule 6)", async () => {
  const ids = [...createIds(30), null];
  for (const size of [3, 10, 25]) {
    const list = createModelList(ids, {
      maxLimit: 10,
      lie: (page, { limit }) => {
        const lastPage = ids.slice(Math.floor((ids.length - 1) / limit) * limit);
        const rows = page.rows.length === 0 ? lastPage : page.rows;
        return { ...page, rows, count: ids.length + 1, pageCount: null };
      },
    });
    let [hasMore, hasWarned, after] = [true, false, null as string | null];
    const walked: (string | null)[] = [];
    while (hasMore && walked.length <= 3 * ids.length) {
      const page = await loadPage(list, size, after);
      walked.push(...page.rows);
      hasMore = page.hasNextPage;
      hasWarned ||= page.warnings.length > 0;
      after = page.cursorAt(page.rows.length - 1);
    }
    expect({ hasMore, hasWarned }).toEqual({ hasMore: false, hasWarned: true });
    expect(walked.slice(0, ids.length)).toEqual(ids);
  }
});

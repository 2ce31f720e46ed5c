import { describe, expect, test } from "vitest";
import type { Page, PageRequest } from "../../../../src/gateway/call/page.ts";
import { loadConnection } from "../../../../src/gateway/list/relay/connection.ts";
import {
  Contradiction,
  createIds,
  createModelList,
  type ModelList,
  type ModelOptions,
} from "../pages/model-list.ts";
import { type WalkReport, walkList } from "./walk-list.ts";

type Lie = NonNullable<ModelOptions["lie"]>;

const rows = createIds(230);

/** A registry that serves these rows in a true envelope, or in one with these changes. */
function serving(
  serve: (request: PageRequest) => readonly string[],
  changes: Partial<Page<string>> = {},
): Lie {
  return (page, request) => ({ ...page, rows: serve(request), ...changes });
}

function cut(limit: number, page: number): readonly string[] {
  return rows.slice((page - 1) * limit, page * limit);
}

/** Lies that do not hide the right rows. */
const lies: Readonly<Record<string, Lie>> = {
  "no rows, although there are some": serving(() => []),
  "the last page instead of one past the end, under the requested number": (
    page,
    { limit, page: number },
  ) => ({ ...page, rows: cut(limit, Math.min(number, Math.ceil(230 / limit))) }),
  "the last page instead of one past the end": (page, { limit, page: number }) => {
    const last = Math.ceil(230 / limit);
    return number > last ? { ...page, rows: cut(limit, last), page: last } : page;
  },
  "at least 20 rows a page, and says so": (_, { limit, page }) => {
    const least = Math.max(limit, 20);
    return {
      rows: cut(least, page),
      limit: least,
      page,
      count: 230,
      pageCount: Math.ceil(230 / least),
    };
  },
  "the count of a longer list": (page) => ({
    ...page,
    count: 5000,
    pageCount: Math.ceil(5000 / (page.limit ?? 1)),
  }),
  "the count of a shorter list": (page) => ({
    ...page,
    count: 12,
    pageCount: Math.ceil(12 / (page.limit ?? 1)),
  }),
  "a count of nothing": (page) => ({ ...page, count: 0, pageCount: 0 }),
  "the page's own rows as the count": (page) => ({
    ...page,
    count: page.rows.length,
    pageCount: 1,
  }),
  "a count of 10^15": (page) => ({ ...page, count: 1e15, pageCount: 1e15 }),
  "a negative count": (page) => ({ ...page, count: -1 }),
  "a count that is not a whole number": (page) => ({ ...page, count: 229.5 }),
  "a page_count of 10^15": (page) => ({ ...page, pageCount: 1e15 }),
  "a page_count one too large": (page) => ({ ...page, pageCount: (page.pageCount ?? 0) + 1 }),
  "a page_count one too small": (page) => ({ ...page, pageCount: (page.pageCount ?? 0) - 1 }),
  "no count": (page) => ({ ...page, count: null, pageCount: null }),
  "an envelope that cannot be read": (page) => ({
    rows: page.rows,
    limit: null,
    page: null,
    count: null,
    pageCount: null,
  }),
  "a limit of 0": (page) => ({ ...page, limit: 0 }),
  "a negative limit": (page) => ({ ...page, limit: -5 }),
  "page 0": (page) => ({ ...page, page: 0 }),
  "the default limit, whatever limit was requested": (page) => ({ ...page, limit: 1000 }),
  "the requested limit, although pages are cut to 50": serving(({ limit, page }) =>
    cut(Math.min(limit, 50), page),
  ),
  "the requested limit, although pages are cut to 7": serving(({ limit, page }) =>
    cut(Math.min(limit, 7), page),
  ),
  "the requested limit and no count, although pages are cut to 50": serving(
    ({ limit, page }) => cut(Math.min(limit, 50), page),
    { count: null, pageCount: null },
  ),
  "one row beyond the limit": serving(({ limit, page }) =>
    rows.slice((page - 1) * limit, page * limit + 1),
  ),
  "all rows, whatever the limit": serving(({ page }) => (page === 1 ? rows : [])),
};

/** Lies that can hide the right rows. An error or `PAGE_DRIFT` must then say so. */
const contradictions: Readonly<Record<string, Lie>> = {
  "pages of 100, whatever the limit": serving(({ page }) => cut(100, page)),
  "pages of 100, whatever the limit, and says so": (_, { page }) => ({
    rows: cut(100, page),
    limit: 100,
    page,
    count: 230,
    pageCount: 3,
  }),
  "the first page for every page": serving(({ limit }) => cut(limit, 1)),
  "the first page for every page, and says so": serving(({ limit }) => cut(limit, 1), { page: 1 }),
  "a different page from the requested one": (page) => ({ ...page, page: (page.page ?? 1) + 2 }),
};

const walks = [
  ["forward", 10],
  ["forward", 100],
  ["forward", 230],
  ["backward", 10],
  ["backward", 100],
] as const;

async function countRows(list: ModelList): Promise<number | Error | null> {
  const args = { from: "start", size: 100, after: null, before: null } as const;
  const needs = { rows: false, pageInfo: false, totalCount: true };
  return (await loadConnection(args, list.source(), needs)).totalCount;
}

describe.each(Object.entries(lies))("a registry that sends %s", (name, lie) => {
  const expected = name === "no rows, although there are some" ? [] : rows;

  test.each(walks)("yields right pages %s by %i", async (direction, size) => {
    const list = createModelList(rows, { lie });
    const { ids, hasDrifted } = await walkList(list, { size, direction });
    expect(ids).toEqual(expected);
    expect(hasDrifted).toBe(false);
    expect(list.calls.length).toBeLessThanOrEqual(160);
  });

  test("yields the right count, also the second time", async () => {
    const list = createModelList(rows, { lie });
    expect(await countRows(list)).toBe(expected.length);
    expect(await countRows(list)).toBe(expected.length);
    expect(list.calls.length).toBeLessThanOrEqual(74);
  });
});

describe.each(Object.entries(contradictions))("a registry that sends %s", (_, lie) => {
  test.each(walks)(
    "yields right pages, a warning or an error %s by %i",
    async (direction, size) => {
      const list = createModelList(rows, { lie });
      const outcome = await walkList(list, { size, direction }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Contradiction);
      else expect(outcome).toSatisfy(isRightOrWarned);
      expect(list.calls.length).toBeLessThanOrEqual(260);
    },
  );

  test("yields the right count or an error", async () => {
    const list = createModelList(rows, { lie });
    const count = await countRows(list);
    if (count instanceof Error) expect(count).toBeInstanceOf(Contradiction);
    else expect(count).toBe(rows.length);
    expect(list.calls.length).toBeLessThanOrEqual(160);
  });
});

function isRightOrWarned({ ids, hasDrifted }: WalkReport): boolean {
  return hasDrifted || (ids.length === rows.length && ids.every((id, index) => id === rows[index]));
}

test("a count is an error rather than a position, where a first row is hidden and more rows are counted than there are (rule 4)", async () => {
  const list = createModelList(createIds(9), {
    maxLimit: 1,
    lie: (page) => ({
      ...page,
      rows: page.rows.filter((row) => row !== "id-1"),
      count: 11,
      pageCount: 11,
    }),
  });
  const { totalCount } = await loadConnection(
    { from: "start", size: 10, after: null, before: null },
    list.source(),
    { rows: false, pageInfo: false, totalCount: true },
  );
  expect(totalCount).toBeInstanceOf(Contradiction);
});

test("a row that is hidden ahead of the page that shows a list's end is not counted, even without a count (rule 4)", async () => {
  const list = createModelList(createIds(12), {
    maxLimit: 5,
    lie: (page) => ({
      ...page,
      rows: page.rows.filter((row) => row !== "id-2"),
      count: null,
      pageCount: null,
    }),
  });
  const needs = { rows: false, pageInfo: false, totalCount: true };
  const args = { from: "start", size: 3, after: null, before: null } as const;
  await loadConnection(args, list.source(), { ...needs, rows: true, totalCount: false });
  const { totalCount } = await loadConnection(args, list.source(), needs);
  expect(totalCount).toBe(11);
});

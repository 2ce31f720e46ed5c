import { describe, expect, test } from "vitest";
import type { RawConnectionArguments } from "../../../src/gateway/list/arguments.ts";
import type { NamedSource } from "../../../src/gateway/list/list.ts";
import type { ConnectionNeeds } from "../../../src/gateway/list/reading/page.ts";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import type { Edit } from "../../lists/model/list.ts";
import {
  clampTo,
  createIds,
  loadConnection,
  type ServedList,
  serveList,
  walkList,
} from "./model-source.ts";

const rows = createIds(10_000);
const everything = { rows: true, pageInfo: true, totalCount: true };
const nodes = { rows: true };
const pageInfo = { rows: true, pageInfo: true };
const count = { totalCount: true };
const refusing = { refusal: { above: 1000, status: 400 }, maxLimit: 2000 } as const;
const to50 = { clamp: clampTo(50) };

test.each<["start" | "end", number, string, Parameters<typeof serveList>[1], number, number]>([
  ["start", 100, "usual", {}, 1, 100],
  ["end", 100, "usual", {}, 1, 101],
  ["start", 1000, "usual", {}, 2, 20],
  ["end", 1000, "usual", {}, 2, 21],
  ["start", 100, "refused above 1,000", refusing, 1, 100],
  ["start", 1000, "refused above 1,000", refusing, 2, 21],
  ["start", 100, "clamped to 50", to50, 3, 300],
  ["start", 1000, "clamped to 50", to50, 26, 250],
  ["end", 1000, "clamped to 50", to50, 26, 251],
])(
  "a walk from the %s by %i over 10,000 records, %s, costs so many calls for a page after the first, and for all",
  async (from, size, _, options, perPage, inTotal) => {
    const served = serveList(rows, options);
    const { ids, hasDrifted, calls } = await walkList(served, { size, from });
    expect([ids, hasDrifted]).toEqual([rows, false]);
    expect([Math.max(...calls.slice(1)), served.calls.length]).toEqual([perPage, inTotal]);
  },
);

test.each<[string, number, RawConnectionArguments, Partial<ConnectionNeeds>, readonly string[]]>([
  ["nothing when nothing is selected", 10_000, {}, {}, []],
  ["nothing when no rows are requested", 10_000, { first: 0 }, nodes, []],
  ["exactly the rows when only rows are selected", 10_000, { first: 100 }, nodes, ["100/1"]],
  ["exactly the rows, up to the largest page", 10_000, { first: 1000 }, nodes, ["1000/1"]],
  ["a few more rows for cursors", 10_000, { first: 100 }, pageInfo, ["104/1"]],
  ["one more row to see whether more follow", 10_000, { first: 999 }, pageInfo, ["1000/1"]],
  [
    "a second call to see that, past the largest page",
    10_000,
    { first: 1000 },
    pageInfo,
    ["1000/1", "9/112"],
  ],
  ["the end, while the count is unknown", 10_000, { last: 50 }, pageInfo, ["54/1", "61/164"]],
  ["the end, while the count is unconfirmed", 10_000, { first: 100 }, count, ["5/1", "9/1112"]],
  [
    "no call for the count when the rows show the list's end",
    50,
    {},
    { ...nodes, ...count },
    ["100/1"],
  ],
])("one page costs %s", async (_, length, given, needs, expected) => {
  const { calls, totalCount } = await serveList(createIds(length)).load(given, needs);
  expect(calls).toEqual(expected);
  if (needs.totalCount) expect(totalCount).toBe(length);
});

test.each<
  [
    string,
    number,
    RawConnectionArguments,
    RawConnectionArguments,
    Partial<ConnectionNeeds>,
    readonly string[],
  ]
>([
  ["one call for the end", 10_000, { first: 1 }, { last: 50 }, pageInfo, ["61/164"]],
  ["one small call for the count", 10_000, {}, {}, count, ["1/1"]],
  ["one for that of a list of one row", 1, {}, {}, count, ["2/1"]],
  [
    "no call for the count next to rows",
    10_000,
    {},
    { first: 10 },
    { ...nodes, ...count },
    ["10/1"],
  ],
])("once the end has shown the count, %s", async (_, length, before, given, needs, expected) => {
  const served = serveList(createIds(length));
  await served.load(before, { ...needs, ...count });
  expect((await served.load(given, needs)).calls).toEqual(expected);
});

test("nothing is read again when one request asks for the same window again", async () => {
  const served = serveList(rows);
  const source = served.source();
  const args = { from: "start", size: 100, after: null, before: null } as const;
  const needs = { ...everything, totalCount: false };
  await Promise.all([loadConnection(args, source, needs), loadConnection(args, source, needs)]);
  expect(served.calls).toEqual(["104/1"]);
});

test("a window larger than the registry's pages costs at most a quarter more calls than its rows need, plus two", async () => {
  for (const clamp of [64, 99, 999]) {
    const served = serveList(rows, { clamp: clampTo(clamp) });
    for (const first of [clamp, clamp + 1, 1000]) {
      expect((await served.load({ first: 1 })).calls.length).toBeLessThanOrEqual(2);
      const page = await served.load({ first });
      const next = await served.load({ first, after: page.cursorAt(first - 1) });
      expect([page.rows, next.rows]).toEqual([rows.slice(0, first), rows.slice(first, 2 * first)]);
      const most = Math.ceil((1.25 * first) / clamp) + 2;
      expect(page.calls.length, `${first} in ${clamp}`).toBeLessThanOrEqual(most);
      expect(next.calls.length, `next ${first} in ${clamp}`).toBeLessThanOrEqual(most);
    }
  }
});

describe("an offset", () => {
  // A page of so few rows rarely shows the last row and the end behind it.
  test.each<[number | null, number]>([
    [null, 2],
    [50, 2],
    [9, 2],
    [3, 7],
    [1, 7],
  ])(
    "past the end, where a page has at most %s rows, costs %i calls at most, and the count is exact",
    async (clamp, most) => {
      const lengths = clamp === null ? [0, 1, 999, 1000, 1001] : [0, 1, 99, 100];
      for (const pastEnd of ["empty", 404, "last page"] as const) {
        for (const length of lengths) {
          const rules = { pastEnd, ...(clamp && { clamp: clampTo(clamp) }) };
          const served = serveList(createIds(length), rules);
          for (const beyond of [1, 5, 100_000]) {
            const page = await served.load({ offset: length + beyond, first: 20 }, everything);
            expect(page).toMatchObject({
              rows: [],
              totalCount: length,
              hasNextPage: false,
              warnings: [],
            });
            expect(page.hasPreviousPage).toBe(length > 0);
            expect(page.calls.length, `${length}, ${beyond}, ${pastEnd}`).toBeLessThanOrEqual(most);
          }
        }
      }
    },
  );

  test("costs as few calls as a page by cursor at the same place", async () => {
    const refusal = { above: 300, status: 400 } as const;
    for (const options of [{}, to50, { refusal, maxLimit: 300 }]) {
      for (const first of [1, 996]) {
        for (const offset of [1, 3000]) {
          const [byCursor, byOffset] = [serveList(rows, options), serveList(rows, options)];
          const start = await byCursor.load({ first: 1, offset: offset - 1 });
          const cursorPage = await byCursor.load({ first, after: start.cursorAt(0) });
          await byOffset.load({ first: 1, offset: offset - 1 });
          const offsetPage = await byOffset.load({ first, offset });
          expect(offsetPage.rows).toEqual(rows.slice(offset, offset + first));
          const about = `${JSON.stringify(options)}, ${first} at ${offset}`;
          expect(offsetPage.calls.length, about).toBeLessThanOrEqual(cursorPage.calls.length);
        }
      }
    }
  });

  test.each([
    ["every tenth is hidden", (index: number) => index % 10 === 3],
    ["one is hidden, on a page that was read before", (index: number) => index === 33],
  ])("counts rows, not positions, where %s", async (_, hides) => {
    const all = createIds(300);
    const shown = all.filter((_row, index) => !hides(index));
    const served = serveList(all, { clamp: clampTo(40), hides });
    for (const offset of [30, 40, 120, 265]) {
      const page = await served.load({ offset, first: 10 });
      expect(page.rows).toEqual(shown.slice(offset, offset + 10));
      expect(page.hasNextPage).toBe(offset + 10 < shown.length);
    }
  });
});

/** A source that tells how many of its pages are under way at the same time, at most. */
function watch(source: NamedSource<string | null>, maxLimit: number) {
  const seen = { underWay: 0, most: 0 };
  const slow: NamedSource<string | null> = {
    ...source,
    maxLimit,
    async fetchPage(request, look) {
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      await new Promise(setImmediate);
      seen.underWay -= 1;
      return source.fetchPage(request, look);
    },
  };
  return { slow, seen };
}

test("pages are read by six calls at a time, and a list that is read whole by as many as it is told", async () => {
  const served = serveList(rows, to50);
  await served.load({ first: 1 });
  const page = watch(served.source(), 50);
  const args = { from: "start", size: 1000, after: null, before: null } as const;
  const needs = { rows: true, pageInfo: false, totalCount: false };
  expect((await loadConnection(args, page.slow, needs)).rows).toEqual(rows.slice(0, 1000));
  expect(page.seen.most).toBe(6);
  for (const concurrency of [4, 8]) {
    const whole = watch(serveList(rows).source(), 100);
    await readWhole(whole.slow, { concurrency, maxReadings: 1 });
    expect(whole.seen.most).toBe(concurrency);
  }
});

describe("reading a list whole", () => {
  const uncounted = { envelope: { count: "none", pageCount: false, lag: 1 } } as const;
  const repeating = { ...uncounted, pastEnd: "last page, number asked for" } as const;

  test.each<[string, number, Parameters<typeof serveList>[1], number]>([
    ["an empty list", 0, {}, 1],
    ["a list shorter than a page", 60, {}, 1],
    ["a list of exactly one page", 1000, {}, 2],
    ["in pages of 1,000", 10_000, {}, 12],
    ["in pages of 500", 10_000, { maxLimit: 500 }, 24],
    ["in pages of 50", 10_000, { maxLimit: 50 }, 252],
    ["in pages that become smaller on the way", 10_000, { clamp: clampTo(1000, 50) }, 252],
    ["in pages that become larger on the way", 10_000, { clamp: clampTo(50, 1000) }, 252],
    [
      "that ends where the next page is missing",
      100,
      { ...uncounted, maxLimit: 10, pastEnd: 404 },
      20,
    ],
    // Of 20, 38, 54 and 95 rows, all those of the last page have been in the pages before it.
    ...[uncounted, repeating].flatMap((rules) =>
      [0, 1, 19, 20, 21, 38, 45, 54, 95].map(
        (length): [string, number, Parameters<typeof serveList>[1], number] => [
          rules === repeating ? "with its last page again past the end" : "without a count",
          length,
          { ...rules, maxLimit: 20 },
          3 + Math.ceil(length / 15),
        ],
      ),
    ),
    ["without a count, one row a page", 4, { ...repeating, maxLimit: 1 }, 8],
  ])("%s (%i records) costs at most so many calls", async (_, length, options, most) => {
    const served = serveList(createIds(length), options);
    const read = await readWhole(served.source(), { concurrency: 8, maxReadings: 1 });
    expect(read).toMatchObject({ rows: createIds(length), isWhole: true });
    expect(served.calls.length).toBeLessThanOrEqual(most);
  });

  test("ends where its reader wants, even without a count", async () => {
    const served = serveList(rows, { ...uncounted, maxLimit: 100 });
    const wanted: number[] = [];
    const wantsMore = (position: number) => wanted.push(position) > 0 && position < 300;
    const options = { concurrency: 4, firstRows: 30, maxReadings: 1, wantsMore };
    const read = await readWhole(served.source(), options);
    expect([served.calls[0], wanted[0], read.isStopped]).toEqual(["30/1", 30, true]);
    expect(read.rows).toEqual(rows.slice(0, read.rows.length));
    expect(served.calls.length).toBeLessThanOrEqual(5);
  });

  test.each(["start", "end"] as const)(
    "is not needed to walk such a list from the %s",
    async (from) => {
      for (const rules of [uncounted, repeating]) {
        for (const size of [1, 7, 15, 20, 25, 45, 50]) {
          const served = serveList(createIds(45), { ...rules, maxLimit: 20 });
          const walk = await walkList(served, { size, from });
          expect(walk).toMatchObject({ ids: createIds(45), hasDrifted: false });
        }
      }
    },
  );
});

describe("a cursor whose place has moved", () => {
  const edit = ({ list }: ServedList, kind: Edit["kind"], at: number, many = 1) =>
    list.apply(
      { kind, at: at / list.rows.length, to: 1, many: (many + 0.5) / list.rows.length },
      "insertion",
    );

  test.each<[string, (served: ServedList) => void, number, number]>([
    ["its own record was removed", (served) => edit(served, "remove", 2999), 3000, 1],
    [
      "it and three on either side were removed",
      (served) => edit(served, "remove", 2996, 7),
      3003,
      1,
    ],
    ["records were added around it", (served) => edit(served, "add", 2990, 3), 3000, 1],
    ["a few hundred were removed ahead of it", (served) => edit(served, "remove", 0, 400), 3000, 2],
    ["ten thousand were added ahead of it", (served) => edit(served, "add", 0, 10_000), 3000, 2],
  ])("costs little when %s", async (_, move, from, most) => {
    const served = serveList(rows);
    const after = (await served.load({ first: 3000 })).cursorAt(2999);
    move(served);
    const { rows: next, warnings, calls } = await served.load({ first: 100, after });
    expect([next, warnings]).toEqual([rows.slice(from, from + 100), []]);
    expect(calls.length).toBeLessThanOrEqual(most);
  });

  test("is reported as lost, after a bounded search, when its whole neighbourhood was removed", async () => {
    const served = serveList(rows);
    const after = (await served.load({ first: 3000 })).cursorAt(2999);
    edit(served, "remove", 2900, 200);
    const { rows: next, warnings, calls } = await served.load({ first: 100, after });
    expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
    expect(calls.length).toBeLessThanOrEqual(20);
    // It is better to repeat a record than to skip one.
    expect(rows.indexOf(next[0] ?? "")).toBeLessThanOrEqual(3100);
  });
});

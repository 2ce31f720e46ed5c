import { describe, expect, test } from "vitest";
import {
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";
import type { NamedSource } from "../../../src/gateway/list/list.ts";
import type { ConnectionNeeds } from "../../../src/gateway/list/reading/page.ts";
import { createIds, createModelList, loadConnection, type ModelList } from "./model-list.ts";
import { walkList } from "./walk-list.ts";

const rows = createIds(10_000);
const nothing: ConnectionNeeds = { rows: false, pageInfo: false, totalCount: false };
const everything = { rows: true, pageInfo: true };
const refusing = { refuseAbove: 1000, maxLimit: 2000 };
const sizes = { defaultSize: 100, maxSize: 100_000 };

async function load(
  list: ModelList,
  given: RawConnectionArguments,
  needs: Partial<ConnectionNeeds> = everything,
) {
  const args = parseConnectionArguments(given, sizes);
  const before = list.calls.length;
  const connection = await loadConnection(args, list.source(), { ...nothing, ...needs });
  return { connection, calls: list.calls.slice(before) };
}

const forward = { direction: "forward" } as const;
const backward = { direction: "backward" } as const;

describe("a walk over 10,000 records costs", () => {
  test.each([
    ["forward by 100", { size: 100, ...forward }, {}, 1, 100],
    ["backward by 100", { size: 100, ...backward }, {}, 1, 101],
    ["forward by 1,000", { size: 1000, ...forward }, {}, 2, 20],
    ["backward by 1,000", { size: 1000, ...backward }, {}, 2, 21],
    ["forward by 100, refused above 1,000", { size: 100, ...forward }, refusing, 1, 100],
    ["forward by 1,000, refused above 1,000", { size: 1000, ...forward }, refusing, 2, 21],
    ["forward by 100, clamped to 50", { size: 100, ...forward }, { clamp: 50 }, 3, 300],
    ["forward by 1,000, clamped to 50", { size: 1000, ...forward }, { clamp: 50 }, 26, 250],
    ["backward by 1,000, clamped to 50", { size: 1000, ...backward }, { clamp: 50 }, 26, 251],
  ])(
    "%s: exactly the calls stated for a page after the first, and for all",
    async (_, plan, options, perPage, inTotal) => {
      const list = createModelList(rows, options);
      const { ids, hasDrifted, calls } = await walkList(list, plan);
      const most = Math.max(...calls.slice(1));
      expect(ids).toEqual(rows);
      expect(hasDrifted).toBe(false);
      expect({ most, all: list.calls.length }).toEqual({ most: perPage, all: inTotal });
    },
  );
});

describe("one page costs", () => {
  const nodes = { rows: true };
  const count = { totalCount: true };

  test.each([
    ["nothing when nothing is selected", {}, {}, []],
    ["nothing when no rows are requested", { first: 0 }, nodes, []],
    ["exactly the rows when only rows are selected", { first: 100 }, nodes, ["100/1"]],
    ["exactly the rows, up to the largest page", { first: 1000 }, nodes, ["1000/1"]],
    ["a few more rows for cursors", { first: 100 }, everything, ["104/1"]],
    ["one more row to see whether more follow", { first: 999 }, everything, ["1000/1"]],
    [
      "a second call to see that, past the largest page",
      { first: 1000 },
      everything,
      ["1000/1", "9/112"],
    ],
    ["the end, while the count is unknown", { last: 50 }, everything, ["54/1", "61/164"]],
    ["the end, while the count is unconfirmed", { first: 100 }, count, ["5/1", "9/1112"]],
  ])("%s", async (_, given, needs, expected) => {
    const { calls } = await load(createModelList(rows), given, needs);
    expect(calls).toEqual(expected);
  });

  test("one call for the end once the count is known", async () => {
    const list = createModelList(rows);
    await load(list, { first: 1 });
    const { connection, calls } = await load(list, { last: 50 });
    expect(connection.rows).toEqual(rows.slice(-50));
    expect(calls).toHaveLength(1);
  });

  test("one small call for the count once the list's end has confirmed it", async () => {
    const list = createModelList(rows);
    await load(list, {}, count);
    const { connection, calls } = await load(list, {}, count);
    expect(connection.totalCount).toBe(10_000);
    expect(calls).toEqual(["1/1"]);
  });

  test("one small call for the count of a list of one row as well", async () => {
    const list = createModelList(rows.slice(0, 1));
    await load(list, {}, count);
    const { connection, calls } = await load(list, {}, count);
    expect(connection.totalCount).toBe(1);
    expect(calls).toEqual(["2/1"]);
  });

  test("no call for the count next to rows, once it is confirmed", async () => {
    const list = createModelList(rows);
    await load(list, {}, count);
    const { connection, calls } = await load(list, { first: 10 }, { ...nodes, ...count });
    expect(connection.totalCount).toBe(10_000);
    expect(calls).toEqual(["10/1"]);
  });

  test("no call for the count when the rows show the list's end", async () => {
    const { connection, calls } = await load(
      createModelList(rows.slice(0, 50)),
      {},
      { ...nodes, ...count },
    );
    expect(connection.totalCount).toBe(50);
    expect(calls).toEqual(["100/1"]);
  });

  test("one call for the largest page after a cursor that knows what follows it", async () => {
    const list = createModelList(rows);
    const { connection } = await load(list, { first: 100 });
    const after = connection.cursorAt(99);
    const { connection: next, calls } = await load(list, { first: 900, after }, nodes);
    expect(next.rows).toEqual(rows.slice(100, 1000));
    expect(calls).toHaveLength(1);
  });

  test("nothing when one request asks for the same window again", async () => {
    const list = createModelList(rows);
    const source = list.source();
    const args = parseConnectionArguments({ first: 100 }, sizes);
    const needs = { ...nothing, ...everything };
    await Promise.all([loadConnection(args, source, needs), loadConnection(args, source, needs)]);
    expect(list.calls).toEqual(["104/1"]);
  });
});

describe("a window larger than the registry's pages", () => {
  test("costs at most a quarter more calls than its rows need, plus two, with pages of 40 rows or more", async () => {
    for (const clamp of [40, 50, 64, 99, 100, 128, 250, 500, 999]) {
      const list = createModelList(rows, { clamp });
      for (const first of [clamp, clamp + 1, 3 * clamp, 1000, 5000]) {
        const start = await load(list, { first: 1 });
        const { connection, calls } = await load(list, { first });
        const after = connection.cursorAt(first - 1);
        const next = await load(list, { first, after });
        const most = Math.ceil((1.25 * first) / clamp) + 2;
        expect(connection.rows).toEqual(rows.slice(0, first));
        expect(next.connection.rows).toEqual(rows.slice(first, 2 * first));
        expect(calls.length, `first ${first} in ${clamp}`).toBeLessThanOrEqual(most);
        expect(next.calls.length, `next ${first} in ${clamp}`).toBeLessThanOrEqual(most);
        expect(start.calls.length).toBeLessThanOrEqual(2);
      }
    }
  });

  test("is read by six calls at a time, and never by more", async () => {
    const list = createModelList(rows, { clamp: 50 });
    await load(list, { first: 1 });
    const source = list.source();
    let underWay = 0;
    let most = 0;
    const slow: NamedSource<string | null> = {
      ...source,
      maxLimit: 50,
      async fetchPage(request, look) {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        return source.fetchPage(request, look);
      },
    };
    const args = parseConnectionArguments({ first: 1000 }, sizes);
    const { rows: page } = await loadConnection(args, slow, { ...nothing, rows: true });
    expect(page).toEqual(rows.slice(0, 1000));
    expect(most).toBe(6);
  });
});

describe("a cursor whose place has moved", () => {
  /** Loads up to the 3,000th record, moves the list, and loads the next page. */
  async function next(move: (list: ModelList) => void) {
    const list = createModelList(rows);
    const { connection } = await load(list, { first: 3000 }, everything);
    const after = connection.cursorAt(2999);
    move(list);
    return load(list, { first: 100, after });
  }

  test.each([
    ["its own record was removed", (list: ModelList) => list.rows.splice(2999, 1), 3000, 1],
    [
      "its record and three on either side were removed",
      (list: ModelList) => list.rows.splice(2996, 7),
      3003,
      1,
    ],
    [
      "records were added around it",
      (list: ModelList) => list.rows.splice(2990, 0, "a", "b", "c"),
      3000,
      1,
    ],
    [
      "a few hundred were removed ahead of it",
      (list: ModelList) => list.rows.splice(0, 400),
      3000,
      2,
    ],
    [
      "more were added than removed ahead of it",
      (list: ModelList) => list.rows.splice(0, 9, ...createIds(50, "a")),
      3000,
      2,
    ],
    [
      "ten thousand were added ahead of it",
      (list: ModelList) => list.rows.unshift(...createIds(10_000, "a")),
      3000,
      2,
    ],
  ] as const)("costs little when %s", async (_, move, from, most) => {
    const { connection, calls } = await next(move);
    expect(connection.rows).toEqual(rows.slice(from, from + 100));
    expect(connection.warnings).toEqual([]);
    expect(calls.length).toBeLessThanOrEqual(most);
  });

  test("is reported as lost, after a bounded search, when its whole neighbourhood was removed", async () => {
    const { connection, calls } = await next((list) => list.rows.splice(2900, 200));
    expect(connection.warnings).toEqual([expect.objectContaining({ code: "PAGE_DRIFT" })]);
    expect(calls.length).toBeLessThanOrEqual(20);
    const [first] = connection.rows;
    // It is better to repeat a record than to skip one.
    expect(rows.indexOf(first ?? "")).toBeLessThanOrEqual(3100);
  });
});

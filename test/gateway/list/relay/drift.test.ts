import { expect, test } from "vitest";
import type { Page } from "../../../../src/gateway/call/page.ts";
import type { ConnectionArguments } from "../../../../src/gateway/list/relay/arguments.ts";
import { type Connection, loadConnection } from "../../../../src/gateway/list/relay/connection.ts";
import {
  createIds,
  createModelList,
  type ModelList,
  type ModelOptions,
} from "../pages/model-list.ts";
import { walkList } from "./walk-list.ts";

const needs = { rows: true, pageInfo: true, totalCount: false };

function load(list: ModelList, args: Partial<ConnectionArguments>) {
  const all = { from: "start", size: 10, after: null, before: null, ...args } as const;
  return loadConnection(all, list.source(), needs);
}

/** Takes a record out of the list, and puts it in again at another place, as registries do that order by the last update. */
function move({ rows }: ModelList, from: number, to: number): void {
  rows.splice(to, 0, ...rows.splice(from, 1));
}

/** The cursor of a row. */
async function cursorOf(list: ModelList, row: number): Promise<string> {
  const { cursorAt } = await load(list, { size: row + 1 });
  return cursorAt(row);
}

/** Where the cursor's own record goes, and how long the list is. */
const moves: readonly [string, number, number, number][] = [
  ["to the end", 40, 19, 39],
  ["to the start", 40, 19, 0],
  ["a few rows on", 40, 19, 25],
  ["a few rows back", 40, 19, 14],
  ["a few rows on in a long list", 3000, 19, 25],
  ["a few rows back in a long list", 3000, 19, 14],
  ["to the end of a long list", 3000, 19, 2999],
  ["to the start of a long list", 3000, 1999, 0],
];

test.each(moves)(
  "a cursor whose own record moved %s skips nobody, and says PAGE_DRIFT if it repeats (rule 5)",
  async (_, length, from, to) => {
    const list = createModelList(createIds(length), { maxLimit: 100 });
    const cursor = await cursorOf(list, from);
    const others = list.rows.filter((_row, index) => index !== from);
    move(list, from, to);
    const behind = await load(list, { after: cursor });
    const ahead = await load(list, { from: "end", before: cursor });
    const placesIn = (rows: readonly (string | null)[]) =>
      rows.map((row) => others.indexOf(row)).filter((place) => place >= 0);
    const [next, previous] = [placesIn(behind.rows), placesIn(ahead.rows)];
    const [first = Number.NaN, last = Number.NaN] = [next.at(0), previous.at(-1)];
    expect(first).toBeLessThanOrEqual(from);
    expect(last).toBeGreaterThanOrEqual(from - 1);
    expect(next).toEqual(next.map((_place, index) => first + index));
    expect(previous).toEqual(previous.map((_place, index) => last + 1 - previous.length + index));
    const drift = { code: "PAGE_DRIFT", message: expect.any(String) };
    if (first < from) expect(behind.warnings).toEqual([drift]);
    if (last > from - 1) expect(ahead.warnings).toEqual([drift]);
  },
);

test.each([
  ["forward", 25],
  ["backward", 14],
] as const)(
  "a cursor whose own record moved on in the direction of the walk (%s) says PAGE_DRIFT (rule 5)",
  async (direction, to) => {
    const list = createModelList(createIds(40), { maxLimit: 100 });
    const cursor = await cursorOf(list, 19);
    move(list, 19, to);
    const args = direction === "forward" ? { after: cursor } : { from: "end", before: cursor };
    const { rows, warnings } = await load(list, args as Partial<ConnectionArguments>);
    expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
    expect(direction === "forward" ? rows[0] : rows.at(-1)).toBe(
      direction === "forward" ? "id-21" : "id-19",
    );
  },
);

test("a list with a hidden row that is edited at every call is walked to its end, with warnings but without an error (rule 5)", async () => {
  const ids = createIds(3000);
  let edited = 0;
  const list = createModelList(ids, {
    lie: (page) => ({ ...page, rows: page.rows.filter((row) => row !== "id-1501") }),
    // Every edit puts a record first.
    afterCall: ({ rows }) => {
      edited = (edited * 7919 + 104_729) % 2999;
      if (rows[edited] !== "id-1501") rows.unshift(...rows.splice(edited, 1));
    },
  });
  const codes = new Set<string>();
  let after: string | null = null;
  let rows = 0;
  for (let pages = 0; pages < 60; pages++) {
    const page: Connection<string | null> = await load(list, { size: 100, after });
    for (const { code } of page.warnings) codes.add(code);
    rows += page.rows.length;
    if (!page.hasNextPage) break;
    after = page.cursorAt(page.rows.length - 1);
  }
  expect(rows).toBeGreaterThan(2900);
  expect([...codes]).toEqual(["PAGE_DRIFT"]);
});

test.each([
  ["forward", [10]],
  ["forward", [5, 25, 45]],
  ["backward", [30]],
] as const)(
  "a list that stands still is walked %s without a warning, although the registry hides the rows %j",
  async (direction, hidden) => {
    const hiddenIds = new Set<string | null>(hidden.map((number) => `id-${number}`));
    const list = createModelList(createIds(60), {
      maxLimit: 20,
      lie: (page) => ({ ...page, rows: page.rows.filter((row) => !hiddenIds.has(row)) }),
    });
    const { ids, hasDrifted } = await walkList(list, { size: 8, direction });
    expect(hasDrifted).toBe(false);
    expect(ids).toEqual(list.rows.filter((row) => !hiddenIds.has(row)));
  },
);

/** The registry's order, and the times by which a record's place is known: each as many seconds later as it says. */
const orders = {
  "of its names": () => ({ last_update: 1 }),
  "newest first": (number: number) => ({ last_update: 1000 - number }),
  "newest last": (number: number) => ({ last_update: number, added_when: 1 }),
};

/** A list that a test changes. */
interface TimedList {
  readonly rows: (string | null)[];
  /** Edits records, one after the other, so that their times are newer than all others. */
  edit(ids: readonly (string | null)[]): void;
}

/** A list of 85 records with times, and the page after or before the row at `own` once the list has been changed. */
async function loadAfterChange(
  timesOf: (number: number) => { readonly last_update: number },
  from: "start" | "end",
  change: (rows: (string | null)[], list: TimedList) => void,
  { own = 20, lie }: { own?: number; lie?: ModelOptions["lie"] } = {},
) {
  const list = createModelList(createIds(85), { maxLimit: 100, ...(lie && { lie }) });
  const numbers = new Map(list.rows.map((id, number) => [id, number]));
  const contentsOf = (id: string | null) =>
    JSON.stringify({ id, ...timesOf(numbers.get(id) ?? 0) });
  const source = () => ({ ...list.source(), contentsOf });
  const first = { from: "start", size: own + 20, after: null, before: null } as const;
  const cursor = (await loadConnection(first, source(), needs)).cursorAt(own);
  const isNewestLast = timesOf(1).last_update > timesOf(0).last_update;
  const edit = (ids: readonly (string | null)[]) => {
    for (const [nth, id] of ids.entries()) numbers.set(id, isNewestLast ? 85 + nth : -1 - nth);
  };
  change(list.rows, { rows: list.rows, edit });
  const args = { from, size: 10, after: null, before: null };
  const next = { ...args, ...(from === "start" ? { after: cursor } : { before: cursor }) };
  return loadConnection(next, source(), needs);
}

/** Takes rows out of a list, and puts them in again, unedited, elsewhere. */
function putBack(rows: (string | null)[], at: number, length: number, to: number): void {
  rows.splice(to, 0, ...rows.splice(at, length));
}

const drifted = { warnings: [{ code: "PAGE_DRIFT" }] };

test.each([
  ["of its names", "start"],
  ["of its names", "end"],
  ["newest last", "start"],
] as const)(
  "a cursor whose row was put back unedited far away, with all that it knows, says PAGE_DRIFT in a list %s, from its %s (rule 5)",
  async (order, from) => {
    for (const [at, length] of [
      [13, 15],
      [18, 12],
      [5, 30],
    ] as const) {
      for (const to of [0, 40, 100]) {
        if (order === "newest last" && to === 0) continue;
        const { warnings } = await loadAfterChange(orders[order], from, (rows) => {
          rows.splice(to, 0, ...rows.splice(at, length));
        });
        expect({ at, to, warnings }).toMatchObject({ at, to, warnings: [{ code: "PAGE_DRIFT" }] });
      }
    }
  },
);

test.each([
  ["of its names", "start", 1],
  ["of its names", "start", 3],
  ["newest last", "start", 1],
  ["of its names", "end", -1],
  ["of its names", "end", -3],
  ["newest first", "end", -1],
] as const)(
  "a cursor whose row was put back unedited a few places on, with all that it knows, says PAGE_DRIFT in a list %s, from its %s (rule 5)",
  async (order, from, by) => {
    const { warnings } = await loadAfterChange(orders[order], from, (rows) => {
      rows.splice(5 + by, 0, ...rows.splice(5, 30));
    });
    expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
  },
);

test("a cursor keeps its place without a warning where a row went behind the walker and another came before it", async () => {
  const rows = createIds(85);
  const forward = await loadAfterChange(orders["of its names"], "start", (list) => {
    list.splice(80, 0, "new");
    list.splice(0, 1);
  });
  expect(forward).toMatchObject({ rows: rows.slice(21, 31), warnings: [] });
  const backward = await loadAfterChange(orders["of its names"], "end", (list) => {
    list.splice(80, 1);
    list.splice(0, 0, "new");
  });
  expect(backward).toMatchObject({ rows: rows.slice(10, 20), warnings: [] });
});

test.each(["start", "end"] as const)(
  "a page from the %s that is read while rows are put back behind one that nobody has read says PAGE_DRIFT (rule 5)",
  async (from) => {
    const list = createModelList(createIds(40), {
      maxLimit: 20,
      afterCall: ({ rows, calls }) => {
        if (calls.at(-1) === "20/1") rows.splice(5, 0, ...rows.splice(25, 1));
      },
    });
    const { rows, warnings } = await load(list, { from, size: 38 });
    expect(rows).not.toContain("id-26");
    expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
  },
);

test("the far cursor of a page says PAGE_DRIFT, too, if its row was put back a few places nearer (rule 5)", async () => {
  const list = createModelList(createIds(85), { maxLimit: 100 });
  const [after, before] = [await cursorOf(list, 2), await cursorOf(list, 40)];
  list.rows.splice(24, 0, ...list.rows.splice(26, 30));
  const { rows, warnings } = await load(list, { size: 60, after, before });
  expect(rows).not.toContain("id-25");
  expect(warnings).toMatchObject([{ code: "PAGE_DRIFT" }]);
});

test("a cursor keeps its place without a warning, however many rows were edited and came at the end of the newest (rule 5)", async () => {
  const rows = createIds(85);
  const first = await loadAfterChange(orders["newest first"], "start", (list, { edit }) => {
    edit(list.slice(60, 80).reverse());
    list.unshift(...list.splice(60, 20));
  });
  expect(first).toMatchObject({ rows: rows.slice(21, 31), warnings: [] });
  const last = await loadAfterChange(orders["newest last"], "end", (list, { edit }) => {
    edit(list.slice(0, 9));
    list.push(...list.splice(0, 9));
  });
  expect(last).toMatchObject({ rows: rows.slice(10, 20), warnings: [] });
});

test.each([
  ["newest last", "end", 4, (rows: (string | null)[]) => putBack(rows, 4, 12, 0)],
  ["newest first", "start", 80, (rows: (string | null)[]) => putBack(rows, 70, 11, 74)],
] as const)(
  "a walk in a list %s, from its %s, does not take all rows that are left for edited ones (rule 5)",
  async (order, from, own, change) => {
    expect(await loadAfterChange(orders[order], from, change, { own })).toMatchObject(drifted);
  },
);

test.each([
  ["newest last", "end", (rows: (string | null)[]) => putBack(rows, 20, 30, 18)],
  ["newest last", "end", (rows: (string | null)[]) => putBack(rows, 20, 30, 10)],
  ["newest first", "start", (rows: (string | null)[]) => putBack(rows, 0, 21, 2)],
  ["newest first", "start", (rows: (string | null)[]) => putBack(rows, 0, 21, 10)],
] as const)(
  "a walk in a list %s, from its %s, does not take rows next to each other for edited ones (rule 5)",
  async (order, from, change) => {
    expect(await loadAfterChange(orders[order], from, change)).toMatchObject(drifted);
  },
);

test("two times prove no order of a list (rule 5)", async () => {
  const isNew = (number: number) => ({ last_update: number < 22 ? 1 : 2 });
  const page = await loadAfterChange(isNew, "end", (rows) => putBack(rows, 20, 30, 19));
  expect(page.rows).not.toContain("id-20");
  expect(page).toMatchObject(drifted);
});

test("times that are in no order farther from a cursor prove no order of a list (rule 5)", async () => {
  const page = await loadAfterChange(orders["newest first"], "start", (rows) =>
    putBack(rows, 29, 1, 4),
  );
  expect(page.rows).not.toContain("id-30");
  expect(page).toMatchObject(drifted);
});

test.each([
  ["start", 21, 10, 5, 40],
  ["end", 19, 23, 40, 5],
] as const)(
  "a cursor whose row is in its place says PAGE_DRIFT, from the list's %s, if one next to it is on its other side unedited (rule 5)",
  async (from, neighbour, to, other, otherTo) => {
    const page = await loadAfterChange(orders["of its names"], from, (rows) => {
      const own = rows[20];
      putBack(rows, neighbour, 1, to);
      putBack(rows, other, 1, otherTo);
      expect(rows[20]).toBe(own);
    });
    expect(page.rows).not.toContain(`id-${neighbour + 1}`);
    expect(page).toMatchObject(drifted);
  },
);

test("a cursor whose row is in its place says PAGE_DRIFT if those that were read next to it are on the other side unedited (rule 5)", async () => {
  const page = await loadAfterChange(orders["of its names"], "start", (rows) => {
    putBack(rows, 13, 7, 14);
    putBack(rows, 40, 7, 0);
    expect(rows[20]).toBe("id-21");
  });
  expect(page).toMatchObject(drifted);
});

test("a walk does not take the cursor's own row and the one next to it for edited ones (rule 5)", async () => {
  const list = createModelList(createIds(13), { maxLimit: 12 });
  const numbers = new Map(list.rows.map((id, number) => [id, number]));
  const contentsOf = (id: string | null) =>
    JSON.stringify({ id, last_update: numbers.get(id) ?? 0 });
  const source = () => ({ ...list.source(), contentsOf });
  const last = { from: "end", size: 5, after: null, before: null } as const;
  const before = (await loadConnection(last, source(), needs)).cursorAt(0);
  putBack(list.rows, 9, 4, 6);
  expect(await loadConnection({ ...last, before }, source(), needs)).toMatchObject(drifted);
});

test("a cursor whose row is in its place says nothing if one next to it was edited and came first", async () => {
  const { rows, warnings } = await loadAfterChange(
    orders["newest first"],
    "start",
    (list, { edit }) => {
      edit([list[21] ?? null]);
      putBack(list, 21, 1, 0);
      list.splice(5, 1);
    },
  );
  expect({ first: rows[0], warnings }).toEqual({ first: "id-23", warnings: [] });
});

test.each([
  ["whose count explains that", undefined],
  ["without a count", (page: Page<string | null>) => ({ ...page, count: null, pageCount: null })],
])(
  "a walk back says PAGE_DRIFT if as many rows came right behind it as it moved ahead, in a list %s (rule 5)",
  async (_, lie) => {
    const change = (rows: (string | null)[]) => {
      putBack(rows, 10, 13, 2);
      if (lie === undefined) rows.splice(70, 10);
    };
    const options = lie === undefined ? {} : { lie };
    const page = await loadAfterChange(orders["of its names"], "end", change, options);
    expect(page).toMatchObject(drifted);
  },
);

test("a cursor whose row was taken out says PAGE_DRIFT if more rows next to it are gone than the count says (rule 5)", async () => {
  const list = createModelList(createIds(21), { maxLimit: 20 });
  const last = { from: "end", size: 10 } as const;
  const before = (await load(list, last)).cursorAt(0);
  putBack(list.rows, 15, 5, 10);
  list.rows.splice(list.rows.indexOf("id-12"), 1);
  const page = await load(list, { ...last, before });
  expect(page.rows).not.toContain("id-11");
  expect(page).toMatchObject(drifted);
});

test("a page says PAGE_DRIFT if a row that it read ahead of others is behind the page by now, unedited (rule 5)", async () => {
  let isMoving = false;
  const list = createModelList(createIds(40), {
    maxLimit: 12,
    afterCall: ({ rows, calls }) => {
      if (isMoving && calls.at(-1) === "12/1") putBack(rows, 11, 4, 10);
    },
  });
  const page = { from: "end", size: 9 } as const;
  const before = (await load(list, { ...page, before: await cursorOf(list, 22) })).cursorAt(0);
  putBack(list.rows, 29, 1, 0);
  putBack(list.rows, 8, 2, 11);
  isMoving = true;
  const { rows, warnings } = await load(list, { ...page, before });
  expect(rows).not.toContain("id-12");
  expect({ warnings }).toMatchObject(drifted);
});

test.each([
  ["start", 7, (rows: (string | null)[]) => rows.splice(0, 5), ["id-6", "id-7"]],
  [
    "end",
    32,
    (rows: (string | null)[]) => rows.unshift(...createIds(5, "new")),
    ["id-34", "id-35"],
  ],
] as const)(
  "a page from the %s of two cursors is whole if its far cursor is gone, and looked for while others come or go ahead of both",
  async (from, gone, change, expected) => {
    const isForward = from === "start";
    const list = createModelList(createIds(40), {
      maxLimit: 20,
      afterCall: ({ rows }) => {
        if (calls > 0 && --calls === 0) change(rows);
      },
    });
    let calls = 0;
    const [after, before] = [isForward ? 4 : 31, isForward ? 8 : 35];
    const range = { after: await cursorOf(list, after), before: await cursorOf(list, before) };
    list.rows.splice(isForward ? gone : gone - 8, 9);
    calls = 2;
    const { rows, warnings } = await load(list, { from, size: 4, ...range });
    expect({ rows, warnings }).toEqual({ rows: expected, warnings: [] });
  },
);

test("a cursor of a list that was emptied meanwhile says nothing of drift, since the count explains it", async () => {
  const list = createModelList(createIds(40), { maxLimit: 6 });
  const after = await cursorOf(list, 6);
  list.rows.length = 0;
  const { rows, warnings } = await load(list, { size: 7, after });
  expect({ rows, warnings }).toEqual({ rows: [], warnings: [] });
});

/** What happens after which call of a walk, and how long its list and its pages are. */
const changesWithinPages = [
  ["backward", "a row comes", 23, 8, 7, (rows: (string | null)[]) => rows.splice(11, 0, "new")],
  ["backward", "rows go", 23, 9, 3, (rows: (string | null)[]) => rows.splice(13, 12)],
  ["forward", "rows go", 27, 10, 5, (rows: (string | null)[]) => rows.splice(19, 12)],
] as const;

test.each(changesWithinPages)(
  "a cursor of a page that is read (%s) while %s keeps its place without a warning",
  async (direction, _what, length, size, at, change) => {
    const ids = createIds(length);
    const list = createModelList(ids, {
      maxLimit: 8,
      afterCall: ({ rows, calls }) => {
        if (calls.length === at) change(rows);
      },
    });
    const { ids: seen, hasDrifted } = await walkList(list, { size, direction });
    expect(hasDrifted).toBe(false);
    const stayed = new Set<string | null>(list.rows.filter((id) => id !== "new"));
    expect(seen.filter((id) => stayed.has(id))).toEqual([...stayed]);
  },
);

test.each([
  ["the cursor's own row", 8],
  ["a row next to it", 11],
])(
  "a walk back loses nobody in silence if %s is edited and comes first, and many are added ahead of it (rule 5)",
  async (_, edited) => {
    for (const added of [1, 7, 8, 12, 30]) {
      const list = createModelList(createIds(14), { maxLimit: 6 });
      const [own, id] = [list.rows[8], list.rows[edited]];
      let edits = 0;
      const contentsOf = (row: string | null) => `${row}${row === id ? edits : ""}`;
      const source = () => ({ ...list.source(), contentsOf });
      const last = { from: "end", size: 6, after: null, before: null } as const;
      const page = await loadConnection(last, source(), needs);
      expect(page.rows[0]).toBe(own);
      const before = page.cursorAt(0);
      edits += 1;
      move(list, edited, 0);
      list.rows.unshift(...createIds(added, "new"));
      const { rows, warnings } = await loadConnection({ ...last, before }, source(), needs);
      expect({ added, ends: rows.at(-1) === "id-8" || warnings.length > 0 }).toEqual({
        added,
        ends: true,
      });
    }
  },
);

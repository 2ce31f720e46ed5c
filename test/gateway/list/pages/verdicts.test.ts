import { describe, expect, test } from "vitest";
import type { LearnedCount } from "../../../../src/gateway/call/page.ts";
import {
  type PageSource,
  type PlacedPage,
  placePage,
} from "../../../../src/gateway/list/pages/page-source.ts";
import { readList } from "../../../../src/gateway/list/pages/read-list.ts";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { type Run, unmoved } from "../../../../src/gateway/list/pages/run.ts";
import {
  hasCrossed,
  hasStaleEnd,
  judgeEnding,
  judgeSeam,
  judgeShortPage,
  judgeWhole,
  promisedLength,
  repeatsEnd,
} from "../../../../src/gateway/list/pages/verdicts.ts";
import { createIds, createModelList } from "./model-list.ts";

/*
 * Rows are letters, which are their ids. `B*` is the record B after an edit, and `?` is a row that could not be read.
 */

const nothingLearned: LearnedCount = {
  count: null,
  isCountTrue: null,
  isPageCountTrue: null,
  hiddenRows: 0,
  hasHoles: false,
  leavesOutHidden: false,
  missingPageLimit: null,
  hasRows: false,
  lastRow: null,
};

function sourceThatKnows(learned: Partial<LearnedCount> = {}): PageSource<string> {
  return {
    maxLimit: 5,
    learned: { ...nothingLearned, ...learned },
    fetchPage: () => Promise.reject(new Error("a verdict costs no call")),
    nextLook: () => 1,
    idOf: (row) => (row === "?" ? null : row.slice(0, 1)),
    isSame: (row, other) => row === other,
    contentsOf: () => null,
    learnCut: () => {},
    contradiction: (reason) => new Error(reason),
  };
}

const source = sourceThatKnows();

function rowsOf(letters: string): readonly string[] {
  return letters.match(/.\*?/g) ?? [];
}

/** A page of limit 5 by default, as its envelope describes it. */
interface Shown {
  readonly limit?: number;
  /** The page's number, by its envelope. @default 1 */
  readonly page?: number;
  /** The number asked for. @default the page's own */
  readonly asked?: number;
  readonly count?: number;
  readonly pages?: number;
}

function placed(letters: string, { limit = 5, page = 1, ...shown }: Shown): PlacedPage<string> {
  const { asked = page, count = null, pages = null } = shown;
  const request = { limit, page: asked };
  return placePage(source, request, {
    rows: rowsOf(letters),
    limit,
    page,
    count,
    pageCount: pages,
  });
}

const untrueCount = { isCountTrue: false } as const;
const untruePages = { isPageCountTrue: false } as const;

describe("a list ends with a page only if nothing says that more follows (rule 1)", () => {
  test.each<[string, string, Shown, Partial<LearnedCount>, string]>([
    ["a full page", "ABCDE", { count: 12, pages: 3 }, {}, "continues"],
    ["a full page that is all by its envelope", "ABCDE", { count: 5, pages: 1 }, {}, "continues"],
    ["a short page, as counted", "ABC", { count: 3, pages: 1 }, {}, "ends"],
    ["a short page, as counted without `page_count`", "ABC", { count: 3 }, {}, "ends"],
    [
      "a short page, though `count` promises one more",
      "ABC",
      { count: 4, pages: 1 },
      {},
      "unclear",
    ],
    ["a short page, though both promise more", "ABC", { count: 12, pages: 3 }, {}, "unclear"],
    [
      "a short page, though `page_count` promises more",
      "ABC",
      { count: 3, pages: 2 },
      {},
      "unclear",
    ],
    ["a short page with `page_count` alone", "ABC", { pages: 1 }, {}, "unclear"],
    ["a short page without either", "ABC", {}, {}, "unclear"],
    ["a short page with a `count` of fewer", "ABC", { count: 2, pages: 1 }, {}, "unclear"],
    ["a short page, as counted untruly", "ABC", { count: 3, pages: 1 }, untrueCount, "unclear"],
    [
      "a short page, with an untrue `page_count`",
      "ABC",
      { count: 3, pages: 9 },
      untruePages,
      "ends",
    ],
    ["a short page of the learnt length", "ABC", {}, { count: 3, isCountTrue: true }, "unclear"],
    ["a short page, by as many as are hidden", "ABC", { count: 5 }, { hiddenRows: 2 }, "unclear"],
    ["an empty page past the count", "", { page: 2, count: 5, pages: 1 }, {}, "ends"],
    ["an empty list", "", { count: 0, pages: 0 }, {}, "ends"],
    ["an empty page within the count", "", { page: 2, count: 7, pages: 2 }, {}, "unclear"],
    [
      "an empty page that `page_count` promises",
      "",
      { page: 2, count: 5, pages: 2 },
      {},
      "unclear",
    ],
    ["an empty page without either", "", { page: 2 }, {}, "unclear"],
    ["an empty page past an untrue count", "", { page: 2, count: 5 }, untrueCount, "unclear"],
    [
      "the full last page for one past the end",
      "FGHIJ",
      { page: 2, asked: 3, count: 10 },
      {},
      "ends",
    ],
    ["the last page for one past the end", "FGH", { page: 2, asked: 3, count: 8 }, {}, "ends"],
    ["a page before, short of its count", "FGH", { page: 2, asked: 3, count: 9 }, {}, "unclear"],
  ])("%s: %o %o, knowing %o: %s", (_, letters, shown, learned, expected) => {
    expect(judgeEnding(placed(letters, shown), { ...nothingLearned, ...learned })).toBe(expected);
  });
});

describe("an envelope promises rows by its `count` and its `page_count` (rule 1)", () => {
  test.each<[Shown, Partial<LearnedCount>, number]>([
    [{ count: 12, pages: 3 }, {}, 12],
    [{ count: 12, pages: 4 }, {}, 16],
    [{ count: 12 }, {}, 12],
    [{ pages: 3 }, {}, 11],
    [{ count: 0, pages: 0 }, {}, 0],
    [{}, {}, 0],
    [{}, { count: 12, isCountTrue: true }, 0],
    [{ count: 12, pages: 2 }, untrueCount, 6],
    [{ count: 12, pages: 9 }, untruePages, 12],
    [{ count: 12, pages: 9 }, { ...untrueCount, ...untruePages }, 0],
  ])("%o, knowing %o: %i", (shown, learned, expected) => {
    const page = placed("ABC", shown);
    expect(promisedLength(page, { ...nothingLearned, ...learned })).toBe(expected);
  });
});

describe("a second page shows why ABC is a short page (rule 1)", () => {
  test.each<[string, string, Shown, string]>([
    ["the next row follows", "CD", { limit: 2, page: 2 }, "cut"],
    ["nothing follows its last row", "C", { limit: 2, page: 2 }, "exact"],
    ["its rows stand further on", "BC", { limit: 2, page: 2 }, "hidden"],
    ["there is no row at all", "", { limit: 2, page: 2 }, "hidden"],
    ["there are other rows", "XY", { limit: 2, page: 2 }, "misplaced"],
    ["another row stands in its last one's place", "XC", { limit: 2, page: 2 }, "misplaced"],
    ["another row stands behind all of it", "D", { limit: 1, page: 4 }, "cut"],
  ])("%s: %o %o: %s", (_, letters, shown, expected) => {
    expect(judgeShortPage(source, placed("ABC", {}), placed(letters, shown))).toBe(expected);
  });
});

/** A run of these rows, from a position on. */
function runOf(letters: string, start: number, others: Partial<Run<string>> = {}): Run<string> {
  const rows = rowsOf(letters);
  const end = start + rows.length;
  return {
    rows,
    start,
    end,
    rowsEnd: end,
    isLast: false,
    isTorn: false,
    slack: 0,
    hasHoles: false,
    reach: end,
    promised: 0,
    count: 12,
    moved: unmoved,
    ...others,
  };
}

describe("ABCDE, read from position 0 of 12, is joined to a page where both have rows that stayed (rule 3)", () => {
  test.each<[string, string, number, number | null, string]>([
    ["its last row in place", "EFGHI", 4, 12, "E, unmoved"],
    ["its last rows in place", "DEFGH", 3, 12, "E, unmoved"],
    ["its last row in place, where nothing is counted", "EFGHI", 4, null, "E, unmoved"],
    ["no row", "FGHIJ", 5, 12, "none"],
    ["one row, moved by one", "EFGHI", 3, 12, "none"],
    ["three rows, moved by one", "CDEFG", 1, 12, "none"],
    ["four rows, moved by one", "BCDEFG", 0, 12, "B, moved by -1"],
    ["one row, moved by one, of one fewer", "EFGHI", 3, 11, "none"],
    ["two rows, moved by one, of one fewer", "DEFGH", 2, 11, "D, moved by -1"],
    ["two rows, moved by one, of one more", "DEFGH", 4, 13, "D, moved by 1"],
    ["two rows, moved by two, of one fewer", "DEFGH", 1, 11, "none"],
    ["one row in place, of one more", "EFGHI", 4, 13, "none"],
    ["its last row, put in again far away", "FGHIE", 4, 12, "none"],
    ["two rows, put in again far away", "FGHDE", 4, 12, "none"],
    ["two rows that stayed, and one put in again far away", "DEFGHA", 3, 12, "E, unmoved"],
    ["its last row in place, but edited", "E*FGHI", 4, 12, "none"],
    ["the row before, its last one being edited", "DE*FGH", 3, 12, "D, unmoved"],
    ["all its rows, sent again as the next page", "ABCDE", 5, 12, "none"],
  ])("it shares %s: %s from %i, of %o: %s", (_, letters, start, count, expected) => {
    const run = runOf("ABCDE", 0, { count: count === null ? null : 12 });
    const part = runOf(letters, start, { count });
    const seam = judgeSeam(source, run, part);
    const [own, other] = [run.rows[seam?.inRun ?? -1], part.rows[seam?.inPart ?? -1]];
    expect(own).toBe(other);
    const moved = seam?.shift === 0 ? "unmoved" : `moved by ${seam?.shift}`;
    expect(seam === null ? "none" : `${own}, ${moved}`).toBe(expected);
  });

  test("rows that could not be read count only with one that could", () => {
    const run = runOf("ABCD?", 0);
    expect(judgeSeam(source, run, runOf("D?EFG", 3))).toEqual({ inRun: 4, inPart: 1, shift: 0 });
    expect(judgeSeam(source, run, runOf("?EFGH", 4))).toBeNull();
  });

  test("an id that a page has twice names no row", () => {
    expect(judgeSeam(source, runOf("ABCDE", 0), runOf("DXDEE", 4))).toBeNull();
  });
});

describe("a part of ABCDEFG's own last rows, in place of a page past the end, is no further one (rule 1)", () => {
  test.each<[string, string, number, boolean]>([
    ["its end", "FG", 10, true],
    ["its end, where it belongs", "FG", 5, false],
    ["rows from further ahead as well", "CG", 10, false],
    ["another last row", "FH", 10, false],
    ["another order", "GF", 10, false],
  ])("%s: %s from %i: %o", (_, letters, start, expected) => {
    expect(repeatsEnd(source, runOf("ABCDEFG", 0), runOf(letters, start))).toBe(expected);
  });
});

/** How a list was read that has these counts in the envelopes of its pages. */
interface Read extends Partial<Run<string>> {
  readonly counts: readonly (number | null)[];
  readonly learned?: Partial<LearnedCount>;
  readonly wasCountTrue?: boolean;
  readonly earlierShortage?: number;
  readonly earlierRows?: string;
}

const ahead = { ahead: 1, behind: 0 };
const behind = { ahead: 0, behind: 1 };
/** Five rows of six positions, because one is hidden. */
const short = { end: 6, rowsEnd: 6, hasHoles: true };

describe("a list was read whole only if nothing that was there all along can be missing (rule 2)", () => {
  test.each<[string, string, Read, string]>([
    ["as many rows as counted", "ABCDE", { counts: [5, 5] }, "ABCDE"],
    ["no end", "ABCDE", { counts: [5, 5], isLast: false }, "not whole"],
    ["one fewer, and no page came short", "ABCDE", { counts: [6, 6] }, "not whole"],
    ["one fewer, by a short page", "ABCDE", { counts: [6, 6], ...short }, "not whole, lacks 1"],
    [
      "one fewer, by a short page, as an earlier reading",
      "ABCDE",
      { counts: [6, 6], ...short, earlierShortage: 1 },
      "ABCDE",
    ],
    [
      "one fewer, by a short page, where an earlier reading lacked two",
      "ABCDE",
      { counts: [6, 6], ...short, earlierShortage: 2 },
      "not whole, lacks 1",
    ],
    [
      "one fewer, by a short page, as a list read whole before",
      "ABCDE",
      { counts: [6, 6], ...short, learned: { hiddenRows: 1 } },
      "ABCDE",
    ],
    [
      "one fewer, and no page came short, whatever an earlier reading lacked",
      "ABCDE",
      { counts: [6, 6], earlierShortage: 1, learned: { hiddenRows: 1 } },
      "not whole",
    ],
    ["an id twice, because it moved", "ABCDA*", { counts: [4, 4], moved: ahead }, "BCDA*"],
    ["an id twice, while nothing moved", "ABCBD", { counts: [5, 5] }, "not whole"],
    [
      "an id twice, as an earlier reading showed it",
      "ABCBD",
      { counts: [5, 5], earlierRows: "ABCBD" },
      "ABCBD",
    ],
    [
      "an id twice, and an earlier reading with another one twice",
      "ABCBD",
      { counts: [5, 5], earlierRows: "ABCCD" },
      "not whole",
    ],
    ["an id twice, and another missing", "ABCA*", { counts: [4, 4], moved: ahead }, "not whole"],
    [
      "a record that moved to a page read before",
      "ABCDE",
      { counts: [6, 6], moved: behind },
      "not whole",
    ],
    [
      "a record that moved to a page read before, as in an earlier reading",
      "ABCDE",
      { counts: [6, 6], moved: behind, end: 6, rowsEnd: 6, earlierShortage: 1 },
      "not whole",
    ],
    [
      "as many as counted, but rows moved on and none was seen twice",
      "ABCDE",
      { counts: [5, 5], moved: behind },
      "not whole",
    ],
    ["one added to a page read before", "ABCDE", { counts: [5, 6], moved: behind }, "not whole"],
    [
      "two fewer, after one was added there",
      "ABCD",
      { counts: [5, 6], moved: behind },
      "not whole",
    ],
    ["one taken out of a page read before", "ABCDE", { counts: [5, 4], moved: ahead }, "ABCDE"],
    ["one more than counted, and nothing moved", "ABCDE", { counts: [4, 4] }, "not whole"],
    ["torn, with as many rows as counted", "ABCDE", { counts: [5, 5], isTorn: true }, "ABCDE"],
    ["torn, with an id twice", "ABCBD", { counts: [5, 5], isTorn: true }, "not whole"],
    [
      "torn, with a row that could not be read",
      "ABC?D",
      { counts: [5], isTorn: true },
      "not whole",
    ],
    [
      "torn, with a row that could not be read, as an earlier reading showed it",
      "ABC?D",
      { counts: [5], isTorn: true, earlierRows: "ABC?D" },
      "ABC?D",
    ],
    [
      "torn, without a count, as an earlier reading showed it",
      "ABCDE",
      { counts: [null], isTorn: true, earlierRows: "ABCDE" },
      "ABCDE",
    ],
    [
      "torn, without a count, with a row that could not be read, as an earlier reading showed it",
      "ABC?",
      { counts: [null], isTorn: true, earlierRows: "ABC?" },
      "not whole",
    ],
    ["torn, with one fewer", "ABCDE", { counts: [6, 6], isTorn: true }, "not whole"],
    ["torn, and moved", "ABCDE", { counts: [6, 5], isTorn: true }, "not whole"],
    ["no count", "ABCDE", { counts: [null, null] }, "ABCDE"],
    [
      "no count, an id twice, and hidden rows",
      "ABCBD",
      { counts: [null, null], hasHoles: true },
      "not whole",
    ],
    [
      "an untrue count, an id twice, and hidden rows",
      "ABCBD",
      { counts: [4, 4], wasCountTrue: false, hasHoles: true },
      "not whole",
    ],
    ["torn, and no count", "ABCDE", { counts: [null, null], isTorn: true }, "not whole"],
    ["an untrue count", "ABCDE", { counts: [9, 9], wasCountTrue: false }, "ABCDE"],
    [
      "torn, and an untrue count",
      "ABCDE",
      { counts: [5], wasCountTrue: false, isTorn: true },
      "not whole",
    ],
  ])("%s: %s %o: %s", (_, letters, read, expected) => {
    const { counts, learned, wasCountTrue = null, earlierRows, ...others } = read;
    const { earlierShortage = null, ...parts } = others;
    const run = runOf(letters, 0, { isLast: true, ...parts });
    const rowsBefore = earlierRows === undefined ? null : runOf(earlierRows, 0).rows;
    const isRead = earlierShortage !== null || rowsBefore !== null;
    const earlier = isRead ? { rows: rowsBefore, shortage: earlierShortage } : null;
    const reading = { run, counts, wasCountTrue, earlier };
    const { isWhole, rows, shortage } = judgeWhole(sourceThatKnows(learned), reading);
    const lacks = shortage === null ? "" : `, lacks ${shortage}`;
    expect(isWhole ? rows.join("") : `not whole${lacks}`).toBe(expected);
  });
});

test.each<[string, string, readonly [string, number, number][], boolean]>([
  ["as the page that shows the end", "ABCDEF", [["DEF", 3, 6]], false],
  [
    "taken out",
    "ABCDEFG",
    [
      ["FG", 5, 7],
      ["DEF", 3, 6],
    ],
    false,
  ],
  [
    "perhaps further ahead, with others",
    "ABCDEFG",
    [
      ["G", 6, 7],
      ["HI", 7, 7],
      ["DEF", 3, 6],
    ],
    true,
  ],
])("a run's last rows are %s: %s after %j is stale: %o (rule 3)", (_, letters, pages, expected) => {
  const run = runOf(letters, 0, { isLast: true, rowsEnd: 6, count: pages.at(-1)?.[2] ?? null });
  const seen = pages.map(([shown, start, count]) => ({
    ...placed(shown, { count }),
    start,
  }));
  expect(hasStaleEnd(source, run, seen)).toBe(expected);
});

test.each<[string, string, readonly [string, number][], boolean]>([
  [
    "none that was read together",
    "ABCDEF",
    [
      ["ABC", 0],
      ["CDEF", 2],
    ],
    false,
  ],
  [
    "a row that was behind it",
    "ABCDEF",
    [
      ["ABD", 0],
      ["DC", 2],
      ["EF", 4],
    ],
    true,
  ],
  [
    "a row that was ahead of it",
    "ACDBEF",
    [
      ["ABC", 0],
      ["CDBE", 1],
      ["EF", 4],
    ],
    true,
  ],
  [
    "a row that was edited",
    "ACDB*EF",
    [
      ["ABC", 0],
      ["CDB*E", 1],
      ["EF", 4],
    ],
    false,
  ],
  [
    "a row on its side alone",
    "ABCEDF",
    [
      ["ABC", 0],
      ["CDEF", 2],
    ],
    false,
  ],
])("%s has crossed the middle of %s after %j: %o (rule 5)", (_, letters, pages, expected) => {
  const seen = pages.map(([shown, start]) => ({ ...placed(shown, {}), start }));
  expect(hasCrossed(source, runOf(letters, 0), 3, seen)).toBe(expected);
});

test("a list of which each reading lacks another record that moved is not whole (rule 2)", async () => {
  const ids = createIds(60);
  let isMoved = false;
  const list = createModelList(ids, {
    maxLimit: 10,
    afterCall: ({ rows, calls }) => {
      const [limit = 0, page = 0] = (calls.at(-1) ?? "").split("/").map(Number);
      if (page === 1) isMoved = false;
      if (isMoved || limit * page < 30) return;
      // From a page that was not read yet to one that was, and that is not the first.
      isMoved = true;
      rows.splice(12, 0, ...rows.splice(45, 1));
    },
  });
  const { rows, isWhole } = await readWhole(list.source(), { concurrency: 1, maxReadings: 3 });
  expect(rows).toHaveLength(59);
  expect(isWhole).toBe(false);
});

describe("a count stops being believed only if it is wrong while nothing moves (rule 2)", () => {
  const letters = rowsOf("ABCDEFGHIJKL");
  const countOf = (count: number) => (page: Parameters<NonNullable<Lie>>[0]) => ({
    ...page,
    count,
    pageCount: null,
  });

  test("and is believed again when it is right", async () => {
    let count = 7;
    const list = createModelList(letters, { maxLimit: 5, lie: (page) => countOf(count)(page) });
    const { learned } = list.source();
    await readList(list.source(), { concurrency: 1 });
    expect(learned.isCountTrue).toBe(false);
    count = 12;
    await readList(list.source(), { concurrency: 1 });
    expect(learned.isCountTrue).toBe(true);
  });

  test("not if rows are taken out behind the reader", async () => {
    const list = createModelList(letters, {
      maxLimit: 5,
      afterCall: ({ rows, calls }) => {
        if (calls.length === 1) rows.splice(0, 1);
      },
    });
    const { learned } = list.source();
    await readList(list.source(), { concurrency: 1 });
    expect(learned.isCountTrue).not.toBe(false);
  });
});

type Lie = Parameters<typeof createModelList>[1] extends infer Options
  ? Options extends { lie?: infer One }
    ? One
    : never
  : never;

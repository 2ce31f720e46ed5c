import { expect, test } from "vitest";
import { checksumOf, digestOf } from "../../../../src/gateway/list/relay/cursor.ts";
import { type CursorRows, cursorAt } from "../../../../src/gateway/list/relay/cursor-rows.ts";
import { hasLeapt } from "../../../../src/gateway/list/relay/leap.ts";

/** Rows are letters, which are their ids and contents. */
function rowsOf(letters: string, start: number, count: number): CursorRows {
  return {
    ...{ start, length: letters.length, isLast: start + letters.length === count, count },
    digestAt: (index) => (letters[index] === undefined ? 0 : digestOf(letters[index])),
    contentsAt: (index) => (letters[index] === undefined ? 0 : checksumOf(letters[index])),
    textAt: (index) => letters[index] ?? null,
  };
}

/** Pages as their letters, where they start, and the list's count. */
type Pages = readonly (readonly [string, number, number])[];

test.each<[string, "after" | "before", Pages, boolean]>([
  [
    "where it was all along",
    "after",
    [
      ["CDEF", 2, 12],
      ["EFGH", 4, 12],
    ],
    false,
  ],
  [
    "first a row farther on",
    "after",
    [
      ["CDEF", 3, 12],
      ["EFGH", 4, 12],
    ],
    true,
  ],
  [
    "first a row farther on, as the count says",
    "after",
    [
      ["CDEF", 3, 13],
      ["EFGH", 4, 12],
    ],
    false,
  ],
  [
    "then a row farther on",
    "before",
    [
      ["CDEF", 2, 12],
      ["EFGH", 3, 12],
    ],
    true,
  ],
  [
    "then where a count before says",
    "before",
    [
      ["CDEF", 2, 11],
      ["EFGH", 3, 12],
    ],
    false,
  ],
  [
    "first a row nearer",
    "after",
    [
      ["CDEF", 1, 12],
      ["EFGH", 4, 12],
    ],
    false,
  ],
])(
  "a boundary is doubted if pages show its row %s (%s, %j): %o (rule 5)",
  (_, side, shown, expected) => {
    const cursor = cursorAt(rowsOf("ABCDEFGHIJKL", 0, 12), 4);
    const pages = shown.map(([letters, start, count]) => rowsOf(letters, start, count));
    const index = side === "after" ? 3 : 2;
    const counts = shown.map(([, , count]) => count);
    const boundary = { cursor, side, pages, counts };
    expect(hasLeapt(rowsOf("CDEFGH", 2, 12), index, boundary)).toBe(expected);
  },
);

test("a boundary is not doubted because of a page that may hide rows", () => {
  const cursor = cursorAt(rowsOf("ABCDEFGHIJKL", 0, 12), 4);
  const short = { ...rowsOf("CDEF", 3, 12), isEstimate: true };
  const pages = [short, rowsOf("EFGH", 4, 12)];
  const boundary = { cursor, side: "after", pages, counts: [12] } as const;
  expect(hasLeapt(rowsOf("CDEFGH", 2, 12), 3, boundary)).toBe(false);
});

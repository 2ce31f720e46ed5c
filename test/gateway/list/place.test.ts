import { expect, test } from "vitest";
import { checksumOf, digestOf } from "../../../src/gateway/list/cursor.ts";
import {
  type CursorRows,
  cautiousPosition,
  cursorAt,
  findCursor,
} from "../../../src/gateway/list/place.ts";

/** Rows are letters. A small letter is the record of the large one after an edit, a dot a row without an id. */
function rowsOf(letters: string, count = letters.length): CursorRows {
  const letterAt = (index: number) => letters[index] ?? ".";
  return {
    ...{ start: 0, length: letters.length, isLast: true, count },
    digestAt: (index) => (letterAt(index) === "." ? 0 : digestOf(letterAt(index).toUpperCase())),
    contentsAt: (index) => checksumOf(letterAt(index)),
  };
}

/** Of the row at D in ABCDEFG, by what it was seen with. */
test.each([
  ["stands where it was", "ABCDEFG", "ABC|DEFG", false],
  ["stands where it was, edited", "ABCdEFG", "ABC|dEFG", false],
  ["has others ahead of it", "XYABCDEFG", "XYABC|DEFG", false],
  ["is gone", "ABCEFG", "ABC|EFG", false],
  ["is gone, with those behind it", "ABC", "ABC|", false],
  ["is gone, with all but one ahead, which is where it was", "A", "A|", false],
  ["was edited and moved, and its neighbours were not", "dABCEFG", "dABC|EFG", true],
  ["is alone in its list, and far from where it was", "VWXYZD", null, false],
  ["is gone, with all that were near it", "VWXYZ", null, false],
])("the boundary ahead of a row that %s", (_, letters, expected, isDrifted) => {
  const cursor = cursorAt(rowsOf("ABCDEFG"), 3);
  const place = findCursor(rowsOf(letters), cursor, "before");
  const shown = place && `${letters.slice(0, place.index)}|${letters.slice(place.index)}`;
  expect(shown).toBe(expected);
  if (place !== null) expect(place.isDrifted).toBe(isDrifted);
});

test("the boundary of a row without an id is found by those that have one", () => {
  const cursor = cursorAt(rowsOf("AB..CD"), 3);
  expect(findCursor(rowsOf("XAB..CD"), cursor, "after")).toEqual({ index: 5, isDrifted: false });
  expect(findCursor(rowsOf("B..CD"), cursor, "before")).toEqual({ index: 2, isDrifted: false });
});

test("among rows none of which has an id, a boundary is where it was, unless rows came or went", () => {
  const cursor = cursorAt(rowsOf("...."), 2);
  expect(findCursor(rowsOf("...."), cursor, "after")).toEqual({ index: 3, isDrifted: false });
  expect(findCursor(rowsOf("....."), cursor, "after")).toBeNull();
});

/** Of the row at position 10 of 20. */
test.each([
  ["after", "has grown", 25, 11],
  ["after", "has shrunk", 17, 8],
  ["after", "is nearly gone", 1, 0],
  ["after", "does not say its length", null, 11],
  ["before", "has grown", 25, 15],
  ["before", "has shrunk", 17, 10],
] as const)(
  "the lost boundary %s a row is where no row is skipped if the list %s",
  (side, _, count, expected) => {
    expect(cautiousPosition({ position: 10, count: 20 }, side, count)).toBe(expected);
  },
);

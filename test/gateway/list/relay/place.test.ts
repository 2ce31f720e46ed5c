import { expect, test } from "vitest";
import { checksumOf, digestOf } from "../../../../src/gateway/list/relay/cursor.ts";
import { type CursorRows, cursorAt } from "../../../../src/gateway/list/relay/cursor-rows.ts";
import { findPlace } from "../../../../src/gateway/list/relay/place.ts";

/** Rows are letters. A small letter is the record of the large one after an edit. */
function rowsOf(letters: string, count: number): CursorRows {
  const letterAt = (index: number) => letters[index] ?? null;
  return {
    ...{ start: 0, length: letters.length, isLast: letters.length === count, count },
    digestAt: (index) => digestOf(letters[index]?.toUpperCase() ?? "none"),
    contentsAt: (index) => checksumOf(letterAt(index) ?? "none"),
    textAt: letterAt,
  };
}

test.each([
  ["where it was", "ABCdE", { index: 3, isSure: true, isDrifted: false }],
  ["where it was, behind others", "XYZABCdE", { index: 6, isSure: true, isDrifted: false }],
  ["ahead of others, by as many as came", "XYZdABCE", { index: 3, isSure: true, isDrifted: true }],
])(
  "a cursor's own row that was edited and is %s (%s) shows its place: %o (rule 5)",
  (_, letters, expected) => {
    const cursor = { ...cursorAt(rowsOf("DE", 5), 0), position: 3 };
    expect(findPlace(rowsOf(letters, letters.length), cursor, "before")).toEqual(expected);
  },
);

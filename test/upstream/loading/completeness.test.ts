import { expect, test } from "vitest";
import { decodeRecord } from "../../../src/upstream/decoding/records.ts";
import { equalsEveryCount, haveDistinctIds } from "../../../src/upstream/loading/completeness.ts";

const toRows = (ids: readonly (string | null)[]) =>
  ids.map((id) => decodeRecord("tag", { id }, "/api/v1/tags"));

test("a number of rows equals every count only if each page states that number", () => {
  const equals = (...counts: readonly (number | null)[]) =>
    equalsEveryCount(
      3,
      counts.map((count) => ({ count })),
    );
  expect([equals(3, 3), equals(3, 4), equals(3, null)]).toEqual([true, false, false]);
});

test("ids are distinct if none occurs twice, and rows that cannot be read do not matter", () => {
  expect(haveDistinctIds(toRows(["a", "b", null, null]))).toBe(true);
  expect(haveDistinctIds(toRows(["a", "b", "a"]))).toBe(false);
});

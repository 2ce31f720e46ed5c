import { expect, it } from "vitest";
import { formatCount, formatDateTime, formatSize } from "../../src/explorer/format.ts";

it("writes a count with its noun, which is singular for one only", () => {
  expect([0, 1, 2, 2500].map((count) => formatCount(count, "row"))).toEqual([
    "0 rows",
    "1 row",
    "2 rows",
    "2,500 rows",
  ]);
});

it("writes a size in the largest unit that fits", () => {
  expect([999, 1200, 4_000_000].map(formatSize)).toEqual(["999 B", "1.2 kB", "4.0 MB"]);
});

it("writes dates so that they sort, in the local time zone", () => {
  expect(formatDateTime(new Date(2026, 0, 31, 9, 5))).toBe("2026-01-31 09:05");
});

it("writes the first instant of a day in UTC as this day, wherever the user is", () => {
  expect(formatDateTime(new Date("2026-07-01T00:00:00Z"))).toBe("2026-07-01");
});

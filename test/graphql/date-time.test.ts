import { expect, test } from "vitest";
import { formatDateTime } from "../../src/graphql/date-time.ts";

test.each([
  [1_767_225_600, "auto", "2026-01-01T00:00:00.000Z"],
  [1_767_225_600_123, "auto", "2026-01-01T00:00:00.123Z"],
  [0, "auto", null],
  [999_999_999, "auto", null],
  [17_672_256_000, "auto", null],
  [999_999_999, "s", "2001-09-09T01:46:39.000Z"],
  [0, "s", "1970-01-01T00:00:00.000Z"],
  [0, "ms", "1970-01-01T00:00:00.000Z"],
  [-1, "s", "1969-12-31T23:59:59.000Z"],
  [1_767_225_600, "none", null],
  [Number.MAX_SAFE_INTEGER, "s", null],
  [Number.MAX_SAFE_INTEGER, "ms", null],
] as const)("%d read as %s is %s", (timestamp, unit, expected) => {
  expect(formatDateTime(timestamp, unit)).toBe(expected);
});

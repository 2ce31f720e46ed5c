import { describe, expect, test } from "vitest";
import {
  decodeTimestamp,
  formatTimestamp,
} from "../../../../src/gateway/resolvers/values/date-time.ts";

test.each([
  [1_767_225_600, "auto", "2026-01-01T00:00:00.000Z"],
  [1_767_225_600_123, "auto", "2026-01-01T00:00:00.123Z"],
  [0, "auto", null],
  [999_999_999, "auto", null],
  [17_672_256_000, "auto", null],
  [999_999_999, "s", "2001-09-09T01:46:39.000Z"],
  [0, "s", "1970-01-01T00:00:00.000Z"],
  [1_767_225_600_123_999, "us", "2026-01-01T00:00:00.123Z"],
  [0, "ms", "1970-01-01T00:00:00.000Z"],
  [-1, "s", "1969-12-31T23:59:59.000Z"],
  [1_767_225_600, "none", null],
  [Number.MAX_SAFE_INTEGER, "s", null],
  [Number.MAX_SAFE_INTEGER, "ms", null],
] as const)("%d read as %s is %s", (timestamp, unit, expected) => {
  expect(formatTimestamp(timestamp, unit)).toBe(expected);
});

describe("a date string", () => {
  test.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z", 1_767_225_600],
    ["2026-01-01 01:00:00.25+01:00", "2026-01-01T00:00:00.250Z", 1_767_225_600],
    ["2026-01-01T02:30:00+0230", "2026-01-01T00:00:00.000Z", 1_767_225_600],
    ["2026-01-01 00:00:00.123456+00", "2026-01-01T00:00:00.123Z", 1_767_225_600],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z", -1],
  ])(
    "%s is a time whatever the unit, and an integer in the unit that is set",
    (text, time, seconds) => {
      expect(formatTimestamp(text, "none")).toBe(time);
      expect(formatTimestamp(text, "ms")).toBe(time);
      expect(decodeTimestamp(text, "s")).toBe(seconds);
      expect(decodeTimestamp(text, "us")).toBe(Date.parse(time) * 1000);
      expect(() => decodeTimestamp(text, "auto")).toThrow("expected an integer");
    },
  );

  test.each([
    "2026-01-01T00:00:00",
    "2026-01-01",
    "2026-02-30T00:00:00Z",
    "01/02/2026 00:00:00Z",
    "2026-01-01T00:00Z",
    "now",
  ])("%s names no moment, and is an error", (text) => {
    expect(() => formatTimestamp(text, "auto")).toThrow("expected an integer");
    expect(() => decodeTimestamp(text, "s")).toThrow("expected an integer");
  });
});

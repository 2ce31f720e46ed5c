import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDateText } from "../../../../src/gateway/base/time/date-text.ts";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { runs, seed } from "../../../support/seed.ts";

const read = (text: string) => {
  const time = readDateText(text);
  return time === null ? null : new Date(time).toISOString();
};

describe("a text is a date", () => {
  test.each([
    [" \t2026-03-01\u00a0\ufeff\n", "2026-03-01T00:00:00.000Z"],
    [`2026-03-01T09:30:59.${"9".repeat(10_000)}`, "2026-03-01T09:30:59.999Z"],
  ])("%o is %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("a text is no date", () => {
  test.each([
    ["five digits of a year", "12026-01-01"],
    ["a sign", "+2026-01-01"],
    ["days first", "31.12.2026"],
    ["slashes", "2026/12/31"],
    ["an hour alone", "2026-01-01T10"],
    ["a number of seconds", "1767225600"],
    ["eight digits", "20261231"],
    ["digits of another script", "٢٠٢٦-٠١-٠١"],
    ["something behind it", "2026-01-01 is the day"],
    ["nothing", ""],
    ["10 kB of digits", "9".repeat(10_000)],
    ["10 kB of a date's beginning", "2026-01-01T10:00:00".padEnd(10_000, " 1")],
  ])("with %s", (_, text) => {
    expect(readDateText(text)).toBeNull();
  });
});

test(`texts that are nearly dates are read as the rules say, one character after the other (seed ${seed})`, () => {
  let dates = 0;
  let texts = 0;
  const property = fc.property(nearDates, (text) => {
    const expected = readDateNaively(text);
    expect(readDateText(text)).toBe(expected);
    texts += 1;
    if (expected !== null) dates += 1;
  });
  fc.assert(property, { seed, numRuns: runs(5_000) });
  // Both kinds are common: otherwise the property would show nothing.
  expect(dates / texts).toBeGreaterThan(0.15);
  expect(dates / texts).toBeLessThan(0.85);
});

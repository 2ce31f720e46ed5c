import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDateText } from "../../../../src/gateway/base/time/date-text.ts";
import { runs } from "../../../search/arbitraries.ts";
import { nearDates, readDateNaively } from "../../../search/naive-dates.ts";
import { seed } from "../../../support/seed.ts";

const read = (text: string) => {
  const time = readDateText(text);
  return time === null ? null : new Date(time).toISOString();
};

describe("a text is a date", () => {
  test.each([
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    [" \t2026-03-01\u00a0\ufeff\n", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T09:30", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01 09:30", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01 09:30:59", "2026-03-01T09:30:59.000Z"],
    ["2026-03-01T09:30:59.5", "2026-03-01T09:30:59.500Z"],
    ["2026-03-01T09:30:59.1239Z", "2026-03-01T09:30:59.123Z"],
    [`2026-03-01T09:30:59.${"9".repeat(10_000)}`, "2026-03-01T09:30:59.999Z"],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
    ["2026-03-01T09:30Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T00:30+01:00", "2026-02-28T23:30:00.000Z"],
    ["2026-12-31T23:30-00:45", "2027-01-01T00:15:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["0099-12-31", "0099-12-31T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999", "9999-12-31T23:59:59.999Z"],
  ])("%o is %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("a text is no date", () => {
  test.each([
    ["the 31st of February", "2026-02-31"],
    ["the 29th of February in another year", "2026-02-29"],
    ["the 29th of February 1900", "1900-02-29"],
    ["a 13th month", "2026-13-05"],
    ["a month of 0", "2026-00-05"],
    ["a day of 0", "2026-01-00"],
    ["an hour of 24", "2026-01-01T24:00"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["a minute of 60", "2026-01-01T10:60"],
    ["the year 0", "0000-12-31"],
    ["the year 0, though it is the year 1 in UTC", "0000-12-31T23:30-01:00"],
    ["the year 1, though it is the year 0 in UTC", "0001-01-01T00:30+01:00"],
    ["the year 10000 in UTC", "9999-12-31T23:30-01:00"],
    ["five digits of a year", "12026-01-01"],
    ["a sign", "+2026-01-01"],
    ["days first", "31.12.2026"],
    ["slashes", "2026/12/31"],
    ["an offset without a colon", "2026-01-01T10:00+0200"],
    ["an offset without minutes", "2026-01-01T10:00+02"],
    ["an offset of a day", "2026-01-01T10:00+24:00"],
    ["a day with an offset", "2026-01-01Z"],
    ["a lower-case t", "2026-01-01t10:00"],
    ["a lower-case z", "2026-01-01T10:00z"],
    ["two spaces", "2026-01-01  10:00"],
    ["an hour alone", "2026-01-01T10"],
    ["a point without digits", "2026-01-01T10:00:00."],
    ["a comma", "2026-01-01T10:00:00,5"],
    ["a number of seconds", "1767225600"],
    ["eight digits", "20261231"],
    ["digits of another script", "٢٠٢٦-٠١-٠١"],
    ["a zero-width space", "\u200b2026-01-01"],
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
  fc.assert(property, { seed, numRuns: runs(20_000) });
  // Both kinds are common: otherwise the property would show nothing.
  expect(dates / texts).toBeGreaterThan(0.15);
  expect(dates / texts).toBeLessThan(0.85);
});

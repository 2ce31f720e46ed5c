import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarUnits, periodAt, startOf } from "../../../../src/gateway/base/time/calendar.ts";
import { runs } from "../../../search/arbitraries.ts";
import { seed } from "../../../support/seed.ts";

const iso = (time: number) => new Date(time).toISOString();

describe("a period of time", () => {
  test.each([
    ["DAY", "2024-02-29T23:59:59.999Z", "2024-02-29", "2024-03-01"],
    ["DAY", "1969-12-31T00:00:00.000Z", "1969-12-31", "1970-01-01"],
    ["WEEK", "2026-03-01T23:59:59.999Z", "2026-02-23", "2026-03-02"],
    ["WEEK", "2026-03-02T00:00:00.000Z", "2026-03-02", "2026-03-09"],
    ["WEEK", "1970-01-01T00:00:00.000Z", "1969-12-29", "1970-01-05"],
    ["WEEK", "0001-01-01T00:00:00.000Z", "0001-01-01", "0001-01-08"],
    ["MONTH", "2024-02-15T12:00:00.000Z", "2024-02-01", "2024-03-01"],
    ["MONTH", "2025-12-31T23:59:59.999Z", "2025-12-01", "2026-01-01"],
    ["MONTH", "0099-12-31T00:00:00.000Z", "0099-12-01", "0100-01-01"],
    ["QUARTER", "2026-06-30T23:59:59.999Z", "2026-04-01", "2026-07-01"],
    ["QUARTER", "2026-12-01T00:00:00.000Z", "2026-10-01", "2027-01-01"],
    ["YEAR", "2026-12-31T23:59:59.999Z", "2026-01-01", "2027-01-01"],
    ["YEAR", "0001-06-01T00:00:00.000Z", "0001-01-01", "0002-01-01"],
  ] as const)("%s of %s is from %s to %s", (unit, time, from, to) => {
    const period = periodAt(unit, Date.parse(time));
    expect([iso(startOf(unit, period)), iso(startOf(unit, period + 1))]).toEqual([
      `${from}T00:00:00.000Z`,
      `${to}T00:00:00.000Z`,
    ]);
  });

  test(`begins with its unit, and the next begins where it ends (seed ${seed})`, () => {
    const times = fc.integer({
      min: Date.parse("0000-01-01T00:00:00Z"),
      max: Date.parse("9999-12-31T23:59:59.999Z"),
    });
    const property = fc.property(times, fc.constantFrom(...calendarUnits), (time, unit) => {
      const period = periodAt(unit, time);
      const [start, end] = [startOf(unit, period), startOf(unit, period + 1)];
      expect(start).toBeLessThanOrEqual(time);
      expect(end).toBeGreaterThan(time);
      expect([periodAt(unit, start), periodAt(unit, end - 1)]).toEqual([period, period]);
      const first = new Date(start);
      expect(Math.abs(start % 86_400_000)).toBe(0);
      const day = first.getUTCDate();
      const month = first.getUTCMonth();
      const begins = {
        DAY: true,
        WEEK: first.getUTCDay() === 1,
        MONTH: day === 1,
        QUARTER: day === 1 && month % 3 === 0,
        YEAR: day === 1 && month === 0,
      };
      expect(begins[unit]).toBe(true);
    });
    fc.assert(property, { seed, numRuns: runs(5_000) });
  });
});

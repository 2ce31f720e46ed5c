import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarUnits, periodAt, startOf } from "../../../../src/gateway/base/time/calendar.ts";
import { runs, seed } from "../../../support/seed.ts";

describe("a period of time", () => {
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
      const longest = { DAY: 1, WEEK: 7, MONTH: 31, QUARTER: 92, YEAR: 366 };
      expect(end - start).toBeLessThanOrEqual(longest[unit] * 86_400_000);
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
    fc.assert(property, { seed, numRuns: runs(1_000) });
  });
});

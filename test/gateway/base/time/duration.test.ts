import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDuration, parseDuration } from "../../../../src/gateway/base/time/duration.ts";
import { runs, seed } from "../../../support/seed.ts";

const add = (time: string, text: string) => {
  const duration = parseDuration(text);
  if (duration === null) throw new TypeError(`${text} is no duration`);
  return addDuration(Date.parse(time), duration);
};

const now = "2026-03-31T12:00:00.250Z";

describe("a duration", () => {
  test.each([
    ["PT0S", now],
    ["-P1W", "2026-03-24T12:00:00.250Z"],
    ["-P1M", "2026-02-28T12:00:00.250Z"],
    ["P1Y2M3DT4H5M6.5S", "2027-06-03T16:05:06.750Z"],
    ["PT0.0019S", "2026-03-31T12:00:00.251Z"],
    ["-PT0.25S", "2026-03-31T12:00:00.000Z"],
    ["-P2026Y", "0000-03-31T12:00:00.250Z"],
  ])("%s is added by the calendar and the clock", (text, expected) => {
    expect(new Date(add(now, text)).toISOString()).toBe(expected);
  });

  test.each([
    ...["", "P", "-P", "PT", "P1DT", "1D", "p1d", "P1d", "P1", "P1H", "P1S", "PT1D", "30 days"],
    ...["+P1D", "P-1D", "--P1D", "- P1D", " P1D", "P1D ", "P1D\n", "P1W1D", "P1M1W", "P1D1M"],
    ...["P1.5D", "PT1.5H", "PT.5S", "PT1.S", "PT1,5S", "PT1S1M", "P1Y1Y", "P٣D", "today"],
    ...["2026-03-31", "P0001-00-00T00:00:00", "R/P1D", "P1D/P2D"],
  ])("is not %j", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each(["P300000Y", "-P300000Y", `P${"9".repeat(400)}Y`, `PT${"9".repeat(400)}S`])(
    "%s leads to no date",
    (text) => {
      const time = add(now, text);
      expect(new Date(time).getTime()).toBeNaN();
    },
  );

  test(`adds what one adds day by day and month by month (seed ${seed})`, () => {
    const time = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2100, 0) });
    const upTo = (max: number) => fc.option(fc.nat({ max }), { nil: undefined });
    const parts = fc.record({
      Y: upTo(30),
      M: upTo(30),
      D: upTo(500),
      hours: upTo(100),
      minutes: upTo(200),
      ms: upTo(100_000),
    });
    const property = fc.property(time, parts, fc.boolean(), (start, given, isMinus) => {
      const { Y, M, D, hours, minutes, ms } = given;
      const date = [Y === undefined ? "" : `${Y}Y`, M === undefined ? "" : `${M}M`].join("");
      const day = D === undefined ? "" : `${D}D`;
      const clock = [
        hours === undefined ? "" : `${hours}H`,
        minutes === undefined ? "" : `${minutes}M`,
        ms === undefined ? "" : `${(ms / 1000).toFixed(3)}S`,
      ].join("");
      fc.pre(`${date}${day}${clock}` !== "");
      const text = `${isMinus ? "-" : ""}P${date}${day}${clock === "" ? "" : `T${clock}`}`;
      expect([text, add(new Date(start).toISOString(), text)]).toEqual([
        text,
        addNaively(start, isMinus ? -1 : 1, given),
      ]);
    });
    fc.assert(property, { seed, numRuns: runs(1_000) });
  });
});

interface Parts {
  readonly Y: number | undefined;
  readonly M: number | undefined;
  readonly D: number | undefined;
  readonly hours: number | undefined;
  readonly minutes: number | undefined;
  readonly ms: number | undefined;
}

/** Counts the months on one by one, and takes days off until the day is in the month. */
function addNaively(start: number, sign: number, parts: Parts): number {
  const { Y = 0, M = 0, D = 0, hours = 0, minutes = 0, ms = 0 } = parts;
  const begin = new Date(start);
  let [year, month] = [begin.getUTCFullYear(), begin.getUTCMonth()];
  for (let left = Y * 12 + M; left > 0; left -= 1) {
    month += sign;
    if (month === 12) [year, month] = [year + 1, 0];
    if (month === -1) [year, month] = [year - 1, 11];
  }
  const date = new Date(start);
  for (let day = begin.getUTCDate(); ; day -= 1) {
    date.setTime(start);
    date.setUTCFullYear(year, month, day);
    if (date.getUTCMonth() === month) break;
  }
  for (let left = D; left > 0; left -= 1) date.setUTCDate(date.getUTCDate() + sign);
  date.setUTCHours(date.getUTCHours() + sign * hours);
  date.setUTCMinutes(date.getUTCMinutes() + sign * minutes);
  date.setUTCMilliseconds(date.getUTCMilliseconds() + sign * ms);
  return date.getTime();
}

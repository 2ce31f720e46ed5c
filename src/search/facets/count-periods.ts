import {
  type CalendarUnit,
  calendarUnits,
  periodAt,
  rfc3339Times,
  startOf,
} from "../../gateway/base/time/calendar.ts";
import { SearchError } from "../errors.ts";
import type { Comparison } from "../filter/comparison.ts";
import { isLimitedBy, operandsOf } from "./count-ranges.ts";
import type { CountedGroups } from "./count-values.ts";
import type { FacetCounts, FacetEntry, Periods } from "./facet.ts";

const maxPeriods = 400;

/**
 * Counts a facet by periods: all from the first to the last that has a record, in this order, or
 * those of them that overlap the time asked for.
 * @throws SearchError `BAD_USER_INPUT` for too many periods.
 */
export function countPeriods(
  { values, counts }: Pick<CountedGroups, "values" | "counts">,
  {
    periods,
    comparisons,
    path,
  }: {
    readonly periods: Periods;
    readonly comparisons: readonly Comparison[];
    readonly path: string;
  },
): FacetCounts {
  const { unit } = periods;
  const countOf = new Map<number, number>();
  for (const [group, period] of values.entries()) {
    const count = counts[group] ?? 0;
    if (typeof period === "number" && count > 0) countOf.set(period, count);
  }
  const all = [...countOf.values()].reduce((sum, count) => sum + count, 0);
  const [first, end] = spanOf([...countOf.keys()], periods);
  const length = Math.max(end - first, 0);
  if (length > maxPeriods) throw tooMany(unit, { first, end }, path);
  const listed = Array.from({ length }, (_, nth) => first + nth);
  // A condition may compare the same values as numbers, which are no times.
  const ofTimes = comparisons.filter(
    ({ kind, dimension }) => kind === "date" || "field" in dimension,
  );
  const entries = listed.map((period) =>
    toEntry(unit, period, { count: countOf.get(period) ?? 0, comparisons: ofTimes }),
  );
  const counted = entries.reduce((sum, { count }) => sum + count, 0);
  return { values: entries, otherCount: all - counted, nullCount: counts[0] ?? 0 };
}

function spanOf(
  known: readonly number[],
  { unit, from, to }: Periods,
): readonly [first: number, end: number] {
  if (known.length === 0 || (from !== null && to !== null && from >= to)) return [0, 0];
  const [least, most] = known.reduce(
    ([low, high], period) => [Math.min(low, period), Math.max(high, period)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const first = from === null ? least : Math.max(least, periodAt(unit, from));
  if (to === null) return [first, most + 1];
  // A period that begins when the time asked for ends does not overlap it.
  const last = periodAt(unit, to);
  return [first, Math.min(most, startOf(unit, last) < to ? last : last - 1) + 1];
}

function toEntry(
  unit: CalendarUnit,
  period: number,
  { count, comparisons }: { readonly count: number; readonly comparisons: readonly Comparison[] },
): FacetEntry {
  const fromTime = withinRfc3339(startOf(unit, period));
  const toTime = withinRfc3339(startOf(unit, period + 1));
  const lower = operandsOf("gte", comparisons);
  const upper = operandsOf("lt", comparisons);
  const isLimited = lower.length + upper.length > 0;
  const isSelected = isLimited && isLimitedBy(lower, fromTime) && isLimitedBy(upper, toTime);
  return { value: null, from: null, to: null, fromTime, toTime, count, isSelected };
}

function withinRfc3339(time: number): number | null {
  return time < rfc3339Times.min || time > rfc3339Times.max ? null : time;
}

/** It names the next larger unit that has few enough, or how to ask for fewer. */
function tooMany(
  unit: CalendarUnit,
  { first, end }: { readonly first: number; readonly end: number },
  path: string,
): SearchError {
  const [start, stop] = [startOf(unit, first), startOf(unit, end) - 1];
  const larger = calendarUnits
    .slice(calendarUnits.indexOf(unit) + 1)
    .find((other) => periodAt(other, stop) - periodAt(other, start) < maxPeriods);
  const advice = larger === undefined ? "" : `\`every: ${larger}\`, or `;
  const message = `\`${path}.every\`: \`${unit}\` makes ${end - first} ranges, more than ${maxPeriods}. Use ${advice}\`fromAt\` and \`toAt\`.`;
  return new SearchError("BAD_USER_INPUT", message);
}

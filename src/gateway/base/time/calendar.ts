export const calendarUnits = ["DAY", "WEEK", "MONTH", "QUARTER", "YEAR"] as const;

export type CalendarUnit = (typeof calendarUnits)[number];

const dayMs = 86_400_000;
/** The first Monday was four days after the day with number 0, which was a Thursday. */
const daysToMonday = 3;
const monthsIn = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;

/** Periods follow one another without a gap, and so do their numbers. All are in UTC. */
export function periodAt(unit: CalendarUnit, time: number): number {
  switch (unit) {
    case "DAY":
      return Math.floor(time / dayMs);
    case "WEEK":
      return Math.floor((Math.floor(time / dayMs) + daysToMonday) / 7);
    case "MONTH":
    case "QUARTER":
    case "YEAR": {
      const date = new Date(time);
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / monthsIn[unit]);
    }
    default:
      return unit satisfies never;
  }
}

export function startOf(unit: CalendarUnit, period: number): number {
  switch (unit) {
    case "DAY":
      return period * dayMs;
    case "WEEK":
      return (period * 7 - daysToMonday) * dayMs;
    case "MONTH":
    case "QUARTER":
    case "YEAR":
      return new Date(0).setUTCFullYear(0, period * monthsIn[unit], 1);
    default:
      return unit satisfies never;
  }
}

export const rfc3339Times = {
  min: Date.parse("0000-01-01T00:00:00Z"),
  max: Date.parse("9999-12-31T23:59:59.999Z"),
} as const;

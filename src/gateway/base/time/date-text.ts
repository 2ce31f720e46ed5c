const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?)?$/;

const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The time of a text that is a date, perhaps with a time of day, in whole milliseconds since 1970;
 * null for any other text. A date without a time of day is its first instant, and one without an
 * offset is in UTC.
 */
export function readDateText(text: string): number | null {
  const match = form.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] =
    match;
  const date = new Date(0);
  // JavaScript reads the 30th of February as a day in March.
  const midnight = date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  // With an offset, a time of the year 0 could be one of the year 1 in UTC.
  if (Number(year) === 0) return null;
  const milliseconds = Number(`${fraction ?? ""}000`.slice(0, 3));
  const local = midnight + toMilliseconds(hour, minute, second) + milliseconds;
  const offset = toMilliseconds(offsetHour, offsetMinute);
  const time = sign === "-" ? local + offset : local - offset;
  return time >= first && time <= last ? time : null;
}

function toMilliseconds(hours = "0", minutes = "0", seconds = "0"): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

const rfc3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function parseDateTime(text: string): number | null {
  const match = rfc3339.exec(text);
  if (!match) return null;
  const [, day = "", hour = "", rest = "", fraction = "", offset = ""] = match;
  // JavaScript reads the 30th of February as a day in March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  const withoutFraction = Date.parse(`${day}T${hour}${rest}${offset.toUpperCase()}`);
  return Number.isNaN(withoutFraction) ? null : withoutFraction + Number(fraction) * 1000;
}

const shortOffset = /(:\d\d(?:\.\d+)?)([+-]\d\d)(\d\d)?$/;

/**
 * The time of a string that a registry sends in place of the documented integer, in whole
 * milliseconds since 1970; null for any other value, and for a string without an offset from UTC,
 * which does not name a moment.
 */
export function readDateString(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const time = parseDateTime(value.trim().replace(shortOffset, "$1$2:$3").replace(/:$/, ":00"));
  return time === null ? null : Math.floor(time);
}

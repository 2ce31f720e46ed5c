/** How the registry's integer timestamps are read: the interface document does not show their unit (interface §2.5). */
export type TimestampUnit = "s" | "ms" | "none" | "auto";

/**
 * A timestamp as RFC 3339 text in UTC; null where the unit is `none`, where `auto` cannot tell it (10 digits are
 * seconds, 13 milliseconds), or where the time lies beyond what RFC 3339 can write.
 */
export function formatDateTime(timestamp: number, unit: TimestampUnit): string | null {
  const time = toTime(timestamp, unit);
  return time === null ? null : new Date(time).toISOString();
}

/** A timestamp in milliseconds since 1970; null where `formatDateTime` gives null. */
export function toTime(timestamp: number, unit: TimestampUnit): number | null {
  const milliseconds = toMilliseconds(timestamp, unit);
  if (milliseconds === null) return null;
  const year = new Date(milliseconds).getUTCFullYear();
  return year >= 0 && year <= 9999 ? milliseconds : null;
}

const rfc3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339 text in milliseconds since 1970, with what it has beyond them; null for any other text. */
export function parseDateTime(text: string): number | null {
  const [, day = "", hour = "", rest = "", fraction = "", offset = ""] = rfc3339.exec(text) ?? [];
  // JavaScript would take the 30th of February for a day in March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  const whole = Date.parse(`${day}T${hour}${rest}${offset.toUpperCase()}`);
  return Number.isNaN(whole) ? null : whole + Number(fraction) * 1000;
}

function toMilliseconds(timestamp: number, unit: TimestampUnit): number | null {
  switch (unit) {
    case "s":
      return timestamp * 1000;
    case "ms":
      return timestamp;
    case "none":
      return null;
    case "auto": {
      const digits = Math.abs(timestamp).toString().length;
      if (digits === 10) return timestamp * 1000;
      return digits === 13 ? timestamp : null;
    }
    default:
      return unit satisfies never;
  }
}

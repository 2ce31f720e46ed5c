import { readDateText } from "../upstream/date-text.ts";
import { decodeInteger } from "../upstream/decode.ts";

/** How the registry's integer timestamps are read: the interface document does not show their unit (interface §2.5). */
export type TimestampUnit = "s" | "ms" | "us" | "none" | "auto";

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

/**
 * What the registry has in the place of an integer timestamp, as RFC 3339 text in UTC: a date in text tells its time by itself,
 * whatever the unit of integers. Null as of `formatDateTime`.
 * @throws DecodeError where it is neither an integer nor such a date.
 */
export function formatTimestamp(value: unknown, unit: TimestampUnit): string | null {
  const time = decodeTime(value, unit);
  return time === null ? null : new Date(time).toISOString();
}

/** The same in milliseconds since 1970. @throws DecodeError */
export function decodeTime(value: unknown, unit: TimestampUnit): number | null {
  const date = readDateText(value);
  if (date !== null) return toTime(date, "ms");
  const timestamp = decodeInteger(value);
  return timestamp === null ? null : toTime(timestamp, unit);
}

/**
 * A timestamp as an integer. A date in text becomes one in the unit that is set: no other integer would mean anything.
 * @throws DecodeError where it is no integer, nor can become one.
 */
export function decodeTimestamp(value: unknown, unit: TimestampUnit): number | null {
  const perMillisecond = perMilliseconds[unit];
  const date = perMillisecond === undefined ? null : readDateText(value);
  if (date === null || perMillisecond === undefined) return decodeInteger(value);
  return Math.floor(date * perMillisecond);
}

/** Units that are set, by how many of them make a millisecond. */
const perMilliseconds: Readonly<Partial<Record<TimestampUnit, number>>> = {
  s: 0.001,
  ms: 1,
  us: 1000,
};

function toMilliseconds(timestamp: number, unit: TimestampUnit): number | null {
  switch (unit) {
    case "s":
      return timestamp * 1000;
    case "ms":
      return timestamp;
    case "us":
      return timestamp / 1000;
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

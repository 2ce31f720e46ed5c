import { readDateString } from "../../../registry-client/date-string.ts";
import {
  decodeInteger,
  decodePromised,
  type FieldSource,
} from "../../../registry-client/json-values.ts";
import type { Settings } from "../../../settings.ts";
import { rfc3339Times } from "../../base/time/calendar.ts";

/**
 * The unit of the registry's integer timestamps, which the interface document does not show
 * (interface §2.5).
 */
export type TimestampUnit = Settings["REGISTRY_TIMESTAMP_UNIT"];

/**
 * A timestamp, or a date string, as RFC 3339 text in UTC. A date needs no unit. Null for a
 * timestamp whose unit is `none` or that `auto` does not recognize (10 digits are seconds, 13
 * milliseconds), and for a time that RFC 3339 cannot express.
 * @throws DecodeError if the value is neither an integer nor a date string.
 */
export function formatTimestamp(value: unknown, unit: TimestampUnit): string | null {
  return toDateTime(decodeTime(value, unit));
}

/** @param time in milliseconds since 1970, of a year that RFC 3339 can express. */
export function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/**
 * A timestamp, or a date string, in milliseconds since 1970. Null in the same cases as
 * `formatTimestamp`.
 * @throws DecodeError if the value is neither an integer nor a date string.
 */
export function decodeTime(value: unknown, unit: TimestampUnit): number | null {
  const date = readDateString(value);
  if (date !== null) return withinRfc3339(date);
  const timestamp = decodeInteger(value);
  return timestamp === null ? null : withinRfc3339(toMilliseconds(timestamp, unit));
}

/**
 * A timestamp as an integer. A date string becomes one if a unit is set, because an integer without
 * a unit would mean nothing.
 * @throws DecodeError if the value is neither an integer nor a date that can become one.
 */
export function decodeTimestamp(value: unknown, unit: TimestampUnit): number | null {
  const perMillisecond = unitsPerMillisecond[unit];
  const date = perMillisecond === undefined ? null : readDateString(value);
  if (date === null || perMillisecond === undefined) return decodeInteger(value);
  return Math.floor(date * perMillisecond);
}

const unitsPerMillisecond: Readonly<Partial<Record<TimestampUnit, number>>> = {
  s: 0.001,
  ms: 1,
  us: 1000,
};

/** A time in milliseconds; null if RFC 3339, which has years of four digits, cannot express it. */
function withinRfc3339(milliseconds: number | null): number | null {
  const { min, max } = rfc3339Times;
  return milliseconds !== null && milliseconds >= min && milliseconds <= max ? milliseconds : null;
}

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

/**
 * Reads a timestamp that the interface document promises, as an integer (interface §2).
 * @throws RegistryError if it is missing, or cannot be read as an integer.
 */
export function readTimestamp(
  source: FieldSource,
  field: string,
  value: unknown,
  unit: TimestampUnit,
): number {
  return decodePromised(source, field, value, (given) => decodeTimestamp(given, unit));
}

/**
 * Reads a timestamp that the interface document promises, as RFC 3339 text in UTC. Null in the same
 * cases as `formatTimestamp`.
 * @throws RegistryError if it is missing, or neither an integer nor a date string.
 */
export function readTime(
  source: FieldSource,
  field: string,
  value: unknown,
  unit: TimestampUnit,
): string | null {
  const isDate = readDateString(value) !== null;
  // A missing timestamp is an error. One in an unknown unit is not.
  const given = isDate ? value : decodePromised(source, field, value, decodeInteger);
  return formatTimestamp(given, unit);
}

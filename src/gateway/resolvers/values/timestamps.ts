import { readDateString } from "../../call/decode/date-string.ts";
import { decodePromised, type FieldSource } from "../../call/decode/fields.ts";
import { decodeInteger } from "../../call/decode/json-values.ts";
import { decodeTimestamp, formatTimestamp, type TimestampUnit } from "./date-time.ts";

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
 * Reads a timestamp that the interface document promises, as RFC 3339 text in UTC. Null in the same cases as `formatTimestamp`.
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

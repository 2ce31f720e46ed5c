import { readDateText } from "../../upstream/date-text.ts";
import { decodeInteger } from "../../upstream/decode.ts";
import { decodePromised, type FieldSource } from "../../upstream/records.ts";
import { decodeTimestamp, formatTimestamp, type TimestampUnit } from "../date-time.ts";

/**
 * A timestamp that the interface document promises, as an integer (interface §2).
 * @throws RegistryError where it is missing or cannot be one
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
 * The same as a time; null where its unit cannot be told.
 * @throws RegistryError where it is missing, or neither an integer nor a date in text
 */
export function readTime(
  source: FieldSource,
  field: string,
  value: unknown,
  unit: TimestampUnit,
): string | null {
  const isDate = readDateText(value) !== null;
  // What is missing is an error, unlike what is there in a unit that nobody knows.
  const given = isDate ? value : decodePromised(source, field, value, decodeInteger);
  return formatTimestamp(given, unit);
}

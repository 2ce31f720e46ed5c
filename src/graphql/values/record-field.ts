import { readDateString } from "../../upstream/decoding/date-string.ts";
import { decodeInteger } from "../../upstream/decoding/json-values.ts";
import { decodeTimestamp, type TimestampUnit } from "./date-time.ts";

/** A field of a record. Changes are found by it, and `dataQuality` checks that it can be read. */
export interface RecordField {
  /** The schema's name. */
  readonly name: string;
  /** The registry's name. */
  readonly member: string;
  /** Decodes the value. It throws, or returns null, if the value cannot be read. */
  readonly decode: (value: unknown) => unknown;
  /** How the schema's field reads the value, if that depends on the unit of timestamps. @default decode */
  readonly decodeInUnit?: (value: unknown, unit: TimestampUnit) => unknown;
}

/** How a timestamp is read. Its unit decides whether it can be read, but not whether it has changed. */
export const timestamp = { decode: decodeMoment, decodeInUnit: decodeTimestamp };

/** A timestamp, or the time of a date string, marked so that the two are never equal. */
function decodeMoment(value: unknown): number | string | null {
  const date = readDateString(value);
  return date === null ? decodeInteger(value) : `date ${date}`;
}

import { readDateString } from "../../call/decode/date-string.ts";
import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
} from "../../call/decode/json-values.ts";
import { decodeTimestamp, type TimestampUnit } from "../values/date-time.ts";

/** A field of a record. Lists are filtered and sorted by it, `changes` compares it, and `dataQuality` checks that it can be read. */
export interface RecordField {
  /** The schema's name. */
  readonly name: string;
  /** The registry's name. */
  readonly member: string;
  readonly kind: "text" | "boolean" | "timestamp" | "object";
  /** The schema's name of the field that shows a timestamp as a time. */
  readonly time?: string;
  /** Decodes the value. It throws, or returns null, if the value cannot be read. */
  readonly decode: (value: unknown) => unknown;
  /** How the schema's field reads the value, if that depends on the unit of timestamps. @default decode */
  readonly decodeInUnit?: (value: unknown, unit: TimestampUnit) => unknown;
}

export const text = { kind: "text", decode: decodeString } as const;

export const boolean = { kind: "boolean", decode: decodeBoolean } as const;

export const object = { kind: "object", decode: decodeObject } as const;

/** What all timestamps have in common. The unit decides whether one can be read, but not whether it has changed. */
export const timestamp = {
  kind: "timestamp",
  decode: decodeMoment,
  decodeInUnit: decodeTimestamp,
} as const;

/** A timestamp, or the time of a date string, marked so that the two are never equal. */
function decodeMoment(value: unknown): number | string | null {
  const date = readDateString(value);
  return date === null ? decodeInteger(value) : `date ${date}`;
}

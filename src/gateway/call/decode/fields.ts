import { RegistryError } from "../../base/errors.ts";
import { DecodeError, type JsonObject } from "./json-values.ts";

/** What fields are read from: a record, a structure or an item. */
export interface FieldSource {
  readonly fields: JsonObject;
  /** The path template of a call that returns it, for errors. */
  readonly template: string;
}

/**
 * A field that the registry may leave out, decoded; null if it is missing or null.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE`, naming the field, if its value cannot be read.
 */
export function readOptional<T>(
  source: FieldSource,
  field: string,
  decode: (value: unknown) => T | null,
): T | null {
  return decodeOptional(source, field, source.fields[field], decode);
}

/**
 * A field that the interface document promises, decoded.
 * @throws RegistryError `REGISTRY_BAD_RESPONSE`, naming the field, if it is missing or null, or cannot be read.
 */
export function readPromised<T>(
  source: FieldSource,
  field: string,
  decode: (value: unknown) => T | null,
): T {
  return decodePromised(source, field, source.fields[field], decode);
}

/** Like `readOptional`, for a value that was read already. */
export function decodeOptional<T>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => T | null,
): T | null {
  try {
    return decode(value);
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(source, field, error.message);
    throw error;
  }
}

/** Like `readPromised`, for a value that was read already. */
export function decodePromised<T>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => T | null,
): T {
  const decoded = decodeOptional(source, field, value, decode);
  if (decoded === null) throw unreadable(source, field, "expected a value, found none");
  return decoded;
}

function unreadable({ template }: FieldSource, field: string, expectation: string): RegistryError {
  const reason = `"${field}" cannot be read: ${expectation}`;
  return new RegistryError("REGISTRY_BAD_RESPONSE", template, reason, { field });
}

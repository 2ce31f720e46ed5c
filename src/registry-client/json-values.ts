import { digitsOf, isRawNumber, parseJson } from "../gateway/base/collections/raw-number.ts";
import { RegistryError } from "../gateway/base/errors.ts";

/*
 * Decoders of JSON values that may be wrong. Each returns the value in its type, and accepts every
 * spelling that loses nothing (`5` or `"5"`, `0` or `false`). It returns `null` if there is no
 * value, and throws `DecodeError` for anything else. Below them stand the readers of fields, which
 * throw a `RegistryError` that names the field.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The message names what the interface document says, never the value. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}

/** The interface document shows no errors (§7), so these are the usual names. */
export function isErrorBody(value: unknown): boolean {
  return (
    isJsonObject(value) && ["error", "errors", "message", "detail"].some((name) => name in value)
  );
}

export function tryDecode<T>(decode: (value: unknown) => T | null, value: unknown): T | null {
  try {
    return decode(value);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

export function decodeString(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (Number.isSafeInteger(value)) return String(value);
  const digits = isRawNumber(value) ? digitsOf(value) : null;
  if (digits !== null) return digits;
  throw new DecodeError("expected a string");
}

export function decodeInteger(value: unknown): number | null {
  if (Number.isSafeInteger(value)) return value as number;
  if (value === null || value === undefined) return null;
  if (typeof value === "string" && /^-?\d{1,16}$/.test(value)) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
  }
  throw new DecodeError("expected an integer");
}

export function decodeBoolean(value: unknown): boolean | null {
  const boolean = readBoolean(value);
  if (boolean !== null || value === null || value === undefined) return boolean;
  throw new DecodeError("expected a boolean");
}

/** Also as a number or a string; null for anything else. Unlike `decodeBoolean`, never throws. */
export function readBoolean(value: unknown): boolean | null {
  switch (value) {
    case true:
    case 1:
    case "1":
    case "true":
      return true;
    case false:
    case 0:
    case "0":
    case "false":
      return false;
    default:
      return null;
  }
}

/**
 * A JSON object. It may be a string of JSON, because some servers keep it as text in a database
 * column. An empty list counts as an empty object, because some servers cannot tell the two apart.
 */
export function decodeObject(value: unknown): JsonObject | null {
  const plain = typeof value === "string" ? tryParse(value) : value;
  if (isJsonObject(plain)) return plain;
  if (plain === null || plain === undefined) return null;
  if (Array.isArray(plain) && plain.length === 0) return {};
  throw new DecodeError("expected an object");
}

/** Null if the string is blank, and the string itself if it is not JSON. */
function tryParse(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** A list. A single object becomes a list of one. */
export function decodeList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return null;
  if (isJsonObject(value)) return [value];
  throw new DecodeError("expected an array");
}

export function decodeStrings(value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw new DecodeError("expected an array of strings");
  return value.map((entry) => {
    const text = decodeString(entry);
    if (text === null) throw new DecodeError("expected an array of strings");
    return text;
  });
}

export interface FieldSource {
  readonly fields: JsonObject;
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
 * @throws RegistryError `REGISTRY_BAD_RESPONSE`, naming the field, if it is missing or null, or
 * cannot be read.
 */
export function readPromised<T>(
  source: FieldSource,
  field: string,
  decode: (value: unknown) => T | null,
): T {
  return decodePromised(source, field, source.fields[field], decode);
}

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

import { DecodeError } from "../../upstream/decoding/json-values.ts";

/** Whether a value can be decoded. */
export function isReadable(value: unknown, decode: (value: unknown) => unknown): boolean {
  try {
    decode(value);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

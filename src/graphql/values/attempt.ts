import { DecodeError } from "../../upstream/answers/decode.ts";

/** Decodes a value; null if there is none, or if it cannot be read. */
export function attempt<T>(decode: (value: unknown) => T | null, value: unknown): T | null {
  try {
    return decode(value);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

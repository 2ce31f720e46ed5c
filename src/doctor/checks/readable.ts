import { DecodeError } from "../../gateway/call/decode/json-values.ts";

/** What the gateway does with a field that cannot be decoded. */
export const unreadableHint =
  "If such a field is selected, it is null with an error; the rest of the record is correct.";

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

/** Decodes a value; undefined if there is none, or if it cannot be read. */
export function attempt<T>(decode: (value: unknown) => T | null, value: unknown): T | undefined {
  try {
    return decode(value) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value can be decoded. */
export function isReadable(value: unknown, decode: (value: unknown) => unknown): boolean {
  try {
    decode(value);
    return true;
  } catch {
    return false;
  }
}

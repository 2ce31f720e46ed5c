/** A number that keeps the digits it was written with. `JSON.stringify` writes them unchanged. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface JsonWithSources {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

const json: JsonWithSources = JSON as typeof JSON & JsonWithSources;

/**
 * Parses JSON. An integer that a 64-bit floating-point number cannot be trusted with (beyond 2^53),
 * and a number that is too large or too small for one, becomes a `RawNumber`. Only a text that may
 * have such a number pays for it.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text);
  try {
    return json.parse(text, (_, value, { source }) =>
      typeof value === "number" && source !== undefined && losesDigits(value, source)
        ? json.rawJSON(source)
        : value,
    );
  } catch (error) {
    // A reviver recurses for each level. What is nested so deeply is refused anyway, so its numbers
    // do not matter.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

/**
 * A number of 16 digits or more, or with an exponent of three digits or more. Some texts in strings
 * match as well.
 */
const mayLoseDigits = /(?:^|[:,[\s])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

function losesDigits(value: number, source: string): boolean {
  if (Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return String(value) !== source;
  }
  const isZero = value === 0 && /^[^eE]*[1-9]/.test(source);
  return isZero || !Number.isFinite(value);
}

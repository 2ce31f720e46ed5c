/**
 * Replaces each byte value with another, the same one every time. So two spellings of a UID, such as backwards or with different separators, still
 * spell the same UID afterwards.
 */
interface ByteCipher {
  /** Replaces the bytes of a hexadecimal string; undefined for any other. Digits stay digits, and letters keep their case. */
  replaceHex(text: string): string | undefined;
  /** Replaces the bytes that a decimal number spells. */
  replaceDecimal(digits: string, bytes: number): string;
}

/** Hexadecimal bytes, perhaps with separators. */
const hexForm = /^(0x)?[{]?([0-9a-f]{2}[:. -]?)+[}]?$/i;

/** The minimum number of digits of a UID. A shorter string is a word or a number. */
const minDigits = 8;

/**
 * Creates a random cipher.
 * @param draw returns a random number from 0 up to, but not including, 1.
 */
export function createByteCipher(draw: () => number): ByteCipher {
  const replacements = drawReplacements(draw);
  const replaceByte = (pair: string) => {
    const hex = (replacements[Number.parseInt(pair, 16)] ?? 0).toString(16).padStart(2, "0");
    return [...hex].map((digit, index) => matchCase(digit, pair[index] ?? "")).join("");
  };
  const replacePairs = (digits: string) => digits.replaceAll(/../g, replaceByte);
  return {
    replaceHex(text) {
      const [, prefix = ""] = hexForm.exec(text) ?? [];
      const rest = text.slice(prefix.length);
      const digits = rest.replaceAll(/[^0-9a-f]/gi, "");
      if (!hexForm.test(text) || digits.length < minDigits) return undefined;
      const replaced = [...replacePairs(digits)].values();
      return prefix + rest.replaceAll(/[0-9a-f]/gi, () => replaced.next().value ?? "");
    },
    replaceDecimal(digits, bytes) {
      const hex = BigInt(digits)
        .toString(16)
        .padStart(bytes * 2, "0");
      return BigInt(`0x${replacePairs(hex)}`).toString();
    },
  };
}

/** Draws a replacement for each byte, with the same kinds of digits. 0 stays 0, so that numbers keep their leading zeros. */
function drawReplacements(draw: () => number): readonly number[] {
  const groups = new Map<string, number[]>();
  for (let byte = 1; byte < 256; byte += 1) {
    const kinds = byte
      .toString(16)
      .padStart(2, "0")
      .replaceAll(/\d/g, "9")
      .replaceAll(/[a-f]/g, "a");
    groups.set(kinds, [...(groups.get(kinds) ?? []), byte]);
  }
  const replacements: number[] = [0];
  for (const bytes of groups.values()) {
    const shuffled = shuffle(bytes, draw);
    for (const [index, byte] of bytes.entries()) replacements[byte] = shuffled[index] ?? byte;
  }
  return replacements;
}

function shuffle<T>(values: readonly T[], draw: () => number): readonly T[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    const [one, two] = [shuffled[last], shuffled[other]];
    if (one !== undefined && two !== undefined) [shuffled[last], shuffled[other]] = [two, one];
  }
  return shuffled;
}

function matchCase(digit: string, like: string): string {
  return like === like.toLowerCase() ? digit : digit.toUpperCase();
}

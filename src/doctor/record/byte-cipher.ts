/**
 * Replaces bytes by others, one for one. As bytes are replaced by themselves and not by their place, a UID that is spelled
 * backwards, or with other separators, stays the same UID spelled so.
 */
export interface ByteCipher {
  /** The text with its bytes replaced, each hexadecimal digit by one of its kind and case; undefined: it is no row of bytes. */
  replaceHex(text: string): string | undefined;
  /** A decimal number that spells so many bytes, with these replaced. */
  replaceDecimal(digits: string, bytes: number): string;
}

/** Bytes in hexadecimal, perhaps with something between. */
const hexForm = /^(0x)?[{]?([0-9a-f]{2}[:. -]?)+[}]?$/i;

/** Shorter texts are words or numbers. */
const leastDigits = 8;

/** Makes a cipher that nobody can tell but by its draws. @param draw gives a number from 0 to below 1. */
export function createByteCipher(draw: () => number): ByteCipher {
  const replacements = drawReplacements(draw);
  const replaceByte = (pair: string) => {
    const hex = (replacements[Number.parseInt(pair, 16)] ?? 0).toString(16).padStart(2, "0");
    return [...hex].map((digit, place) => matchCase(digit, pair[place] ?? "")).join("");
  };
  const replacePairs = (digits: string) => digits.replaceAll(/../g, replaceByte);
  return {
    replaceHex(text) {
      const [, prefix = ""] = hexForm.exec(text) ?? [];
      const rest = text.slice(prefix.length);
      const digits = rest.replaceAll(/[^0-9a-f]/gi, "");
      if (!hexForm.test(text) || digits.length < leastDigits) return undefined;
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

/** For each byte another whose two digits are of the same kinds. 0 stays, or numbers would lose and gain digits at their front. */
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
    for (const [place, byte] of bytes.entries()) replacements[byte] = shuffled[place] ?? byte;
  }
  return replacements;
}

function shuffle<T>(values: readonly T[], draw: () => number): readonly T[] {
  const shuffled = [...values];
  for (let place = shuffled.length - 1; place > 0; place -= 1) {
    const other = Math.floor(draw() * (place + 1));
    const [one, two] = [shuffled[place], shuffled[other]];
    if (one !== undefined && two !== undefined) [shuffled[place], shuffled[other]] = [two, one];
  }
  return shuffled;
}

function matchCase(digit: string, like: string): string {
  return like === like.toLowerCase() ? digit : digit.toUpperCase();
}

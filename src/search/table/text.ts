const ascii = /^[\0-\x7f]*$/;
const marks = /\p{M}+/gu;
const letters = /[ßæœøłđıς]/g;
const spellings = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" }),
);

/**
 * A string without accents and letter case, as `contains`, `startsWith` and `search` compare it.
 * Half a surrogate pair becomes U+FFFD, as in UTF-8, so that it is not found within a complete
 * pair.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .replace(letters, (letter) => spellings.get(letter) ?? letter)
    .normalize("NFKD")
    .replace(marks, "")
    .toWellFormed();
}

/** The default locale would be the machine's. English adds no rules to Unicode's. */
const collator = new Intl.Collator("en", { numeric: true });

/**
 * Compares strings in the order that people expect, which is the same on every machine: Unicode's
 * collation, by base letters, then accents, then case, with runs of digits by value. Different
 * strings may be equal in it ("7" and "007").
 */
export function compareStrings(one: string, other: string): number {
  return one === other ? 0 : collator.compare(one, other);
}

export function compareCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

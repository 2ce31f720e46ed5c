const ascii = /^[\0-\x7f]*$/;
const marks = /\p{M}+/gu;
const letters = /[ßæœøłđıς]/g;
const spellings = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" }),
);

/**
 * A text without accents and letter case, as `contains`, `startsWith` and `search` compare it. A half of a surrogate pair
 * becomes U+FFFD, as it does wherever text is written as UTF-8: no half of a letter is found within another.
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

/** Named, because an unknown locale would be replaced by the machine's own. English has no rules beside Unicode's. */
const collator = new Intl.Collator("en", { numeric: true });

/**
 * The order in which people read text, the same on every machine: Unicode's collation by base letters, then accents, then
 * case, with runs of digits by their value. Different texts may be equal in it ("7" and "007").
 */
export function compareText(one: string, other: string): number {
  return one === other ? 0 : collator.compare(one, other);
}

/** The order of code units, in which no two different texts are equal. */
export function compareCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What a reference takes where it is kept. */
export const referenceBytes = 8;

/** About how many bytes a text takes in memory. */
export function bytesOfText(text: string): number {
  return 16 + Math.ceil((text.length * (ascii.test(text) ? 1 : 2)) / 8) * 8;
}

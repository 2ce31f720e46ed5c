/** Stand around a word of the registry's until it is cut. No text has them: they are no characters. */
const [begin, end] = ["\u{FDD0}", "\u{FDD1}"];

/** A word of the registry's within a text: `cutWords` makes it such as may be shown. */
export function showWord(word: string): string {
  return begin + word.replaceAll(/[\u{FDD0}\u{FDD1}]/gu, "?") + end;
}

/** A text with each of the registry's words replaced, still as such. */
export function mapWords(text: string, map: (word: string) => string): string {
  return text.replaceAll(
    /(\u{FDD0})([^\u{FDD1}]*)(\u{FDD1})/gu,
    (_, before: string, word: string, after: string) => before + map(word) + after,
  );
}

/**
 * Makes the registry's words in a text such as may be shown on a terminal: without control characters, and short. After the key
 * has been taken out: of a key that is cut a part would be left, and not be known for one.
 */
export function cutWords(text: string): string {
  return text.replaceAll(/\u{FDD0}([^\u{FDD1}]*)\u{FDD1}/gu, (_, word: string) => {
    const plain = word.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
    return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
  });
}

/** A few words of the registry's, in quotes, and how many more there are. */
export function showWords(words: readonly string[], most = 5): string {
  const shown = words.slice(0, most).map((word) => `"${showWord(word)}"`);
  const rest = words.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Such as `1 tag`, `2,500 tags`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Such as `97%`; below everything never `100%`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const share = (part / whole) * 100;
  return `${part < whole ? Math.min(99, Math.round(share)) : 100}%`;
}

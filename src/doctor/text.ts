/**
 * These code points mark the registry's words in a sentence, until `cutWords` removes them. Unicode reserves them for such uses,
 * so no other text has them.
 */
const [begin, end] = ["\u{FDD0}", "\u{FDD1}"];

/** Marks a word as the registry's, so that `cutWords` makes it safe to show. */
export function showWord(word: string): string {
  return begin + word.replaceAll(/[\u{FDD0}\u{FDD1}]/gu, "?") + end;
}

/** Replaces each of the registry's words in a sentence. They stay marked. */
export function mapWords(text: string, map: (word: string) => string): string {
  return text.replaceAll(
    /(\u{FDD0})([^\u{FDD1}]*)(\u{FDD1})/gu,
    (_, before: string, word: string, after: string) => before + map(word) + after,
  );
}

/**
 * Makes the registry's words safe to show on a console: short, and without control characters. Hide the key first, because it
 * cannot be recognized in a word that was cut.
 */
export function cutWords(text: string): string {
  return text.replaceAll(/\u{FDD0}([^\u{FDD1}]*)\u{FDD1}/gu, (_, word: string) => {
    const plain = word.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
    return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
  });
}

/** Lists the registry's words in quotes, and says how many more there are. */
export function showWords(words: readonly string[], max = 5): string {
  const shown = words.slice(0, max).map((word) => `"${showWord(word)}"`);
  const rest = words.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Formats a share, such as `97%`. It is `100%` only if nothing is missing. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const share = (part / whole) * 100;
  return `${part < whole ? Math.min(99, Math.round(share)) : 100}%`;
}

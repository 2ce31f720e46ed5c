/** Letters to choose from, by kind. Each takes as many bytes as its like in UTF-8, or a limit of bytes would be met by one alone. */
const letters = [
  [/^[0-9]$/, [..."0123456789"]],
  [/^[a-z]$/, [..."abcdefghijklmnopqrstuvwxyz"]],
  [/^[A-Z]$/, [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]],
  [/^\p{Lu}$/u, [..."ÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜ"]],
  [/^\p{Ll}$/u, [..."àáâãäåèéêëìíîïòóôõöùúûü"]],
  [/^\p{Nd}$/u, [..."٠١٢٣٤٥٦٧٨٩"]],
  [/^[\p{L}\p{M}]$/u, [..."天地玄黄宇宙洪荒日月盈昃辰宿列張"]],
] as const;

/** Tries to find a text that stands for no other yet. */
const mostTries = 1000;

/**
 * Replaces texts by meaningless ones of the same length and the same kinds of letters: equal ones by equal ones, different ones by
 * different ones. Punctuation and blanks stay.
 * @param draw gives a number from 0 to below 1.
 */
export function createTextCipher(draw: () => number): (text: string) => string {
  const known = new Map<string, string>();
  const used = new Set<string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    let replaced = replaceLetters(text, draw);
    for (let tries = 0; used.has(replaced) && tries < mostTries; tries += 1) {
      replaced = replaceLetters(text, draw);
    }
    known.set(text, replaced);
    used.add(replaced);
    return replaced;
  };
}

function replaceLetters(text: string, draw: () => number): string {
  const replaced = [...text].map((letter) => {
    const [, choice] = letters.find(([kind]) => kind.test(letter)) ?? [];
    return choice?.[Math.floor(draw() * choice.length)] ?? letter;
  });
  return replaced.join("");
}

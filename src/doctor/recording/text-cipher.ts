/** The letters to choose from, by kind. In UTF-8 they take as many bytes as those they replace, in case a limit counts bytes. */
const letters = [
  [/^[0-9]$/, [..."0123456789"]],
  [/^[a-z]$/, [..."abcdefghijklmnopqrstuvwxyz"]],
  [/^[A-Z]$/, [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]],
  [/^\p{Lu}$/u, [..."ÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜ"]],
  [/^\p{Ll}$/u, [..."àáâãäåèéêëìíîïòóôõöùúûü"]],
  [/^\p{Nd}$/u, [..."٠١٢٣٤٥٦٧٨٩"]],
  [/^[\p{L}\p{M}]$/u, [..."天地玄黄宇宙洪荒日月盈昃辰宿列張"]],
] as const;

/** The maximum number of tries to find a replacement that is not in use yet. */
const maxTries = 1000;

/**
 * Creates a cipher that replaces strings with meaningless ones of the same length and kinds of letters. Equal strings get equal
 * replacements, and different strings different ones. Punctuation and spaces stay.
 * @param draw returns a random number from 0 up to, but not including, 1.
 */
export function createTextCipher(draw: () => number): (text: string) => string {
  const known = new Map<string, string>();
  const used = new Set<string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    let replaced = replaceLetters(text, draw);
    for (let tries = 0; used.has(replaced) && tries < maxTries; tries += 1) {
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

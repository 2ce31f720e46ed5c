/** Returns a random number from 0 up to, but not including, 1. */
export type Draw = () => number;

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

const hexForm = /^(0x)?[{]?([0-9a-f]{2}[:. -]?)+[}]?$/i;

/** The minimum number of digits of a UID. A shorter string is a word or a number. */
const minDigits = 8;

export function createByteCipher(draw: Draw): ByteCipher {
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
function drawReplacements(draw: Draw): readonly number[] {
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

function shuffle<T>(values: readonly T[], draw: Draw): readonly T[] {
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

/** Matches an integer that is small enough to be shifted exactly. */
export const exactInteger = /^-?\d{1,15}$/;

interface Steps {
  /** For integers, by their number of digits. The steps grow with it, so that the order stays. */
  readonly byDigits: readonly number[];
  readonly fraction: number;
}

/** The maximum number of digits of an integer that can be shifted exactly. */
const maxDigits = 15;

/**
 * Creates a cipher that shifts numbers and keeps their order.
 * @param terminals the ids of terminals, which must not gain a digit.
 */
export function createNumberCipher(
  terminals: ReadonlySet<string>,
  draw: Draw,
): (number: number) => number {
  const steps = { byDigits: drawSteps(terminals, draw), fraction: draw() };
  return (number) => shiftNumber(number, steps);
}

/** Draws steps that are large enough to hide a number, but too small to give a terminal's id another digit. */
function drawSteps(terminals: ReadonlySet<string>, draw: Draw): readonly number[] {
  const ids = [...terminals]
    .filter((id) => exactInteger.test(id))
    .map((id) => Math.abs(Number(id)));
  const byDigits: number[] = [];
  let maxStep = Number.POSITIVE_INFINITY;
  for (let digits = maxDigits; digits >= 1; digits -= 1) {
    const end = 10 ** digits;
    const largest = Math.max(end / 10, ...ids.filter((id) => id < end && id >= end / 10));
    maxStep = Math.min(maxStep, 0.8 * end, Math.max(end - 1 - largest, 1));
    const step = 1 + Math.floor(draw() * maxStep);
    byDigits[digits] = step;
    maxStep = Math.min(maxStep, step);
  }
  return byDigits;
}

/** Shifts a number by the step for its number of digits. One with decimals also gets a fraction. A very large one is scaled. */
function shiftNumber(number: number, { byDigits, fraction }: Steps): number {
  const size = Math.abs(number);
  if (size >= 10 ** maxDigits) {
    const factor = 1 + (1 + fraction) / 4;
    return size > 1e300 ? number / factor : number * factor;
  }
  const step = byDigits[Math.floor(size).toString().length] ?? 1;
  // The shift is away from 0, so that a negative number cannot become equal to a positive one.
  const sign = number < 0 ? -1 : 1;
  if (Number.isInteger(number)) return number + sign * step;
  const [, decimals = ""] = String(number).split(".");
  return Number((number + sign * (step + fraction)).toFixed(Math.min(decimals.length, 20)));
}

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
 */
export function createTextCipher(draw: Draw): (text: string) => string {
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

function replaceLetters(text: string, draw: Draw): string {
  const replaced = [...text].map((letter) => {
    const [, choice] = letters.find(([kind]) => kind.test(letter)) ?? [];
    return choice?.[Math.floor(draw() * choice.length)] ?? letter;
  });
  return replaced.join("");
}

const dateText = /^(\d{4}-\d\d-\d\d)([Tt ])(\d\d:\d\d:\d\d)([\d.:+Zz-]{0,16})$/;

const daySeconds = 86_400;

/**
 * Creates a cipher that puts all times back by the same number of days and seconds. It returns undefined for anything other than a
 * time since 1973, in any unit, or a date string. 0 stays, because it is not a time.
 */
export function createTimeCipher(draw: Draw): (value: unknown) => number | string | undefined {
  const seconds = daySeconds * (1 + Math.floor(draw() * 60)) + Math.floor(draw() * daySeconds);
  return (value) => putBack(value, seconds);
}

/** Puts a time back. Its size shows its unit. */
function putBack(value: unknown, seconds: number): number | string | undefined {
  if (typeof value === "string" && dateText.test(value)) return putDateBack(value, seconds);
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof time !== "number") return undefined;
  if (time === 0) return value as number | string;
  const perSecond = [1e9, 1e6, 1e3, 1].find((unit) => time >= 1e8 * unit);
  if (perSecond === undefined) return undefined;
  const earlier = time - seconds * perSecond;
  return typeof value === "string" ? String(earlier) : earlier;
}

function putDateBack(text: string, seconds: number): string | undefined {
  const [, day, between = "", time, rest = ""] = dateText.exec(text) ?? [];
  const earlier = Date.parse(`${day}T${time}Z`) - seconds * 1000;
  if (Number.isNaN(earlier)) return undefined;
  const date = new Date(earlier).toISOString();
  return date.slice(0, 10) + between + date.slice(11, 19) + rest;
}

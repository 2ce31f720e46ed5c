import { isRawNumber } from "../../gateway/base/collections/raw-number.ts";
import { namesOfKind } from "../../gateway/call/decode/documented-fields.ts";
import { isJsonObject, type JsonObject } from "../../gateway/call/decode/json-values.ts";
import { putDayBack } from "./put-day-back.ts";

/** Returns a random number from 0 up to, but not including, 1. */
export type Draw = () => number;

/**
 * Replaces values with meaningless ones of the same form. Equal values get equal placeholders wherever they occur, and different
 * values different ones.
 */
interface Placeholders {
  /**
   * Letters and digits are replaced, alike in every spelling of an id: in either case, and with any separators. A date is put back, by as
   * much as every other.
   */
  replaceText(text: string): string;
  /** Replaces any JSON value. In objects it also replaces the names, which may be data, except for those of time fields. */
  replaceValue(value: unknown, depth?: number): unknown;
  /** Puts a time back, by as much as every other. Its size shows its unit. */
  replaceTime(value: unknown, depth?: number): unknown;
}

export const timeFields = namesOfKind("timestamp");

/** The maximum depth. Values that are nested deeper become null. */
const maxDepth = 100;

/** @param terminalIds the ids of recorded terminals, which keep their distances from each other and from other small numbers. */
export function createPlaceholders(terminalIds: ReadonlySet<string>, draw: Draw): Placeholders {
  const shift = createShift(terminalIds, draw);
  const replaceLetters = createLetterReplacer(draw);
  const secondsBack = daySeconds * (1 + Math.floor(draw() * 60)) + Math.floor(draw() * daySeconds);

  const replaceText = (text: string): string => {
    const date = putDayBack(text, Math.floor(secondsBack / 60));
    if (date !== undefined) return date;
    if (smallInteger.test(text)) return text.replace(/[1-9]\d*/, shift);
    const [prefix = ""] = /^(?:https?:\/\/|0x)/i.exec(text) ?? [];
    const rest = text.slice(prefix.length);
    const letters = rest.match(letterOrDigit) ?? [];
    const replaced = [...replaceLetters(letters.map(foldCase).join(""))].values();
    const takeNext = (letter: string) => {
      const next = replaced.next().value ?? letter;
      return /[A-Z]/.test(letter) ? next.toUpperCase() : next;
    };
    return prefix + rest.replaceAll(letterOrDigit, takeNext);
  };
  const replaceNumber = (text: string) =>
    JSON.rawJSON(text.replace(/^[-\d.]+/, (mantissa) => replaceText(mantissa)));
  const replaceValue = (value: unknown, depth = 0): unknown => {
    if (depth > maxDepth) return null;
    if (typeof value === "string") return replaceText(value);
    if (typeof value === "number") return replaceNumber(String(value));
    if (isRawNumber(value)) return replaceNumber(value.rawJSON);
    if (Array.isArray(value)) return value.map((part) => replaceValue(part, depth + 1));
    if (!isJsonObject(value)) return value;
    return mapFields(value, (name, part) =>
      timeFields.has(name)
        ? [name, replaceTime(part, depth + 1)]
        : [replaceText(name), replaceValue(part, depth + 1)],
    );
  };
  const replaceTime = (value: unknown, depth = 0): unknown =>
    putBack(value, secondsBack) ?? replaceValue(value, depth);
  return { replaceText, replaceValue, replaceTime };
}

export function mapFields(
  object: JsonObject,
  map: (name: string, value: unknown) => readonly [string, unknown],
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => map(name, value)));
}

const maxDigits = 7;

/** Matches a number that may be a terminal's id, or lie between two of them by chance. */
const smallInteger = new RegExp(`^-?\\d{1,${maxDigits}}$`);

/** Creates a function that shifts integers without leading zeros, by a step for each number of digits. None gains a digit. */
function createShift(terminalIds: ReadonlySet<string>, draw: Draw): (digits: string) => string {
  const ids = [...terminalIds].filter((id) => smallInteger.test(id)).map(Number);
  const starts = Array.from({ length: maxDigits }, (_, place) => 10 ** place);
  const steps = starts.map((start) => {
    const last = start * 10 - 1;
    const largest = Math.max(start, ...ids.filter((id) => id >= start && id <= last));
    // If no step is small enough for the largest id, it goes on from the smallest number.
    return 1 + Math.floor(draw() * (last - largest || last - start));
  });
  return (digits) => {
    const place = digits.length - 1;
    const [start = 1, step = 1] = [starts[place], steps[place]];
    return String(start + ((Number(digits) - start + step) % (9 * start)));
  };
}

const letterOrDigit = /[\p{L}\p{M}\p{Nd}]/gu;

/** The letters to choose from, by kind. Hexadecimal digits stay such, and 0 stays 0, so that no number gains or loses digits. */
const kinds = [
  [/0/, [..."0"]],
  [/[1-9]/, [..."123456789"]],
  [/[a-f]/, [..."abcdef"]],
  [/[g-z]/, [..."ghijklmnopqrstuvwxyz"]],
  [/\p{Nd}/u, [..."٠١٢٣٤٥٦٧٨٩"]],
  [/\p{Lu}/u, [..."ÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜ"]],
  [/./u, [..."àáâãäåèéêëìíîïòóôõöùúûü"]],
] as const;

/** The maximum number of tries to find a replacement that is not in use yet. */
const maxTries = 1000;

/** Creates a function that replaces letters and digits, in lower case, by others of the same kinds. */
function createLetterReplacer(draw: Draw): (letters: string) => string {
  const known = new Map<string, string>();
  const used = new Set<string>();
  const drawLetter = (letter: string) => {
    const [, choice = [letter]] = kinds.find(([kind]) => kind.test(letter)) ?? [];
    return choice[Math.floor(draw() * choice.length)];
  };
  return (letters) => {
    const before = known.get(letters);
    if (before !== undefined) return before;
    const drawAll = () => [...letters].map(drawLetter).join("");
    let replaced = drawAll();
    for (let tries = 0; tries < maxTries; tries += 1) {
      // Of very few letters, no other replacement may be left.
      const isSame = replaced === letters && tries < maxTries / 2;
      if (!isSame && !used.has(replaced)) break;
      replaced = drawAll();
    }
    known.set(letters, replaced);
    used.add(replaced);
    return replaced;
  };
}

function foldCase(letter: string): string {
  return /[A-Z]/.test(letter) ? letter.toLowerCase() : letter;
}

const daySeconds = 86_400;

const dateText = /^(\d{4}-\d\d-\d\d)([Tt ])(\d\d:\d\d:\d\d)([\d.:+Zz-]{0,16})$/;

/** An earlier time; undefined for anything other than a time since 1973, in any unit, or a date string. 0 stays: it is no time. */
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

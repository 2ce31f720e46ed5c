import { mapWords } from "./text.ts";

/** What stands in place of the key. */
const replacement = "[key]";

/** A shorter key is in any text by chance: it is taken out of the registry's own words alone. */
const leastLength = 4;

/** A longer key is looked for in the usual spellings only: a pattern may not be as long as that. */
const mostLength = 1000;

/** Takes a key out of texts, in every spelling that it may have on its way. */
export class KeyMask {
  readonly #patterns: readonly (RegExp | string)[];
  readonly #isShort: boolean;

  constructor(key: string) {
    this.#patterns = key === "" ? [] : toPatterns(key);
    this.#isShort = key.length < leastLength;
  }

  /** The text without the key. */
  hide(text: string): string {
    return this.#isShort ? mapWords(text, (word) => this.#replace(word)) : this.#replace(text);
  }

  #replace(text: string): string {
    let hidden = text;
    for (const pattern of this.#patterns) hidden = hidden.replaceAll(pattern, replacement);
    return hidden;
  }
}

function toPatterns(key: string): readonly (RegExp | string)[] {
  if (key.length > mostLength) return formsOf(key);
  const forms = formsOf(key).map((form) => new RegExp(escapePattern(form), "gi"));
  const letters = [...key.toWellFormed()].map(toPattern).join("");
  return [new RegExp(letters, "gi"), ...forms];
}

/**
 * The spellings of one character: percent-encoded however often, escaped as in JSON and JavaScript, and by its number or its name as
 * in HTML and XML. They may be mixed: each writer has its own opinion of what needs it.
 */
function toPattern(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? "";
  const units = [...Array(character.length).keys()]
    .map((place) => character.charCodeAt(place).toString(16).padStart(4, "0"))
    .map((unit) => `\\\\+u${unit}`);
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const entity = entities[character];
  const spellings = [
    bytes.map((byte) => `%(?:25)*${byte}`).join(""),
    units.join(""),
    `\\\\+u\\{0*${code}\\}`,
    code.length === 2 && `\\\\+x${code}`,
    `&(?:amp;)*#(?:0*${character.codePointAt(0)}|x0*${code});?`,
    entity && `&(?:amp;)*${entity};`,
    character === " " && "\\+",
    // Last, as the others may begin with it.
    character === "\\" ? "(?:\\\\{4}|\\\\{2}|\\\\)" : `\\\\*${escapePattern(character)}`,
  ];
  return `(?:${spellings.filter(Boolean).join("|")})`;
}

/** Names of characters in HTML and XML. */
const entities: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** The spellings of a whole key, the longest first: one may hold another. */
export function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const encoded = encodeURIComponent(key.toWellFormed());
  const forms = new Set([
    key,
    encoded,
    encodeURIComponent(encoded),
    new URLSearchParams([["", key]]).toString().slice(1),
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(JSON.stringify(key)).slice(3, -3),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    ...toBase64Within(bytes),
    bytes.toString("hex"),
  ]);
  return [...forms].sort((one, other) => other.length - one.length);
}

/** The letters of base64 that the key alone decides where something stands before and after it, as in `Basic`. */
function toBase64Within(bytes: Buffer): readonly string[] {
  const forms = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return letters.slice(Math.ceil((before * 8) / 6), whole);
  });
  return forms.filter((form) => form.length >= 6);
}

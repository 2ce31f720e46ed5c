import { mapWords } from "./text.ts";

const replacement = "[key]";

/** Shorter keys occur in other words by chance, so they are hidden only in the registry's own words. */
const minLength = 4;

/** The pattern of a longer key would be too long, so it is hidden only in its usual spellings. */
const maxLength = 1000;

/** Hides a key in what the doctor prints, in every spelling that a server or a library may use. */
export class KeyMask {
  readonly #patterns: readonly (RegExp | string)[];
  readonly #isShort: boolean;

  constructor(key: string) {
    this.#patterns = key === "" ? [] : toPatterns(key);
    this.#isShort = key.length < minLength;
  }

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
  if (key.length > maxLength) return formsOf(key);
  const forms = formsOf(key).map((form) => new RegExp(escapePattern(form), "gi"));
  const letters = [...key.toWellFormed()].map(toPattern).join("");
  return [new RegExp(letters, "gi"), ...forms];
}

/**
 * A pattern of all spellings of one character: percent-encoded once or more, escaped as in JSON and JavaScript, or as a character
 * reference of HTML and XML. Each character has its own pattern, because spellings can be mixed.
 */
function toPattern(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? "";
  const units = [...Array(character.length).keys()]
    .map((index) => character.charCodeAt(index).toString(16).padStart(4, "0"))
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
    // The plain character comes last, because other spellings begin with it.
    character === "\\" ? "(?:\\\\{4}|\\\\{2}|\\\\)" : `\\\\*${escapePattern(character)}`,
  ];
  return `(?:${spellings.filter(Boolean).join("|")})`;
}

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

/** The spellings of a complete key. The longest come first, because one may contain another. */
function formsOf(key: string): readonly string[] {
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

/** The letters of a key within longer base64, such as a `Basic` header, without those that neighbouring bytes change. */
function toBase64Within(bytes: Buffer): readonly string[] {
  const forms = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return letters.slice(Math.ceil((before * 8) / 6), end);
  });
  return forms.filter((form) => form.length >= 6);
}

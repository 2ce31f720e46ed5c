/** What stands in place of the key. */
const replacement = "[key]";

/** A shorter key guards nothing, and is in any text by chance. */
const leastLength = 4;

/** Takes a key out of texts, in every spelling that it may have on its way. */
export class KeyMask {
  readonly #forms: readonly string[];

  constructor(key: string) {
    this.#forms = key.length < leastLength ? [] : formsOf(key);
  }

  /** The text without the key. */
  hide(text: string): string {
    let hidden = text;
    for (const form of this.#forms) {
      hidden = hidden.replaceAll(
        new RegExp(form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "gi"),
        replacement,
      );
    }
    return hidden;
  }
}

/** The spellings of a key, the longest first: one may hold another. */
export function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const encoded = encodeURIComponent(key.toWellFormed());
  const forms = new Set([
    key,
    encoded,
    encodeURIComponent(encoded),
    encodeURI(key.toWellFormed()),
    new URLSearchParams([["", key]]).toString().slice(1),
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(JSON.stringify(key)).slice(3, -3),
    toAscii(key),
    toEntities(key),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ]);
  return [...forms].sort((one, other) => other.length - one.length);
}

/** As JSON writers spell it that stay within ASCII. */
function toAscii(text: string): string {
  const json = JSON.stringify(text).slice(1, -1);
  return json.replaceAll(/[^ -~]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** As HTML and XML have it. */
function toEntities(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

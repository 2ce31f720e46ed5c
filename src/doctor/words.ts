/** The registry's words, made safe to show on a console. Nothing else that it sends is ever shown. */
export class Words {
  readonly #forms: readonly string[];

  /** @param key the caller's key. No word that contains it, in whatever spelling, is shown. */
  constructor(key: string) {
    this.#forms = [toPlain(key), ...encodeKey(key).map(toPlain)];
  }

  hasKey(word: string): boolean {
    const plain = toPlain(word);
    return this.#forms.some((form) => plain.includes(form));
  }

  /** A word without control characters, cut to a length. */
  show(word: string, maxLength = 40): string {
    if (this.hasKey(word)) return "[key]";
    const visible = word.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
    return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
  }

  /** Words in quotes, the first five of them, and how many more there are. */
  list(words: readonly string[]): string {
    const shown = words.slice(0, 5).map((word) => `"${this.show(word)}"`);
    const rest = words.length - shown.length;
    return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  }
}

/**
 * The text behind the escapes of URLs, of JSON and JavaScript, and of HTML, however often and however mixed they were written. Texts
 * that differ only in such escapes become the same.
 */
function toPlain(text: string): string {
  let plain = text;
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = before
      .toWellFormed()
      .toLowerCase()
      .replaceAll(/(?:%[0-9a-f]{2})+/g, fromPercents)
      .replaceAll(/&#(\d+)/g, (_, digits: string) => `&#x${Number(digits).toString(16)}`)
      .replaceAll(/\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|&#x([0-9a-f]+);?/g, fromHex)
      .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "")
      .replaceAll("\\", "")
      .replaceAll("+", " ");
  }
  return plain;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function fromPercents(bytes: string): string {
  return Buffer.from(bytes.replaceAll("%", ""), "hex").toString();
}

function fromHex(_: string, ...[unit, byte, reference]: readonly string[]): string {
  const code = Number.parseInt(unit ?? byte ?? reference ?? "", 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/**
 * A key in base64 and in hexadecimal, also within longer base64, such as that of a `Basic` header, without the letters that
 * neighbouring bytes change. Shorter forms are left out: they occur in other words by chance.
 */
function encodeKey(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const within = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return [padded.toString("base64"), padded.toString("base64url")].map((text) =>
      text.slice(start, end),
    );
  });
  return [...within, bytes.toString("hex")].filter((form) => form.length >= 6);
}

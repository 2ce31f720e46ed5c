/** Makes a registry's words safe to show. Nothing else that it sends is ever shown. */
export class Words {
  readonly #forms: readonly string[];

  /** @param key the caller's key. No word that contains it is shown, however it is escaped. */
  constructor(key: string) {
    this.#forms = [key, ...encodeKey(key)].map(toPlain);
  }

  hasKey(word: string): boolean {
    const plain = toPlain(word);
    return this.#forms.some((form) => plain.includes(form));
  }

  show(word: string, maxLength = 40): string {
    if (this.hasKey(word)) return "[key]";
    const visible = word.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
    return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
  }

  list(words: readonly string[]): string {
    const shown = words.slice(0, 5).map((word) => `"${this.show(word)}"`);
    const rest = words.length - shown.length;
    return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  }
}

/** The text behind the escapes of URLs, JavaScript and HTML, however often and mixed they are. */
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
      // A space in a query, and the letters that differ in the two kinds of base64.
      .replaceAll(/[+/_-]/g, " ");
  }
  return plain;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function fromPercents(bytes: string): string {
  return Buffer.from(bytes.replaceAll("%", ""), "hex").toString();
}

function fromHex(_: string, ...[unit, byte, reference]: readonly string[]): string {
  const code = Number.parseInt(unit ?? byte ?? reference ?? "", 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/**
 * A key in hexadecimal, and in base64 wherever it begins in a longer text, without the letters that
 * its neighbours change. Shorter forms occur by chance.
 */
function encodeKey(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const base64 = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return padded.toString("base64").slice(start, end);
  });
  return [bytes.toString("hex"), ...base64].filter((form) => form.length >= 6);
}

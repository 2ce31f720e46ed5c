/** Part of an answer's JSON: its text, or a fragment that still waits for some of it. */
export type Text = string | Fragment;

/** JSON that is being put together of text and of further fragments. */
export class Fragment {
  readonly #isNullable: boolean;
  #around: Fragment | undefined;
  /** Text and fragments in turn, up to the last fragment. */
  #parts: Text[] | undefined;
  /** The text since. */
  #text = "";

  /** @param isNullable whether `null` may stand in its place. */
  constructor(isNullable: boolean) {
    this.#isNullable = isNullable;
  }

  /** The nearest fragment that may be null, this one or one around it; undefined: all around it has been given up. */
  get nearestNullable(): Fragment | undefined {
    return this.#isNullable ? this : this.#around?.nearestNullable;
  }

  /** Adds what comes next. */
  append(part: Text): void {
    if (typeof part === "string") {
      this.#text += part;
      return;
    }
    part.#around = this;
    this.#parts ??= [];
    this.#parts.push(this.#text, part);
    this.#text = "";
  }

  /** Adds what comes last, and gives the text where it is all there. */
  end(text: string): Text {
    this.#text += text;
    return this.#parts === undefined ? this.#text : this;
  }

  /** Gives up all that it holds: it is null. */
  makeNull(): void {
    this.#parts = undefined;
    this.#text = "null";
  }

  /** The whole text, when nothing is awaited any more. */
  toString(): string {
    let text = "";
    for (const part of this.#parts ?? none)
      text += typeof part === "string" ? part : part.toString();
    return text + this.#text;
  }
}

const none: readonly Text[] = [];

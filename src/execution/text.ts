/** Part of an answer's JSON: its text, or a fragment that still waits for some of it. */
export type Text = string | Fragment;

/**
 * A text with what comes next.
 * @param isNullable whether `null` may stand in the place of the whole.
 */
export function append(text: Text, part: Text, isNullable: boolean): Text {
  if (typeof text === "string" && typeof part === "string") return text + part;
  const fragment = typeof text === "string" ? new Fragment(isNullable, text) : text;
  fragment.append(part);
  return fragment;
}

/** JSON that is not complete yet: text and further fragments in turn. */
export class Fragment {
  readonly #isNullable: boolean;
  #around: Fragment | undefined;
  #parts: Text[] = [];

  /** @param isNullable whether `null` may stand in its place. */
  constructor(isNullable: boolean, text = "") {
    this.#isNullable = isNullable;
    this.#parts.push(text);
  }

  /** The nearest fragment that may be null, this one or one around it; undefined: all around it has been given up. */
  get nearestNullable(): Fragment | undefined {
    return this.#isNullable ? this : this.#around?.nearestNullable;
  }

  /** Adds what comes next. */
  append(part: Text): void {
    if (typeof part !== "string") part.#around = this;
    this.#parts.push(part);
  }

  /** Gives up all that it holds: it is null. */
  makeNull(): void {
    this.#parts = ["null"];
  }

  /** The whole text, when nothing is awaited any more. */
  toString(): string {
    let text = "";
    for (const part of this.#parts) text += typeof part === "string" ? part : part.toString();
    return text;
  }
}

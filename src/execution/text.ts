/** Part of an answer's JSON: its text, or a fragment that still waits for some of it. */
export type Text = string | Fragment;

/** JSON that is not complete yet: text and further fragments in turn. */
export class Fragment {
  readonly #isNullable: boolean;
  #around: Fragment | undefined;
  #parts: Text[] = [];

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

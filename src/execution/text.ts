/** Part of an answer's JSON: a complete text, or one with parts that are still awaited. */
export type Text = string | PendingText;

/**
 * Adds the next part to a text.
 * @param isNullable whether `null` may replace the whole text.
 */
export function append(text: Text, part: Text, isNullable: boolean): Text {
  if (typeof text === "string" && typeof part === "string") return text + part;
  const pending = typeof text === "string" ? new PendingText(isNullable, text) : text;
  pending.append(part);
  return pending;
}

/** JSON with parts that are still awaited: a sequence of complete and pending parts. */
export class PendingText {
  readonly #isNullable: boolean;
  #around: PendingText | undefined;
  #parts: Text[] = [];

  /** @param isNullable whether `null` may replace it. */
  constructor(isNullable: boolean, text = "") {
    this.#isNullable = isNullable;
    this.#parts.push(text);
  }

  /** The nearest text that may be null: this one, or one around it. Undefined if a value around it has failed, so that nobody reads it. */
  get nearestNullable(): PendingText | undefined {
    return this.#isNullable ? this : this.#around?.nearestNullable;
  }

  append(part: Text): void {
    if (typeof part !== "string") part.#around = this;
    this.#parts.push(part);
  }

  /** Replaces all of it by `null`. */
  makeNull(): void {
    this.#parts = ["null"];
  }

  /** The whole text. Call it once nothing is awaited any more. */
  toString(): string {
    let text = "";
    for (const part of this.#parts) text += typeof part === "string" ? part : part.toString();
    return text;
  }
}

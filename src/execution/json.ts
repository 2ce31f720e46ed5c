/** Part of a response as JSON: complete, or with parts that are still awaited. */
export type Json = string | PendingJson;

/**
 * Appends a part to the JSON of a value.
 * @param isNullable whether the value may be null.
 */
export function append(json: Json, part: Json, isNullable: boolean): Json {
  if (typeof json === "string" && typeof part === "string") return json + part;
  const pending = typeof json === "string" ? new PendingJson(isNullable, json) : json;
  pending.append(part);
  return pending;
}

/** The JSON of a value with parts that are still awaited: a sequence of complete and pending parts. */
export class PendingJson {
  readonly #isNullable: boolean;
  /** The value around this one. */
  #parent: PendingJson | undefined;
  #parts: Json[] = [];

  /** @param isNullable whether the value may be null. */
  constructor(isNullable: boolean, start = "") {
    this.#isNullable = isNullable;
    this.#parts.push(start);
  }

  /** The nearest value that may be null: this one, or one around it. Undefined only if this value is no longer part of the response. */
  get nearestNullable(): PendingJson | undefined {
    return this.#isNullable ? this : this.#parent?.nearestNullable;
  }

  append(part: Json): void {
    if (typeof part !== "string") part.#parent = this;
    this.#parts.push(part);
  }

  /** Replaces the value with null. */
  makeNull(): void {
    this.#parts = ["null"];
  }

  /** The complete JSON in parts. Call it when nothing is awaited any more. */
  *parts(): Generator<string, void, undefined> {
    for (const part of this.#parts) {
      if (typeof part === "string") yield part;
      else yield* part.parts();
    }
  }

  /** The complete JSON. Call it when nothing is awaited any more. */
  toString(): string {
    let json = "";
    for (const part of this.#parts) json += typeof part === "string" ? part : part.toString();
    return json;
  }
}

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

/**
 * From this length on, a part is encoded as soon as it is complete, in characters. Until it is encoded, a string that was put together
 * consists of small objects, which the garbage collector would copy.
 */
const minEncodedLength = 32 * 1024;

function toPart(part: Json): Json | Buffer {
  return typeof part === "string" && part.length >= minEncodedLength ? Buffer.from(part) : part;
}

/**
 * The JSON of a value with parts that are still awaited: a sequence of complete and pending parts. They may nest deeper than a recursive
 * function can go: each turn of the event loop leaves the rest of a list to a part within its own.
 */
export class PendingJson {
  readonly #isNullable: boolean;
  #parent: PendingJson | undefined;
  #parts: (Json | Buffer)[];

  constructor(isNullable: boolean, start = "") {
    this.#isNullable = isNullable;
    this.#parts = start === "" ? [] : [start];
  }

  /** The nearest value that may be null: this one, or one around it. Undefined only if this value is no longer part of the response. */
  get nearestNullable(): PendingJson | undefined {
    let json: PendingJson | undefined = this;
    while (json !== undefined && !json.#isNullable) json = json.#parent;
    return json;
  }

  /** @param isLast whether nothing else is awaited. Then the part is encoded with the rest, if at all. */
  append(part: Json, isLast = false): void {
    const [first] = this.#parts;
    if (typeof part !== "string") part.#parent = this;
    // The first part of a value that takes two turns is not encoded either: often there is no third.
    else if (!isLast && typeof first === "string") this.#parts[0] = toPart(first);
    const kept = isLast ? part : toPart(part);
    // There may be thousands of these, most with one part, and an array makes room for many when its first is pushed.
    if (first === undefined) this.#parts = [kept];
    else this.#parts.push(kept);
  }

  makeNull(): void {
    this.#parts = ["null"];
  }

  /** Whether nothing of it is encoded. */
  get isText(): boolean {
    const left: PendingJson[] = [this];
    for (let json = left.pop(); json !== undefined; json = left.pop()) {
      for (const part of json.#parts) {
        if (part instanceof PendingJson) left.push(part);
        else if (typeof part !== "string") return false;
      }
    }
    return true;
  }

  /** The complete JSON in parts. Call it when nothing is awaited any more. */
  *parts(): Generator<string | Buffer, void, undefined> {
    const left: (Json | Buffer)[] = [this];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      if (part instanceof PendingJson)
        for (const inner of part.#parts.toReversed()) left.push(inner);
      else yield part;
    }
  }

  /**
   * The complete JSON, which is then forgotten. Call it when nothing is awaited any more, and only if it is so short that it took few
   * turns. What was awaited for long is old, and the garbage collector would copy young text as long as it is reached from old objects,
   * even from ones that are garbage themselves.
   */
  take(): string {
    const parts = this.#parts;
    this.#parts = [];
    let json = "";
    for (const part of parts) json += part instanceof PendingJson ? part.take() : part.toString();
    return json;
  }
}

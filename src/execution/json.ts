/** Part of a response as JSON: complete, or with parts that are still awaited. */
export type Json = string | PendingJson;

/**
 * Appends a part to the JSON of a value.
 * @param isNullable whether the value may be null.
 */
export function append(json: Json, part: Json, isNullable: boolean): Json {
  if (typeof json === "string" && typeof part === "string" && json.length < pieceLength) {
    return json + part;
  }
  const pending = typeof json === "string" ? new PendingJson(isNullable, json) : json;
  pending.append(part);
  return pending;
}

/** The length of the pieces of a long text, in characters. Joining a string of more than 128 KiB takes V8 far longer. */
const pieceLength = 64 * 1024;

/**
 * From this length on, a part is joined as soon as it is complete, in characters. Until then, a string that was put together consists of
 * small objects, which the garbage collector would copy.
 */
const minJoinedLength = 32 * 1024;

/** A text with as many bytes as its length: itself if it is ASCII. It is joined, if it was put together. */
export function toPiece(text: string): string | Buffer {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
}

function joinLong(part: Json | Buffer): Json | Buffer {
  return typeof part === "string" && part.length >= minJoinedLength ? toPiece(part) : part;
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

  append(part: Json): void {
    const parts = this.#parts;
    const lastIndex = parts.length - 1;
    const last = parts[lastIndex];
    if (typeof part !== "string") part.#parent = this;
    else if (typeof last === "string" && last.length + part.length <= pieceLength) {
      parts[lastIndex] = last + part;
      return;
    }
    // It may wait for others for long.
    const kept = joinLong(part);
    // There may be thousands of these, most with one part, and an array makes room for many when its first is pushed.
    if (last === undefined) this.#parts = [kept];
    else {
      parts[lastIndex] = joinLong(last);
      parts.push(kept);
    }
  }

  makeNull(): void {
    this.#parts = ["null"];
  }

  /**
   * The complete JSON, in pieces, which are then forgotten: what was awaited for long is old, and the garbage collector would copy young
   * text as long as it is reached from old objects, even from ones that are garbage themselves. There may be so many parts that it takes
   * several turns of the event loop. Texts are not joined. Call it when nothing is awaited any more.
   */
  *take(): Generator<string | Buffer, void, undefined> {
    let text = "";
    const left: (Json | Buffer)[] = [this];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      if (part instanceof PendingJson) {
        part.#moveParts(left);
      } else if (typeof part === "string" && part.length < minJoinedLength) {
        text += part;
        if (text.length < pieceLength) continue;
        yield text;
        text = "";
      } else {
        if (text !== "") yield text;
        text = "";
        yield part;
      }
    }
    if (text !== "") yield text;
  }

  /** Moves its parts to the end of a list, the first of them last. */
  #moveParts(list: (Json | Buffer)[]): void {
    const parts = this.#parts;
    this.#parts = [];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) list.push(part);
  }
}

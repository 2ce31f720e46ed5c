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

// In characters. Joining a string of more than 128 KiB takes V8 far longer.
const pieceLength = 64 * 1024;

/**
 * From this length on, a part is joined as soon as it is complete, in characters. Until then, a
 * string that was put together consists of small objects, which the garbage collector would copy.
 */
const minJoinedLength = 32 * 1024;

/** With as many bytes as its length: the text itself if it is ASCII. */
export function toPiece(text: string): string | Buffer {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
}

function joinLong(part: Json | Buffer): Json | Buffer {
  return typeof part === "string" && part.length >= minJoinedLength ? toPiece(part) : part;
}

export class PendingJson {
  readonly #isNullable: boolean;
  #parent: PendingJson | undefined;
  #parts: (Json | Buffer)[];

  constructor(isNullable: boolean, start = "") {
    this.#isNullable = isNullable;
    this.#parts = start === "" ? [] : [start];
  }

  /** This value, or one around it; undefined only if it is no longer part of the response. */
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
    // There may be thousands of these, most with one part, and an array makes room for many when
    // its first is pushed.
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
   * The complete JSON, in pieces, which are then forgotten: the garbage collector would copy young
   * text as long as it is reached from old objects, even from ones that are garbage themselves.
   * Call it when nothing is awaited any more.
   */
  take(): readonly (string | Buffer)[] {
    const pieces: (string | Buffer)[] = [];
    const text = this.#moveText(pieces, "");
    if (text !== "") pieces.push(text);
    return pieces;
  }

  // After the text `before`. Returns what is too short to be a piece.
  #moveText(pieces: (string | Buffer)[], before: string): string {
    const parts = this.#parts;
    this.#parts = [];
    let text = before;
    for (const part of parts) {
      if (part instanceof PendingJson) {
        text = part.#moveText(pieces, text);
        continue;
      }
      const isLong = typeof part !== "string" || part.length >= minJoinedLength;
      if (!isLong) text += part;
      if (text !== "" && (isLong || text.length >= pieceLength)) {
        pieces.push(text);
        text = "";
      }
      if (isLong) pieces.push(part);
    }
    return text;
  }
}

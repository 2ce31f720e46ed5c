import { advance, type Place, PlacedError, start } from "./place.ts";

export interface JsonPart {
  readonly name: string | undefined;
  readonly place: Place;
  readonly index: number | undefined;
  readonly text: string;
}

/** Yields the parts, and undefined whenever more of the text is needed. */
type Reading<T> = Generator<JsonPart | undefined, T, void>;

/**
 * Splits a JSON text into its parts as it arrives: the members of an object (those that are lists
 * by their elements), or the elements of an array. Only the part that is still arriving is in
 * memory, so the text can be of any size. Parts are not parsed here, so an invalid one does not
 * affect the others.
 */
export class JsonSplitter {
  readonly #isList: (name: string) => boolean;
  readonly #parts: Reading<void>;
  #text = "";
  /** Where `#text` begins, which has not been taken yet. */
  #place: Place;
  #hasEnded = false;

  constructor(isList: (name: string) => boolean, place: Place = start) {
    this.#isList = isList;
    this.#place = place;
    this.#parts = this.#readText();
  }

  /**
   * Takes the text that comes next, and returns the parts that are now complete.
   * @throws PlacedError
   */
  push(chunk: string): JsonPart[] {
    this.#text += chunk;
    const parts: JsonPart[] = [];
    let part = this.#parts.next().value;
    while (part) {
      parts.push(part);
      part = this.#parts.next().value;
    }
    return parts;
  }

  /**
   * Call it once all text has been pushed.
   * @throws PlacedError if the text ends too early.
   */
  finish(): void {
    if (!this.#hasEnded) throw new PlacedError(this.#place, "the file ends too early");
  }

  *#readText(): Reading<void> {
    const first = yield* this.#peek();
    if (first === "{") yield* this.#readObject();
    else if (first === "[") yield* this.#readList(undefined);
    else throw this.#expected("an object or an array");
    this.#hasEnded = true;
    // This returns only if another character arrives.
    yield* this.#peek();
    throw this.#expected("the end of the file");
  }

  *#readObject(): Reading<void> {
    this.#take(1);
    if (yield* this.#takeIf("}")) return;
    do {
      const name = yield* this.#readName();
      if (!(yield* this.#takeIf(":"))) throw this.#expected('":"');
      if ((yield* this.#peek()) === "[" && this.#isList(name)) yield* this.#readList(name);
      else yield* this.#readPart(name);
    } while (yield* this.#readSeparator("}"));
  }

  *#readList(name: string | undefined): Reading<void> {
    this.#take(1);
    if (yield* this.#takeIf("]")) return;
    let index = 0;
    do {
      index += 1;
      yield* this.#readPart(name, index);
    } while (yield* this.#readSeparator("]"));
  }

  *#readSeparator(end: "}" | "]"): Reading<boolean> {
    if (yield* this.#takeIf(end)) return false;
    if (yield* this.#takeIf(",")) return true;
    throw this.#expected(`"," or "${end}"`);
  }

  *#readName(): Reading<string> {
    const first = yield* this.#peek();
    const error = this.#expected("the name of a member");
    if (first !== '"') throw error;
    try {
      return JSON.parse(yield* this.#takeValue());
    } catch {
      throw error;
    }
  }

  *#readPart(name: string | undefined, index?: number): Reading<void> {
    yield* this.#peek();
    const place = this.#place;
    const text = yield* this.#takeValue();
    if (text === "") throw this.#expected("a value");
    yield { name, place, index, text };
  }

  *#takeIf(character: string): Reading<boolean> {
    if ((yield* this.#peek()) !== character) return false;
    this.#take(1);
    return true;
  }

  /** The next character that is no white space. */
  *#peek(): Reading<string> {
    for (;;) {
      this.#take(this.#text.search(/[^ \t\r\n]|$/));
      if (this.#text !== "") return this.#text.charAt(0);
      yield undefined;
    }
  }

  /** The text of the value that begins here, up to its end; "" if none does. */
  *#takeValue(): Reading<string> {
    const scan: Scan = { at: 0, depth: 0, isInString: false };
    const findEnd = /^["{[]/.test(this.#text) ? findClosing : findDelimiter;
    for (;;) {
      const end = findEnd(this.#text, scan);
      if (end !== undefined) return this.#take(end);
      yield undefined;
    }
  }

  #take(length: number): string {
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    this.#place = advance(this.#place, taken);
    return taken;
  }

  #expected(what: string): PlacedError {
    return new PlacedError(this.#place, `expected ${what}`);
  }
}

interface Scan {
  at: number;
  depth: number;
  isInString: boolean;
}

function findClosing(text: string, scan: Scan): number | undefined {
  let { at, depth, isInString } = scan;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    at += 1;
    if (isInString) {
      // The character after a backslash is escaped.
      if (code === backslash) at += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    if (depth === 0 && !isInString) return at;
  }
  Object.assign(scan, { at, depth, isInString });
  return undefined;
}

function findDelimiter(text: string): number | undefined {
  const end = text.search(/[\s,\]}]/);
  return end < 0 ? undefined : end;
}

const [quote, backslash] = [34, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** A value of a JSON text, as text: a member of the outermost object, or an element of one of its lists. */
export interface JsonPart {
  /** The member's name; undefined for an element of an outermost array. */
  readonly name: string | undefined;
  /** The line that the value begins on, counted from 1. */
  readonly line: number;
  /** Not parsed, and not looked into beyond its end. */
  readonly text: string;
}

/** A JSON text whose outer structure is broken. */
export class JsonStructureError extends Error {
  override readonly name = "JsonStructureError";
  readonly line: number;
  readonly expected: string;

  constructor(line: number, expected: string) {
    super(`line ${line}: expected ${expected}`);
    this.line = line;
    this.expected = expected;
  }
}

type State = "start" | "name" | "colon" | "value" | "comma" | "end";

/**
 * Cuts a JSON text into its parts as it comes in, so that a file of any size is read in little memory:
 * what is kept is the part under way. `isList` says which members are lists to be cut into their elements.
 */
export class JsonSplitter {
  readonly #isList: (name: string) => boolean;
  #text = "";
  #position = 0;
  #line = 1;
  #state: State = "start";
  /** What closes the containers that are open: `}` and `]`, outermost first, at most two. */
  #closers: string[] = [];
  /** A container may end where a member could begin only while it is empty: no comma comes before an end. */
  #mayEnd = false;
  #name: string | undefined;
  /** How far the value under way was looked through. */
  #scan = { position: 0, depth: 0, isInText: false };

  constructor(isList: (name: string) => boolean) {
    this.#isList = isList;
  }

  /**
   * The parts that are whole now.
   * @throws JsonStructureError
   */
  push(chunk: string): JsonPart[] {
    this.#text = this.#text.slice(this.#position) + chunk;
    this.#scan.position -= this.#position;
    this.#position = 0;
    const parts: JsonPart[] = [];
    while (this.#step(parts)) {
      // Each step takes in one token, or finds that the rest of it is still to come.
    }
    return parts;
  }

  /**
   * To be called when all was pushed.
   * @throws JsonStructureError when the text stops short of its end.
   */
  finish(): void {
    this.push(" ");
    if (this.#state !== "end") throw this.#fail("the rest of the file: it stops short");
  }

  #step(parts: JsonPart[]): boolean {
    this.#skipSpace();
    const character = this.#text[this.#position];
    if (character === undefined) return false;
    switch (this.#state) {
      case "start":
        if (character !== "{" && character !== "[") throw this.#fail("an object or an array");
        return this.#open(character);
      case "name":
        return this.#mayEnd && this.#closes(character) ? this.#close() : this.#takeName(character);
      case "colon":
        if (character !== ":") throw this.#fail('":"');
        return this.#take("value");
      case "value":
        return this.#mayEnd && this.#closes(character)
          ? this.#close()
          : this.#takeValue(character, parts);
      case "comma":
        if (this.#closes(character)) return this.#close();
        if (character !== ",") throw this.#fail(`"," or "${this.#closers.at(-1)}"`);
        return this.#take(this.#closers.at(-1) === "}" ? "name" : "value");
      case "end":
        throw this.#fail("nothing more");
      default:
        return this.#state satisfies never;
    }
  }

  #take(state: State): boolean {
    this.#position += 1;
    this.#mayEnd = false;
    this.#state = state;
    return true;
  }

  #open(opener: "{" | "["): boolean {
    this.#closers.push(opener === "{" ? "}" : "]");
    this.#take(opener === "{" ? "name" : "value");
    this.#mayEnd = true;
    return true;
  }

  #closes(character: string): boolean {
    return character === this.#closers.at(-1);
  }

  #close(): boolean {
    this.#closers.pop();
    if (this.#closers.at(-1) === "}") this.#name = undefined;
    return this.#take(this.#closers.length === 0 ? "end" : "comma");
  }

  #takeName(character: string): boolean {
    if (character !== '"') throw this.#fail("the name of a member");
    const line = this.#line;
    const text = this.#takeToken();
    if (text === undefined) return false;
    const name: unknown = parseOr(text, () => new JsonStructureError(line, "the name of a member"));
    this.#name = String(name);
    this.#state = "colon";
    return true;
  }

  #takeValue(character: string, parts: JsonPart[]): boolean {
    const isMember = this.#closers.at(-1) === "}";
    if (isMember && character === "[" && this.#isList(this.#name ?? "")) return this.#open("[");
    const line = this.#line;
    const text = this.#takeToken();
    if (text === undefined) return false;
    if (text === "") throw this.#fail("a value");
    parts.push({ name: this.#name, line, text });
    this.#mayEnd = false;
    this.#state = "comma";
    return true;
  }

  /** The whole text of the value that begins here; undefined, and nothing taken, while its end is still to come. */
  #takeToken(): string | undefined {
    const end = this.#findEnd();
    if (end === undefined) return undefined;
    const text = this.#text.slice(this.#position, end);
    this.#position = end;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line += 1;
    this.#scan = { position: 0, depth: 0, isInText: false };
    return text;
  }

  /** Goes on where the last look ended: a value that comes in many chunks is looked through once. */
  #findEnd(): number | undefined {
    const text = this.#text;
    let { position, depth, isInText } = this.#scan;
    position = Math.max(position, this.#position);
    for (; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (isInText) {
        if (code === backslash) position += 1;
        else if (code === quote) {
          isInText = false;
          if (depth === 0) return position + 1;
        }
      } else if (code === quote) isInText = true;
      else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) {
        if (depth === 0) return position;
        depth -= 1;
        if (depth === 0) return position + 1;
      } else if (depth === 0 && (code === comma || code <= space)) return position;
    }
    this.#scan = { position, depth, isInText };
    return undefined;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code === lineFeed) this.#line += 1;
      else if (code !== space && code !== tab && code !== carriageReturn) return;
      this.#position += 1;
    }
  }

  #fail(expected: string): JsonStructureError {
    return new JsonStructureError(this.#line, expected);
  }
}

function parseOr(text: string, createError: () => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw createError();
  }
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

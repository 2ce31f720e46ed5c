/** JSON text as it arrives. Only the part that has not been taken yet is kept. */
export class JsonInput {
  #text = "";
  #position = 0;
  #line = 1;
  /** How far the scan for the end of the value at `#position` has come. */
  #scan = beginScan(0);

  /** The line of the next character that will be taken, counted from 1. */
  get line(): number {
    return this.#line;
  }

  /** Adds the text that comes next. */
  append(chunk: string): void {
    this.#scan.position -= this.#position;
    this.#text = this.#text.slice(this.#position) + chunk;
    this.#position = 0;
  }

  /** The next character that is not white space; undefined until it has arrived. */
  peek(): string | undefined {
    this.#skipSpace();
    return this.#text[this.#position];
  }

  /** Takes the character that `peek` returned. */
  advance(): void {
    this.#position += 1;
  }

  /** Takes the text of the value that begins here. Returns undefined until its end has arrived. */
  takeValue(): string | undefined {
    const end = this.#findEnd();
    if (end === undefined) return undefined;
    const value = this.#text.slice(this.#position, end);
    for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) this.#line += 1;
    this.#position = end;
    this.#scan = beginScan(end);
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code === lineFeed) this.#line += 1;
      else if (code !== space && code !== tab && code !== carriageReturn) return;
      this.#position += 1;
    }
  }

  /** Continues where the last scan stopped, so that a value that arrives in many chunks is scanned only once. */
  #findEnd(): number | undefined {
    const text = this.#text;
    let { position, depth, isInString } = this.#scan;
    position = Math.max(position, this.#position);
    for (; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (isInString) {
        if (code === backslash) position += 1;
        else if (code === quote) {
          isInString = false;
          if (depth === 0) return position + 1;
        }
      } else if (code === quote) isInString = true;
      else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) {
        if (depth === 0) return position;
        depth -= 1;
        if (depth === 0) return position + 1;
      } else if (depth === 0 && (code === comma || code <= space)) return position;
    }
    this.#scan = { position, depth, isInString };
    return undefined;
  }
}

/** The state of a scan. */
interface EndScan {
  /** The next character to scan. */
  position: number;
  /** How many brackets and braces are open. */
  readonly depth: number;
  readonly isInString: boolean;
}

function beginScan(position: number): EndScan {
  return { position, depth: 0, isInString: false };
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

import { countLineFeeds, type Place } from "./place.ts";

/** JSON text as it arrives. Only the part that has not been taken yet is kept. */
export class JsonInput {
  #text = "";
  #position = 0;
  #line: number;
  /** The position at which the line begins. It is negative if that part of the text is gone. */
  #lineStart: number;
  #scan = unscanned;

  constructor({ line, column }: Place) {
    this.#line = line;
    this.#lineStart = 1 - column;
  }

  get place(): Place {
    return { line: this.#line, column: this.#position - this.#lineStart + 1 };
  }

  append(chunk: string): void {
    this.#text = this.#text.slice(this.#position) + chunk;
    this.#lineStart -= this.#position;
    this.#position = 0;
  }

  peek(): string | undefined {
    this.#skipSpace();
    return this.#text[this.#position];
  }

  advance(): void {
    this.#position += 1;
  }

  /**
   * Takes the text of the value that begins at the character that `peek` returned; undefined until
   * its end has arrived.
   */
  takeValue(): string | undefined {
    const end = this.#findEnd();
    if (end === undefined) return undefined;
    const value = this.#text.slice(this.#position, end);
    const lineFeeds = countLineFeeds(value);
    if (lineFeeds > 0) {
      this.#line += lineFeeds;
      this.#lineStart = this.#position + value.lastIndexOf("\n") + 1;
    }
    this.#position = end;
    this.#scan = unscanned;
    return value;
  }

  #skipSpace(): void {
    let code = this.#text.charCodeAt(this.#position);
    while (code === space || code === tab || code === lineFeed || code === carriageReturn) {
      this.#position += 1;
      if (code === lineFeed) {
        this.#line += 1;
        this.#lineStart = this.#position;
      }
      code = this.#text.charCodeAt(this.#position);
    }
  }

  #findEnd(): number | undefined {
    const first = this.#text.charCodeAt(this.#position);
    const hasClosing = first === quote || first === openBrace || first === openBracket;
    return hasClosing ? this.#findClosing() : this.#findDelimiter();
  }

  #findClosing(): number | undefined {
    const text = this.#text;
    let { depth, isInString } = this.#scan;
    let position = this.#position + this.#scan.length;
    while (position < text.length) {
      const code = text.charCodeAt(position);
      position += 1;
      if (isInString) {
        // The character after a backslash is escaped.
        if (code === backslash) position += 1;
        else if (code === quote) isInString = false;
      } else if (code === quote) isInString = true;
      else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) depth -= 1;
      if (depth === 0 && !isInString) return position;
    }
    this.#scan = { length: position - this.#position, depth, isInString };
    return undefined;
  }

  #findDelimiter(): number | undefined {
    const text = this.#text;
    let position = this.#position + this.#scan.length;
    while (position < text.length) {
      const code = text.charCodeAt(position);
      if (code === comma || code === closeBrace || code === closeBracket || code <= space)
        return position;
      position += 1;
    }
    this.#scan = { ...unscanned, length: position - this.#position };
    return undefined;
  }
}

interface ValueScan {
  readonly length: number;
  readonly depth: number;
  readonly isInString: boolean;
}

const unscanned: ValueScan = { length: 0, depth: 0, isInString: false };

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

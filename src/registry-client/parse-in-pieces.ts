import { parseJson } from "../gateway/base/collections/raw-number.ts";

/** The usual length of a piece, in characters. It takes about a millisecond. */
export const pieceLength = 64 * 1024;

interface PiecesOptions {
  /** Awaited between the pieces. If it resolves to false, the result is not wanted any more, and is undefined. */
  readonly pause: () => Promise<boolean>;
  /** The length of a piece, at least, in characters. @default 65,536 */
  readonly length?: number;
}

/**
 * Parses JSON. A page of a list is parsed some rows at a time, so that others can be served meanwhile. Any other text is parsed at once.
 * The result is that of `parseJson` in both cases, and so is the error.
 *
 * No cut needs to be known to be right. If `[a]` and `[b]` are JSON, and neither `a` nor `b` is empty, then `[a,b]` is JSON too, and holds
 * the values of both: that is the grammar of arrays. After a wrong cut a piece has a string that does not end, or a bracket that does not
 * match. So the pieces are what the text says, or one of them is no JSON.
 *
 * @throws SyntaxError
 */
export async function parseInPieces(
  text: string,
  { pause, length = pieceLength }: PiecesOptions,
): Promise<unknown> {
  const list = cutList(text, length);
  const place = list && findPlace(list);
  if (list === undefined || place === undefined) return parseJson(text);
  const parts: (readonly unknown[])[] = [];
  for (const piece of list.pieces) {
    if (parts.length > 0 && !(await pause())) return undefined;
    const rows = tryParse(`[${piece}]`);
    // The cut was wrong, or the text is.
    if (!Array.isArray(rows)) return parseJson(text);
    parts.push(rows);
  }
  place.envelope[place.name] = parts.flat();
  return place.envelope;
}

/** The text of a list in pieces, each of which begins with a row, and what is around it. */
interface CutList {
  readonly before: string;
  readonly pieces: readonly string[];
  readonly after: string;
}

/** The object that a list is in, and the list's name there. */
interface Place {
  readonly envelope: Record<string, unknown>;
  readonly name: string;
}

/** Cuts a list before rows that begin as the first one does, such as `{"id":`. Undefined if the text has none. */
function cutList(text: string, length: number): CutList | undefined {
  const start = text.search(/\[[ \t\r\n]*\{/) + 1;
  const end = text.lastIndexOf("]");
  const rowStart = text.slice(text.indexOf("{", start), text.indexOf(":", start) + 1);
  if (start === 0 || end < start || rowStart === "") return undefined;
  const pieces: string[] = [];
  let pieceStart = start;
  for (;;) {
    const comma = findComma(text, rowStart, pieceStart + length);
    if (comma === undefined || comma >= end) break;
    pieces.push(text.slice(pieceStart, comma));
    pieceStart = comma + 1;
  }
  pieces.push(text.slice(pieceStart, end));
  return { before: text.slice(0, start - 1), pieces, after: text.slice(end + 1) };
}

/** The first comma from a position on with a row's start behind it. */
function findComma(text: string, rowStart: string, from: number): number | undefined {
  for (let row = text.indexOf(rowStart, from); row >= 0; row = text.indexOf(rowStart, row + 1)) {
    let before = row - 1;
    while (text.charCodeAt(before) <= 0x20) before -= 1;
    if (text[before] === "," && before >= from) return before;
  }
  return undefined;
}

/**
 * Where a list is: the member that differs if the list does. The two texts differ in nothing else, so they have no such member if the
 * list is somewhere else, or another member of the same name follows.
 */
function findPlace({ before, after }: CutList): Place | undefined {
  const [envelope, other] = ["[0]", "[1]"].map((list) => tryParse(before + list + after));
  if (!isObject(envelope) || !isObject(other)) return undefined;
  const name = Object.keys(envelope).find(
    (key) => isListOf(0, envelope[key]) && isListOf(1, other[key]),
  );
  return name === undefined ? undefined : { envelope, name };
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isListOf(row: number, value: unknown): boolean {
  return Array.isArray(value) && value[0] === row;
}

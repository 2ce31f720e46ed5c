import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import type { Kind } from "../record.ts";
import { listFields } from "./decode.ts";
import { type Entry, toMistakeEntry } from "./entry.ts";

const dataPrefix = "additional_data.";
const batchSize = 500;

/** What stands between two cells: where numbers have a comma, spreadsheets write semicolons. */
export const separators = [",", ";", "\t"] as const;

/** One of the separators. */
export type Separator = (typeof separators)[number];

/** A header row that is longer is not looked for its end. */
const mostHeaderCharacters = 64 * 1024;

/**
 * What a CSV file holds: tags, or terminals where the header row has a `uuid`. Its columns are the interface's fields,
 * in any order, and `additional_data.<key>` for each key of the additional data. An empty cell is no value; how a
 * cell of the additional data is read tells `parseCell`.
 * @param separator of the cells. @default the one by which the header row has the most columns that are known
 */
export async function* readCsv(
  texts: AsyncIterable<string>,
  separator?: Separator,
): AsyncGenerator<readonly Entry[]> {
  const { header: headerText, all } = await peekHeader(texts);
  const parser = parse({
    delimiter: separator ?? tellSeparator(headerText),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const feeding = pipeline(Readable.from(all), parser);
  // Whatever stops the feeding stops the parser too, and is thrown by the loop below.
  feeding.catch(() => undefined);
  let header: Header | undefined;
  let lastLine = 0;
  let batch: Entry[] = [];
  try {
    for await (const row of parser) {
      const { record: cells, info } = row as { record: readonly string[]; info: Info };
      const line = lastLine + 1;
      lastLine = info.lines;
      if (header) batch.push(readRow(header, line, cells));
      else {
        header = readHeader(cells);
        batch.push(...header.mistakes);
        // What the columns are is unclear, so that no row can be read.
        if (header.mistakes.length > 0) break;
      }
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    batch.push(toMistakeEntry(lastLine + 1, "", "CSV with every quote closed"));
  }
  if (!header && batch.length === 0) batch.push(toMistakeEntry(1, "", "a header row"));
  yield batch;
}

/** The header row as text, and all the texts with it. */
async function peekHeader(
  texts: AsyncIterable<string>,
): Promise<{ readonly header: string; readonly all: AsyncIterable<string> }> {
  const iterator = texts[Symbol.asyncIterator]();
  let begun = "";
  let end = -1;
  while (end < 0 && begun.length < mostHeaderCharacters) {
    const next = await iterator.next();
    if (next.done) break;
    begun += next.value;
    end = findLineEnd(begun);
  }
  async function* readAgain() {
    yield begun;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { header: end < 0 ? begun : begun.slice(0, end), all: readAgain() };
}

/** Where the first line ends that is not empty, line ends within quotes left out; below 0: further on. */
function findLineEnd(text: string): number {
  let isQuoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === "\n" && !isQuoted) return at;
  }
  return -1;
}

function tellSeparator(header: string): Separator {
  const known = separators.map((separator) => countKnownColumns(header, separator));
  return separators[known.indexOf(Math.max(...known))] ?? ",";
}

function countKnownColumns(header: string, delimiter: Separator): number {
  try {
    const options = { delimiter, to: 1, skip_empty_lines: true };
    const [columns = []] = parseAll(header, options) as readonly string[][];
    return columns.filter((column) => isKnownColumn(tellKindOf(columns), column)).length;
  } catch {
    // What is wrong with it is told when it is read.
    return 0;
  }
}

function tellKindOf(columns: readonly string[]): Kind {
  return columns.includes("uuid") ? "terminal" : "tag";
}

function isKnownColumn(kind: Kind, column: string): boolean {
  return listFields(kind).includes(column) || column.startsWith(dataPrefix);
}

interface Header {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly mistakes: readonly Entry[];
}

function readHeader(columns: readonly string[]): Header {
  const kind = tellKindOf(columns);
  const mistakes = columns.flatMap((column, index) => {
    if (columns.indexOf(column) !== index) return [toMistakeEntry(1, column, "a column only once")];
    if (isKnownColumn(kind, column)) return [];
    return [toMistakeEntry(1, column, `a field of a ${kind}`)];
  });
  return { kind, columns, mistakes };
}

function readRow({ kind, columns }: Header, line: number, cells: readonly string[]): Entry {
  if (cells.length !== columns.length) {
    return toMistakeEntry(line, "", `${columns.length} cells, as in the header row`);
  }
  const fields: [string, unknown][] = [];
  const data: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    if (column.startsWith(dataPrefix))
      data.push([column.slice(dataPrefix.length), parseCell(cell)]);
    else fields.push([column, column === "additional_data" ? parseCell(cell) : cell]);
  }
  if (data.length > 0) fields.push(["additional_data", Object.fromEntries(data)]);
  return { entry: "record", kind, line, value: Object.fromEntries(fields) };
}

/**
 * The value of a cell of additional data: JSON where the cell is JSON (`null`, `true`, `[1,2]`, `{}`, `"text"`),
 * and a number only where it is spelled as JSON would write it, so that 007 and 1e999 stay text. Anything else is text.
 */
export function parseCell(cell: string): unknown {
  // Most cells are plain text, and a failing JSON.parse is slow.
  if (!/^["[{tfn\d-]/.test(cell)) return cell;
  let value: unknown;
  try {
    value = JSON.parse(cell);
  } catch {
    return cell;
  }
  return typeof value === "number" && String(value) !== cell ? cell : value;
}

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import type { RecordKind } from "../record.ts";
import { listFields } from "./decode.ts";
import { type FileEntry, toMistakeEntry } from "./file-entry.ts";

const dataPrefix = "additional_data.";
const batchSize = 500;

/** The separators of cells. Spreadsheets write semicolons in countries with a decimal comma. */
export const separators = [",", ";", "\t"] as const;

/** One of the separators. */
export type Separator = (typeof separators)[number];

/** How many characters to read in search of the end of the header row. */
const maxHeaderCharacters = 64 * 1024;

/**
 * Reads a CSV file of tags, or of terminals if the header row has a `uuid`. Its columns are the interface's fields, in any
 * order, and `additional_data.<key>` for additional data, whose cells `parseCell` parses. A field with an empty cell is absent.
 * @param separator between cells. @default the one that splits the header row into the most known columns
 */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  separator?: Separator,
): AsyncGenerator<readonly FileEntry[]> {
  const { header, chunks: allChunks } = await peekHeader(chunks);
  const reader = new RowReader();
  let batch: FileEntry[] = [];
  try {
    for await (const row of parseRows(allChunks, separator ?? detectSeparator(header))) {
      batch.push(...reader.read(row));
      // Rows cannot be read without a valid header row.
      if (reader.hasBadHeader) break;
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    batch.push(...reader.finish());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    batch.push(toMistakeEntry(reader.nextLine, "", "a quote is misplaced or not closed"));
  }
  yield batch;
}

/** Reads the rows of a file one by one. The first is the header row. */
class RowReader {
  #header: CsvHeader | undefined;
  #lastLine = 0;

  /** The line on which the next row begins. */
  get nextLine(): number {
    return this.#lastLine + 1;
  }

  get hasBadHeader(): boolean {
    return this.#header !== undefined && this.#header.mistakes.length > 0;
  }

  read({ record: cells, info }: ParsedRow): readonly FileEntry[] {
    const line = this.nextLine;
    this.#lastLine = info.lines;
    if (this.#header) return [readRow(this.#header, line, cells)];
    this.#header = readHeader(cells);
    return this.#header.mistakes;
  }

  /** Call it once all rows have been read. */
  finish(): readonly FileEntry[] {
    return this.#header ? [] : [toMistakeEntry(1, "", "the file has no header row")];
  }
}

/** A row as csv-parse returns it. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: Info;
}

function parseRows(chunks: AsyncIterable<string>, delimiter: Separator): AsyncIterable<ParsedRow> {
  const parser = parse({ delimiter, info: true, relax_column_count: true, skip_empty_lines: true });
  // An error while reading the file also destroys the parser, which then throws it.
  pipeline(Readable.from(chunks), parser).catch(() => undefined);
  return parser;
}

/** Reads ahead to the end of the header row. The chunks returned are the complete file, header row included. */
async function peekHeader(
  chunks: AsyncIterable<string>,
): Promise<{ readonly header: string; readonly chunks: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let text = "";
  let end = -1;
  while (end < 0 && text.length < maxHeaderCharacters) {
    const next = await iterator.next();
    if (next.done) break;
    text += next.value;
    end = findLineEnd(text);
  }
  async function* readAll() {
    yield text;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { header: end < 0 ? text : text.slice(0, end), chunks: readAll() };
}

/** The position where the first line that is not empty ends; -1 until its end has arrived. Quoted line ends do not count. */
function findLineEnd(text: string): number {
  let isQuoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === "\n" && !isQuoted) return at;
  }
  return -1;
}

function detectSeparator(header: string): Separator {
  const known = separators.map((separator) => countKnownColumns(header, separator));
  return separators[known.indexOf(Math.max(...known))] ?? ",";
}

function countKnownColumns(header: string, delimiter: Separator): number {
  try {
    const options = { delimiter, to: 1, skip_empty_lines: true };
    const [columns = []] = parseAll(header, options) as readonly string[][];
    return columns.filter((column) => isKnownColumn(kindOfColumns(columns), column)).length;
  } catch {
    // Reading the file will report this.
    return 0;
  }
}

function kindOfColumns(columns: readonly string[]): RecordKind {
  return columns.includes("uuid") ? "terminal" : "tag";
}

function isKnownColumn(kind: RecordKind, column: string): boolean {
  return listFields(kind).includes(column) || column.startsWith(dataPrefix);
}

interface CsvHeader {
  readonly kind: RecordKind;
  readonly columns: readonly string[];
  readonly mistakes: readonly FileEntry[];
}

function readHeader(columns: readonly string[]): CsvHeader {
  const kind = kindOfColumns(columns);
  const mistakes = columns.flatMap((column, index) => {
    if (columns.indexOf(column) !== index)
      return [toMistakeEntry(1, column, "the header row has this column twice")];
    if (isKnownColumn(kind, column)) return [];
    return [toMistakeEntry(1, column, `a ${kind} has no such field`)];
  });
  return { kind, columns, mistakes };
}

function readRow({ kind, columns }: CsvHeader, line: number, cells: readonly string[]): FileEntry {
  if (cells.length !== columns.length) {
    return toMistakeEntry(line, "", `expected ${columns.length} cells, as in the header row`);
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
  return { type: "record", kind, line, value: Object.fromEntries(fields) };
}

/**
 * Parses a cell of additional data: as JSON if it is JSON (`null`, `true`, `[1,2]`, `{}`, `"text"`), otherwise as a string.
 * A number that JSON would write differently, such as 007 or 1e999, stays a string.
 */
export function parseCell(cell: string): unknown {
  // Most cells are plain strings, and JSON.parse is slow when it fails.
  if (!/^["[{tfn\d-]/.test(cell)) return cell;
  let value: unknown;
  try {
    value = JSON.parse(cell);
  } catch {
    return cell;
  }
  return typeof value === "number" && String(value) !== cell ? cell : value;
}

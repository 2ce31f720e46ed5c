import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import { parseJson } from "../json.ts";
import type { RecordKind } from "../record.ts";
import { isObject, listFields } from "./decode.ts";
import { type EntryPlace, type FileEntry, nameRecord, toMistakeEntry } from "./file-entry.ts";

const dataPrefix = "additional_data.";
const batchSize = 500;

/** The separators of cells. Spreadsheets write semicolons in countries with a decimal comma. */
export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

const maxHeaderCharacters = 64 * 1024;

/**
 * Reads a CSV file of tags, or of terminals if the header row has a `uuid`. Its columns are the
 * interface's fields, in any order, and `additional_data.<key>` for additional data, whose cells
 * `parseCell` parses. A field with an empty cell is absent.
 * @param readAgain reads the same text again from the beginning.
 * @param separator between cells. @default the one that splits the header row into the most known
 * columns
 */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  readAgain: () => AsyncIterable<string>,
  separator?: Separator,
): AsyncGenerator<readonly FileEntry[]> {
  const { header: headerRow, chunks: allChunks } = await peekHeader(chunks);
  const delimiter = separator ?? detectSeparator(headerRow);
  let header: CsvHeader | undefined;
  let booleans: ReadonlySet<string> | undefined;
  let batch: FileEntry[] = [];
  let [lines, index] = [0, 0];
  // The parser is ahead of the rows that have been read here. After a mistake of its own it gives
  // none of them any more.
  let parsedLines = 0;
  const onParsed = (parsed: number) => {
    parsedLines = parsed;
  };
  try {
    for await (const { record: cells, info } of parseRows(allChunks, delimiter, onParsed)) {
      const place = { line: lines + 1 };
      lines = info.lines;
      if (header === undefined) {
        header = readHeader(cells);
        batch.push(...header.mistakes);
        // Rows cannot be read without a valid header row.
        if (header.mistakes.length > 0) break;
        continue;
      }
      // Only the whole file shows which columns hold nothing but booleans. It is read again if a
      // cell depends on it.
      if (booleans === undefined && mayHaveBooleans(header, cells)) {
        booleans = await findBooleanColumns(parseRows(readAgain(), delimiter));
      }
      index += 1;
      batch.push(...readRow(header, { place, index, cells, booleans }));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (header === undefined) {
      batch.push(toMistakeEntry({ line: 1 }, "", "the file has no header row"));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) {
      yield batch;
      throw error;
    }
    const place = { line: parsedLines + 1 };
    batch.push(toMistakeEntry(place, "", "a quote is misplaced or not closed"));
  }
  yield batch;
}

function mayHaveBooleans({ columns }: CsvHeader, cells: readonly string[]): boolean {
  return cells.some((cell, index) => isSpreadsheetBoolean(cell) && isDataColumn(columns[index]));
}

async function findBooleanColumns(rows: AsyncIterable<ParsedRow>): Promise<ReadonlySet<string>> {
  let columns: readonly string[] | undefined;
  const booleans = new Map<string, number>();
  try {
    for await (const { record: cells } of rows) {
      if (columns === undefined) {
        columns = cells;
        for (const [index, column] of cells.entries()) {
          if (isDataColumn(column)) booleans.set(column, index);
        }
      } else {
        for (const [column, index] of booleans) {
          const cell = cells[index] ?? "";
          if (!/^(?:true|false|)$/i.test(cell) && cell !== "null") booleans.delete(column);
        }
      }
      if (booleans.size === 0) break;
    }
  } catch (error) {
    // Whoever reads the rows themselves finds the same mistake.
    if (!(error instanceof CsvError)) throw error;
  }
  return new Set(booleans.keys());
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: Info;
}

function parseRows(
  chunks: AsyncIterable<string>,
  delimiter: Separator,
  onParsed: (lines: number) => void = () => {},
): AsyncIterable<ParsedRow> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (row: string[], { lines }) => {
      onParsed(lines);
      return row;
    },
  });
  // An error while reading the file also destroys the parser, which then throws it.
  pipeline(Readable.from(chunks), parser).catch(() => undefined);
  return parser;
}

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

/**
 * The position where the first line that is not empty ends; -1 until its end has arrived. Quoted
 * line ends do not count.
 */
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
  return listFields(kind).includes(column) || isDataColumn(column);
}

function isDataColumn(column: string | undefined): boolean {
  return column?.startsWith(dataPrefix) ?? false;
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
      return [toMistakeEntry({ line: 1 }, column, "the header row has this column twice")];
    if (isKnownColumn(kind, column)) return [];
    return [toMistakeEntry({ line: 1 }, column, `a ${kind} has no such field`)];
  });
  return { kind, columns, mistakes };
}

function readRow(
  { kind, columns }: CsvHeader,
  row: {
    readonly place: EntryPlace;
    readonly index: number;
    readonly cells: readonly string[];
    readonly booleans: ReadonlySet<string> | undefined;
  },
): readonly FileEntry[] {
  const { place, index: position, cells, booleans } = row;
  if (cells.length !== columns.length) {
    const problem = `expected ${columns.length} cells, as in the header row`;
    return [toMistakeEntry(place, "", problem, `${kind} #${position}`)];
  }
  const fields: [string, unknown][] = [];
  const data: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? "";
    // An empty type is a value: a tag without any type would get the default.
    if (cell === "" && column !== "type") continue;
    if (isDataColumn(column)) {
      const isBoolean = booleans?.has(column) && isSpreadsheetBoolean(cell);
      const value = parseCell(isBoolean ? cell.toLowerCase() : cell);
      data.push([column.slice(dataPrefix.length), value]);
    } else fields.push([column, column === "additional_data" ? parseCell(cell) : cell]);
  }
  const record = Object.fromEntries(fields);
  const entry = { type: "record", kind, place, index: position, value: record } as const;
  const whole = record["additional_data"] ?? {};
  // Anything else beside the columns is a mistake, which the decoder finds.
  if (data.length === 0 || !isObject(whole)) return [entry];
  record["additional_data"] = { ...whole, ...Object.fromEntries(data) };
  const problem = "this key is also in the cell of additional_data";
  const name = nameRecord(kind, position, record);
  const twice = data.filter(([key]) => Object.hasOwn(whole, key));
  return [entry, ...twice.map(([key]) => toMistakeEntry(place, dataPrefix + key, problem, name))];
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses a cell of additional data: as JSON if it is JSON (`null`, `true`, `2.0`, `[1,2]`, `{}`,
 * `"text"`), otherwise as a string. A number that JSON would not write, such as 007, is a string.
 */
export function parseCell(cell: string): unknown {
  if (jsonNumber.test(cell)) return parseJson(cell);
  // Most cells are plain strings, and parsing is slow when it fails.
  if (!/^["[{tfn]/.test(cell)) return cell;
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

/** Whether a cell may be a boolean as spreadsheets write it. In `true`, it is JSON already. */
export function isSpreadsheetBoolean(cell: string): boolean {
  const { length } = cell;
  const mayBe = (length === 4 && cell !== "true") || (length === 5 && cell !== "false");
  return mayBe && /^(?:true|false)$/i.test(cell);
}

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { parseJson } from "../json.ts";
import type { RecordKind } from "../record.ts";
import { isObject, listFields } from "./decode.ts";
import { type EntryPlace, type FileEntry, nameRecord, toMistakeEntry } from "./file-entry.ts";

const dataPrefix = "additional_data.";
const batchSize = 500;

export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

export interface CsvOptions {
  /** @default the one that the header row has most often, outside of quotes */
  readonly separator?: Separator | undefined;
  readonly decimalComma?: boolean | undefined;
}

/**
 * Reads a CSV file of tags, or of terminals if the header row has a `uuid`. Its columns are the
 * interface's fields, in any order, and `additional_data.<key>` for additional data, whose cells
 * `parseCell` parses. A field with an empty cell is absent.
 * @param readAgain reads the same text again from the beginning.
 */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  readAgain: () => AsyncIterable<string>,
  { separator, decimalComma = false }: CsvOptions,
): AsyncGenerator<readonly FileEntry[]> {
  const delimiter = separator ?? (await detectSeparator(readAgain()));
  let table: Table | undefined;
  let batch: FileEntry[] = [];
  let lines = 0;
  // The parser is ahead of the rows that have been read here. After a mistake of its own it gives
  // none of them any more.
  let parsedLines = 0;
  const onParsed = (parsed: number) => {
    parsedLines = parsed;
  };
  try {
    for await (const { record: cells, info } of parseRows(chunks, delimiter, onParsed)) {
      const place = { line: lines + 1 };
      lines = info.lines;
      if (table === undefined) {
        table = new Table(cells, decimalComma);
        const mistakes = table.checkHeader(place);
        batch.push(...mistakes);
        // Rows cannot be read without a valid header row.
        if (mistakes.length > 0) break;
        continue;
      }
      // Only the whole file shows which columns hold nothing but booleans. It is read again if a
      // cell depends on it.
      if (table.needsBooleans(cells)) {
        table.booleans = await findBooleanColumns(parseRows(readAgain(), delimiter));
      }
      batch.push(...table.readRow(place, cells));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (table === undefined) {
      batch.push(toMistakeEntry({ line: 1 }, "", "the file has no header row"));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const place = { line: parsedLines + 1 };
    batch.push(toMistakeEntry(place, "", "a quote is misplaced or not closed"));
  }
  yield batch;
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

/** Files that went through several programs have line ends of several kinds. */
const lineEnds = ["\r\n", "\n", "\r"];

/** Excel's line before the header row, which says what separates cells. */
const separatorLine = /^"?sep=([,;\t])"?(?=[\r\n])/i;

function parseRows(
  chunks: AsyncIterable<string>,
  delimiter: Separator,
  onParsed: (lines: number) => void = () => {},
): AsyncIterable<ParsedRow> {
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets write rows that were cleared.
    skip_records_with_empty_values: true,
    on_record: (row: string[], { lines }) => {
      onParsed(lines);
      return row;
    },
  });
  // An error while reading the file also destroys the parser, which then throws it.
  pipeline(Readable.from(withoutSeparatorLine(chunks)), parser).catch(() => undefined);
  return parser;
}

async function* withoutSeparatorLine(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst ? chunk.replace(separatorLine, "") : chunk;
    isFirst = false;
  }
}

async function detectSeparator(chunks: AsyncIterable<string>): Promise<Separator> {
  for await (const chunk of chunks) {
    const [, named] = separatorLine.exec(chunk) ?? [];
    const known = separators.find((one) => one === named);
    if (known) return known;
    const [header = ""] = chunk
      .replaceAll(/"[^"]*"/g, "")
      .trimStart()
      .split(/[\r\n]/);
    const counts = separators.map((one) => header.split(one).length);
    return separators[counts.indexOf(Math.max(...counts))] ?? ",";
  }
  return ",";
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

class Table {
  /** The columns that hold nothing but booleans; undefined until that matters. */
  booleans: ReadonlySet<string> | undefined;
  readonly #kind: RecordKind;
  readonly #columns: readonly string[];
  readonly #decimalComma: boolean;
  #rows = 0;

  constructor(header: readonly string[], decimalComma: boolean) {
    this.#kind = kindOfColumns(header);
    // Spreadsheets write empty columns at the end.
    this.#columns = header.slice(0, header.findLastIndex((column) => column !== "") + 1);
    this.#decimalComma = decimalComma;
  }

  checkHeader(place: EntryPlace): readonly FileEntry[] {
    return this.#columns.flatMap((column, index) => {
      if (this.#columns.indexOf(column) !== index)
        return [toMistakeEntry(place, column, "the header row has this column twice")];
      if (isKnownColumn(this.#kind, column)) return [];
      return [toMistakeEntry(place, column, `a ${this.#kind} has no such field`)];
    });
  }

  needsBooleans(cells: readonly string[]): boolean {
    return (
      this.booleans === undefined &&
      cells.some((cell, at) => isSpreadsheetBoolean(cell) && isDataColumn(this.#columns[at]))
    );
  }

  readRow(place: EntryPlace, cells: readonly string[]): readonly FileEntry[] {
    this.#rows += 1;
    const [kind, index, columns] = [this.#kind, this.#rows, this.#columns];
    const isLonger = cells.slice(columns.length).some((cell) => cell !== "");
    if (cells.length < columns.length || isLonger) {
      const problem = `expected ${columns.length} cells, as in the header row`;
      return [toMistakeEntry(place, "", problem, `${kind} #${index}`)];
    }
    const fields: [string, unknown][] = [];
    const data: [string, unknown][] = [];
    const commas: string[] = [];
    for (const [at, column] of columns.entries()) {
      const cell = cells[at] ?? "";
      // An empty type is a value: a tag without any type would get the default.
      if (cell === "" && column !== "type") continue;
      if (isDataColumn(column)) {
        const key = column.slice(dataPrefix.length);
        data.push([key, this.#readCell(column, cell)]);
        if (!this.#decimalComma && commaNumber.test(cell)) commas.push(key);
      } else fields.push([column, column === "additional_data" ? parseCell(cell) : cell]);
    }
    const value = Object.fromEntries(fields);
    const entry = { type: "record", kind, place, index, value, commas } as const;
    const whole = value["additional_data"] ?? {};
    // Anything else beside the columns is a mistake, which the decoder finds.
    if (data.length === 0 || !isObject(whole)) return [entry];
    value["additional_data"] = { ...whole, ...Object.fromEntries(data) };
    const problem = "this key is also in the cell of additional_data";
    const name = nameRecord(kind, index, value);
    const twice = data.filter(([key]) => Object.hasOwn(whole, key));
    return [entry, ...twice.map(([key]) => toMistakeEntry(place, dataPrefix + key, problem, name))];
  }

  #readCell(column: string, cell: string): unknown {
    if (this.booleans?.has(column) && isSpreadsheetBoolean(cell)) return /^true$/i.test(cell);
    if (!this.#decimalComma) return parseCell(cell);
    if (commaNumber.test(cell)) return parseJson(cell.replace(",", "."));
    // There, a point is no part of a number.
    return jsonNumber.test(cell) && cell.includes(".") ? cell : parseCell(cell);
  }
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const commaNumber = /^-?(?:0|[1-9]\d*),\d+(?:[eE][+-]?\d+)?$/;

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

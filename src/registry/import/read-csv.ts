import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import type { Kind } from "../record.ts";
import { listFields } from "./decode.ts";
import { type Entry, toMistakeEntry } from "./entry.ts";

const dataPrefix = "additional_data.";
const batchSize = 500;

/**
 * What a CSV file holds: tags, or terminals where the header row has a `uuid`. Its columns are the interface's fields,
 * in any order, and `additional_data.<key>` for each key of the additional data. An empty cell is no value; how a
 * cell of the additional data is read tells `parseCell`.
 */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<readonly Entry[]> {
  const parser = parse({ info: true, relax_column_count: true, skip_empty_lines: true });
  const feeding = pipeline(Readable.from(texts), parser);
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

interface Header {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly mistakes: readonly Entry[];
}

function readHeader(columns: readonly string[]): Header {
  const kind = columns.includes("uuid") ? "terminal" : "tag";
  const fields = new Set(listFields(kind));
  const mistakes = columns.flatMap((column, index) => {
    if (columns.indexOf(column) !== index) return [toMistakeEntry(1, column, "a column only once")];
    const isKnown = fields.has(column) || column.startsWith(dataPrefix);
    return isKnown ? [] : [toMistakeEntry(1, column, `a field of a ${kind}`)];
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

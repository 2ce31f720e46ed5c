import { createReadStream } from "node:fs";
import { type FileEntry, type FileFormat, toMistakeEntry } from "./file-entry.ts";
import { advance, type Place, PlacedError, start } from "./place.ts";
import { type CsvOptions, readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readNdjson } from "./read-ndjson.ts";

export interface ImportFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly size: number;
}

interface FileReadOptions extends CsvOptions {
  readonly onBytes?: (bytes: number) => void;
}

export async function* readFiles(
  files: readonly ImportFile[],
  { onBytes = () => undefined, ...options }: FileReadOptions = {},
): AsyncGenerator<readonly FileEntry[]> {
  let before = 0;
  for (const { name, format, size } of files) {
    if (files.length > 1) yield [{ type: "file", name }];
    const done = before;
    yield* readFile(name, format, { ...options, onBytes: (bytes) => onBytes(done + bytes) });
    before += size;
  }
}

export async function* readFile(
  file: string,
  format: FileFormat,
  { onBytes, ...options }: FileReadOptions = {},
): AsyncGenerator<readonly FileEntry[]> {
  try {
    switch (format) {
      case "json":
        return yield* readJson(readText(file, onBytes));
      case "ndjson":
        return yield* readNdjson(readText(file, onBytes));
      case "csv":
        return yield* readCsv(readText(file, onBytes), () => readText(file), options);
      default:
        return format satisfies never;
    }
  } catch (error) {
    if (!(error instanceof PlacedError)) throw error;
    yield [toMistakeEntry(error.place, "", error.problem)];
  }
}

/** A byte order mark in the middle of a file is a character like any other. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

async function* readText(
  file: string,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  let count = 0;
  let place = start;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("A stream without an encoding has buffers");
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    // The other bytes of the last character may have yet to come.
    const end = findLastCharacter(bytes);
    rest = bytes.subarray(end);
    const text = decode(bytes.subarray(0, end), place);
    count += chunk.byteLength;
    place = advance(place, text);
    onBytes(count);
    yield text;
  }
  yield decode(rest, place);
}

function findLastCharacter(bytes: Uint8Array): number {
  const isContinuation = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && isContinuation(at)) at -= 1;
  return Math.max(at, 0);
}

function decode(bytes: Buffer, place: Place): string {
  const isFirst = place.line === 1 && place.column === 1;
  try {
    const text = decoder.decode(bytes);
    return isFirst ? text.replace(/^\ufeff/, "") : text;
  } catch {
    // Bytes that are not UTF-8 do not come back.
    const again = Buffer.from(bytes.toString());
    const end = bytes.findIndex((byte, index) => byte !== again[index]);
    throw new PlacedError(
      advance(place, bytes.toString("utf8", 0, end)),
      "the file is not in UTF-8",
    );
  }
}

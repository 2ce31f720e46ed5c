import { createReadStream } from "node:fs";
import { type FileEntry, type FileFormat, toMistakeEntry } from "./file-entry.ts";
import { advance, type Place, start } from "./place.ts";
import { readCsv, type Separator } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readNdjson } from "./read-ndjson.ts";

export interface ImportFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly size: number;
}

interface FileReadOptions {
  readonly separator?: Separator | undefined;
  readonly onBytes?: (bytes: number) => void;
}

export async function* readFiles(
  files: readonly ImportFile[],
  { separator, onBytes = () => undefined }: FileReadOptions = {},
): AsyncGenerator<readonly FileEntry[]> {
  let before = 0;
  for (const { name, format, size } of files) {
    if (files.length > 1) yield [{ type: "file", name }];
    const done = before;
    yield* readFile(name, format, { separator, onBytes: (bytes) => onBytes(done + bytes) });
    before += size;
  }
}

export async function* readFile(
  file: string,
  format: FileFormat,
  { separator, onBytes }: FileReadOptions = {},
): AsyncGenerator<readonly FileEntry[]> {
  try {
    switch (format) {
      case "json":
        return yield* readJson(readText(file, onBytes));
      case "ndjson":
        return yield* readNdjson(readText(file, onBytes));
      case "csv":
        return yield* readCsv(readText(file, onBytes), () => readText(file), separator);
      default:
        return format satisfies never;
    }
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    yield [toMistakeEntry(error.place, "", "the file is not in UTF-8")];
  }
}

class EncodingError extends Error {
  override readonly name = "EncodingError";
  readonly place: Place;

  constructor(place: Place) {
    super("The file is not in UTF-8");
    this.place = place;
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
    const end = bytes.length - countIncomplete(bytes);
    rest = bytes.subarray(end);
    const decoded = decode(bytes.subarray(0, end), place);
    const text = count === 0 ? decoded.replace(/^\ufeff/, "") : decoded;
    count += chunk.byteLength;
    place = advance(place, text);
    onBytes(count);
    yield text;
  }
  if (rest.length > 0) throw new EncodingError(place);
}

/**
 * How many bytes at the end are the beginning of a character whose other bytes have yet to come.
 */
function countIncomplete(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    const byte = bytes.at(-count) ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return count < length ? count : 0;
  }
  return 0;
}

function decode(bytes: Buffer, place: Place): string {
  try {
    return decoder.decode(bytes);
  } catch {
    // Bytes that are not UTF-8 do not come back.
    const again = Buffer.from(bytes.toString());
    const end = bytes.findIndex((byte, index) => byte !== again[index]);
    throw new EncodingError(advance(place, bytes.toString("utf8", 0, end)));
  }
}

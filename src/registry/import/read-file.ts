import { createReadStream } from "node:fs";
import { type FileEntry, type FileFormat, toMistakeEntry } from "./file-entry.ts";
import { countLineFeeds } from "./line-feeds.ts";
import { readCsv, type Separator } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readNdjson } from "./read-ndjson.ts";

const readers = { json: readJson, ndjson: readNdjson, csv: readCsv } as const;

/** How to read a file. */
export interface FileReadOptions {
  /** The separator of CSV cells. @default the one that the header row shows */
  readonly separator?: Separator | undefined;
  /** Called with the number of bytes read so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** Reads the entries of a file, in batches. */
export async function* readFile(
  file: string,
  format: FileFormat,
  { separator, onBytes = () => undefined }: FileReadOptions = {},
): AsyncGenerator<readonly FileEntry[]> {
  try {
    yield* readers[format](readChunks(file, onBytes), separator);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    yield [toMistakeEntry(error.line, "", "the file is not in UTF-8")];
  }
}

class EncodingError extends Error {
  override readonly name = "EncodingError";
  readonly line: number;

  constructor(line: number) {
    super("The file is not in UTF-8");
    this.line = line;
  }
}

/** Reads the text of a file, without its byte order mark. */
async function* readChunks(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let line = 1;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("A stream without an encoding has buffers");
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw new EncodingError(line + findInvalidLine(chunk));
    }
    bytes += chunk.byteLength;
    line += countLineFeeds(text);
    onBytes(bytes);
    yield text;
  }
}

/** How many line ends of the chunk come before the bytes that are not UTF-8. */
function findInvalidLine(chunk: Buffer): number {
  const lines = chunk.toString().split("\n");
  const broken = lines.findIndex((content) => content.includes("\ufffd"));
  return Math.max(broken, 0);
}

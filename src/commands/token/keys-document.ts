import { existsSync, readFileSync, realpathSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  decodeKeysFile,
  type KeysFile,
  KeysFileError,
  parseKeysFile,
} from "../../gateway/keys/keys-file.ts";
import { CommandError, toCommandError } from "../command-error.ts";
import { writeOutput } from "../write-output.ts";

export interface KeysDocument {
  readonly keys: Readonly<Record<string, string>>;
  readonly tokens?: Readonly<Record<string, object>>;
}

const patienceMs = 10_000;
const pauseMs = 50;

const newMode = 0o600;

/** @throws CommandError with a line for each mistake. */
export function readKeysDocument(file: string): {
  readonly document: KeysDocument;
  readonly parsed: KeysFile;
} {
  try {
    const text = decodeKeysFile(readFileSync(file));
    return { parsed: parseKeysFile(text), document: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch (error) {
    throw explain(error, file);
  }
}

/**
 * Changes a keys file, while no other command does. It is written beside itself and renamed, so
 * that nobody ever reads a part of it.
 * @param change gets null if there is no file.
 * @throws CommandError with a line for each mistake, in the file as it is or as it would be. Then
 * it stays as it is.
 */
export async function updateKeysDocument(
  file: string,
  change: (document: KeysDocument | null) => KeysDocument,
): Promise<void> {
  // However it is named, there is one lock.
  const path = existsSync(file) ? realpathSync(file) : file;
  await using _ = await lock(path);
  const document = existsSync(path) ? readKeysDocument(path).document : null;
  const text = `${JSON.stringify(change(document), null, 2)}\n`;
  try {
    parseKeysFile(text);
  } catch (error) {
    throw explain(error, path);
  }
  await writeOutput(path, Readable.from([text]), newMode);
}

async function lock(path: string): Promise<AsyncDisposable> {
  const lockPath = `${path}.lock`;
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await writeFile(lockPath, "", { flag: "wx", mode: newMode });
      return { [Symbol.asyncDispose]: () => rm(lockPath, { force: true }) };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw explain(error, path);
    }
    if (performance.now() > until) {
      throw new CommandError(
        `${lockPath}: another command is writing; if there is none, one was ended while it wrote: delete this file`,
      );
    }
    await delay(pauseMs);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof KeysFileError) return toCommandError(path, error);
  const code = codeOf(error);
  if (code === "ENOENT") return new CommandError(`${path}: there is no such file`);
  return code === undefined ? error : new CommandError(`${path}: cannot be used (${code})`);
}

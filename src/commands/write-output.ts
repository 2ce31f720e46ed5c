import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  createWriteStream,
  lstatSync,
  readlinkSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "./command-error.ts";

/**
 * Writes a text to a file, or to standard output if its name is `-`. A file gets all of the text or
 * stays as it was: the text is written beside it, and then takes its place. A pipe or device gets
 * the text as it comes.
 * @param newMode the mode of a file that does not exist yet. @default as the system has it for new
 * files
 * @throws CommandError if the file cannot be written.
 */
export async function writeOutput(
  file: string,
  text: AsyncIterable<string>,
  newMode = 0o666,
): Promise<void> {
  // By that name it is not replaced either, because it may have been redirected to a file's end.
  if (file === "-" || file === "/dev/stdout") return await writeToStandardOutput(text);
  let old: Stats | undefined;
  try {
    old = statSync(file, { throwIfNoEntry: false });
    if (old && !old.isFile()) await pipeline(Readable.from(text), createWriteStream(file));
    else
      await replaceFile(file, text, { mode: old?.mode ?? newMode, keepsMode: old !== undefined });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // The program that reads the pipe needs no more.
    if (error.code === "EPIPE") return;
    const state = old?.isFile() ? "the old file is unchanged" : "nothing was written";
    throw new CommandError(
      `${file}: ${explanations[error.code ?? ""] ?? error.message}; ${state}`,
      { cause: error },
    );
  }
}

async function writeToStandardOutput(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // The process reports what is wrong with its standard output itself.
    if (!isSystemError(error)) throw error;
  }
}

async function replaceFile(
  file: string,
  text: AsyncIterable<string>,
  { mode, keepsMode }: { readonly mode: number; readonly keepsMode: boolean },
): Promise<void> {
  const target = followLinks(file);
  // In the same folder, and so on the same disk, where renaming is one step.
  const name = `.tapgraph-export-${randomBytes(6).toString("hex")}`;
  const temporary = join(dirname(target), name);
  using _ = removeAtEnd(file, temporary);
  // Flushed, because some disks notice only then that they are full.
  const output = createWriteStream(temporary, { flags: "wx", mode, flush: true });
  await once(output, "open");
  // The process may have a mask that takes rights away from new files.
  if (keepsMode) chmodSync(temporary, mode & 0o7777);
  await pipeline(Readable.from(text), output);
  await rename(temporary, target);
}

function followLinks(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() ? followLinks(resolve(dirname(file), readlinkSync(file))) : file;
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Removes the temporary file, unless it was renamed, on disposal and when the process is stopped.
 */
function removeAtEnd(file: string, temporary: string): Disposable {
  const remove = () => rmSync(temporary, { force: true });
  const stop = (signal: NodeJS.Signals) => {
    remove();
    process.stderr.write(`${file}: the export was stopped; the file is as it was\n`);
    for (const one of stopSignals) process.removeAllListeners(one);
    process.kill(process.pid, signal);
  };
  // The file is larger than the user's files may be. With a listener, the process does not end, and
  // the write fails.
  const ignore = () => {};
  for (const signal of stopSignals) process.once(signal, stop);
  process.on("SIGXFSZ", ignore);
  return {
    [Symbol.dispose]: () => {
      for (const signal of stopSignals) process.removeListener(signal, stop);
      process.removeListener("SIGXFSZ", ignore);
      remove();
    },
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

const explanations: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EFBIG: "it would be too large",
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder does not exist",
  EACCES: "it or its folder cannot be written",
  EPERM: "it or its folder cannot be written",
  EROFS: "it or its folder cannot be written",
  EISDIR: "it is a folder",
};

import { chmodSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder, removed when it is disposed of. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  /** The path of a file in it. */
  file(name: string): string;
}

/** Makes an empty folder. */
export async function createFolder(place = tmpdir()): Promise<Folder> {
  const path = await mkdtemp(join(place, "tapgraph-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Replaces a file in one step, as the guides say: whoever reads it meanwhile has the old or the new text. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The user id of `nobody`, who has no rights. */
const nobody = 65_534;

const isRoot = process.getuid?.() === 0;

/** Makes an empty folder that every user can reach, even if root's temporary files are hidden from the others. */
export function createOpenFolder(): Promise<Folder> {
  return createFolder(isRoot ? "/tmp" : tmpdir());
}

/** Makes a file of an open folder read-only for this process until disposal, even if root runs the tests. */
export function makeReadOnly(folder: Folder, name: string): Disposable {
  chmodSync(folder.path, 0o777);
  chmodSync(folder.file(name), 0o444);
  if (isRoot) process.seteuid?.(nobody);
  return {
    [Symbol.dispose]: () => {
      if (isRoot) process.seteuid?.(0);
    },
  };
}

/** Makes an open folder read-only for this process until disposal, even if root runs the tests. Its files can be written. */
export function makeFolderReadOnly(folder: Folder): Disposable {
  for (const name of readdirSync(folder.path)) chmodSync(folder.file(name), 0o666);
  chmodSync(folder.path, 0o555);
  if (isRoot) process.seteuid?.(nobody);
  return {
    [Symbol.dispose]: () => {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder.path, 0o755);
    },
  };
}

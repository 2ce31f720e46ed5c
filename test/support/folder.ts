import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own that is gone after its disposal. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  /** The path of a file in it. */
  file(name: string): string;
}

/** Makes an empty folder. */
export async function createFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "tapgraph-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

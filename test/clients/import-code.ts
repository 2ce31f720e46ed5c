import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Imports code of the documentation as a module. It is written into this folder, where it finds the clients' packages. */
export async function importCode<Exports>(name: string, code: string): Promise<Exports> {
  const file = join(import.meta.dirname, `${name}.generated.mjs`);
  await writeFile(file, code);
  afterAll(() => rm(file));
  return (await import(file)) as Exports;
}

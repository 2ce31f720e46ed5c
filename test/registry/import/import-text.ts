import { writeFileSync } from "node:fs";
import type { FileFormat } from "../../../src/registry/import/file-entry.ts";
import { importEntries } from "../../../src/registry/import/import.ts";
import type { CsvOptions } from "../../../src/registry/import/read-csv.ts";
import { readFile } from "../../../src/registry/import/read-file.ts";
import type { RecordKind } from "../../../src/registry/record.ts";
import { openStore } from "../../../src/registry/store/open-store.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import { createFolder } from "../../support/folder.ts";
import { readList } from "../../support/real-registry.ts";

/** When a record that has no time of its own was imported. */
export const now = 1_750_000_000;

export interface ImportOptions extends CsvOptions {
  readonly mode?: "change" | "check";
  readonly structureKind?: RecordKind;
}

export async function importText(
  store: Store,
  text: string | Uint8Array,
  format: FileFormat,
  { mode = "change", structureKind, ...csv }: ImportOptions = {},
) {
  await using folder = await createFolder();
  writeFileSync(folder.file("records"), text);
  const entries = readFile(folder.file("records"), format, csv);
  return await importEntries(store, entries, { projectId: 1, mode, structureKind, now });
}

interface Tag {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly added_when: number;
  readonly additional_data: Readonly<Record<string, unknown>> | null;
}

/** Imports a text into a store of its own. */
export async function readText(
  text: string | Uint8Array,
  format: FileFormat,
  options: ImportOptions = {},
) {
  await using store = await openStore(":memory:");
  const { mistakes, mistakeCount } = await importText(store, text, format, options);
  const tags = await readList<Tag>(store, "tag");
  const terminals = await readList(store, "terminal");
  await using transaction = await store.beginRead();
  const structures = [
    await transaction.readStructure(1, "tag"),
    await transaction.readStructure(1, "terminal"),
  ];
  return { mistakes, mistakeCount, tags, terminals, structures };
}

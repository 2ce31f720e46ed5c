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

export async function importText(
  store: Store,
  text: string | Uint8Array,
  options: CsvOptions & {
    readonly format: FileFormat;
    readonly mode?: "change" | "check";
    readonly structureKind?: RecordKind;
  },
) {
  await using folder = await createFolder();
  writeFileSync(folder.file("records"), text);
  const { format, mode = "change", structureKind, ...csv } = options;
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
  options: CsvOptions = {},
) {
  await using store = await openStore(":memory:");
  const { mistakes } = await importText(store, text, { format, ...options });
  return { mistakes, tags: await readList<Tag>(store, "tag") };
}

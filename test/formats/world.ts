import { writeFileSync } from "node:fs";
import { type FileFormat, fileFormats } from "../../src/registry/import/file-entry.ts";
import { createKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";
import type { Folder } from "../support/folder.ts";
import { dump } from "../support/real-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { readFixture } from "./fixtures.ts";

/** What all fixtures are made of: the project of `export-1.json`, and its key. */
export const projectId = 7;
export const key = "the-key-of-the-fixtures-project";

/** Fills an empty store as a user does: with an import and a key. */
export async function fill(address: string, folder: Folder): Promise<void> {
  const file = folder.file("export.json");
  writeFileSync(file, readFixture("export-1.json"));
  await using run = await runTapgraph(["registry", "import", file, "--project", `${projectId}`], {
    REGISTRY_DB: address,
  });
  if ((await run.exit()) !== 0) throw new Error(run.output);
  await using store = await openStore(address);
  await createKey(store, { key, projectId, name: "front desk", createdWhen: 1_700_000_100 });
}

/** The text of an export, as the command writes it. Only CSV holds one list alone. */
export async function exportFrom(store: Store, format: FileFormat): Promise<string> {
  const selection = format === "csv" ? "tags" : "all";
  return dump(store, projectId, { format, selection });
}

export { fileFormats };

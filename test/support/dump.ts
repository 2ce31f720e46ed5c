import { exportProject } from "../../src/registry/export.ts";
import type { FileFormat } from "../../src/registry/import/file-entry.ts";
import type { RecordKind } from "../../src/registry/record.ts";
import type { Store } from "../../src/registry/store/store.ts";

/** The text of a project's export, by default all of it as JSON. */
export async function dump(
  store: Store,
  projectId = 1,
  {
    format = "json",
    selection = "all",
  }: {
    readonly format?: FileFormat;
    readonly selection?: "tags" | "terminals" | "all";
  } = {},
): Promise<string> {
  let text = "";
  for await (const part of exportProject(store, projectId, { format, selection })) text += part;
  return text;
}

/** The records of a list, parsed from the JSON that the store keeps. */
export async function readList<T = unknown>(
  store: Store,
  kind: RecordKind,
  projectId = 1,
): Promise<readonly T[]> {
  await using transaction = await store.beginRead();
  const list: T[] = [];
  for await (const batch of transaction.readRecords(projectId, kind)) {
    for (const { json } of batch) list.push(JSON.parse(json));
  }
  return list;
}

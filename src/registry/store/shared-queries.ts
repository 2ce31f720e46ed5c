import type { StoredKey } from "./store.ts";

/** Selects the projects that have records or a structure, in ascending order. */
export const selectProjects =
  "SELECT project_id FROM block WHERE count > 0 UNION SELECT project_id FROM structure ORDER BY project_id";

/** Selects all keys, by project and then by age. */
export const selectKeys = "SELECT * FROM key ORDER BY project_id, created_when, id";

/** The key in a row. */
export function toStoredKey(row: Readonly<Record<string, unknown>>): StoredKey {
  return {
    id: String(row["id"]),
    hash: toBytes(row["hash"]),
    projectId: Number(row["project_id"]),
    name: String(row["name"]),
    createdWhen: Number(row["created_when"]),
  };
}

/** No bytes at all. */
export const noBytes = new Uint8Array();

/** The bytes in a column. */
export function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : noBytes;
}

import type { KeyGrant, StoredKey } from "./store.ts";

export type QueryValue = string | number | Uint8Array;

/** A statement in SQL that both databases understand, with parameters ?1, ?2, … */
export interface Query {
  readonly sql: string;
  readonly values: readonly QueryValue[];
}

export type Row = Readonly<Record<string, unknown>>;

export const readBatchSize = 1000;

export const selectProjects =
  "SELECT project_id FROM block WHERE count > 0 UNION SELECT project_id FROM structure ORDER BY project_id";

export const selectKeys = "SELECT * FROM key ORDER BY project_id, created_when, id";

export const deleteKey = "DELETE FROM key WHERE id = ?1";

export function insertKey({ id, hash, projectId, name, createdWhen }: StoredKey): Query {
  return {
    sql: "INSERT INTO key (id, hash, project_id, name, created_when) VALUES (?1, ?2, ?3, ?4, ?5)",
    values: [id, hash, projectId, name, createdWhen],
  };
}

export function toStoredKey(row: Row): StoredKey {
  return {
    ...toKeyGrant(row),
    id: String(row["id"]),
    name: String(row["name"]),
    createdWhen: Number(row["created_when"]),
  };
}

export function toKeyGrant(row: Row): KeyGrant {
  return { hash: toBytes(row["hash"]), projectId: toProjectId(row) };
}

export function toProjectId(row: Row): number {
  return Number(row["project_id"]);
}

export const noBytes = new Uint8Array();

export function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : noBytes;
}

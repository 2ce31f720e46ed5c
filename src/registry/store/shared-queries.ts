import type { KeyGrant, StoredKey } from "./store.ts";

export type QueryValue = string | number | Uint8Array;

/** A statement in SQL that both databases understand, with parameters ?1, ?2, … */
export interface Query {
  readonly sql: string;
  readonly values: readonly QueryValue[];
}

export type Row = Readonly<Record<string, unknown>>;

export const deleteKey = "DELETE FROM key WHERE id = ?1";

export function insertKey({ id, hash, projectId, name, createdWhen }: StoredKey): Query {
  return {
    sql: "INSERT INTO key (id, hash, project_id, name, created_when) VALUES (?1, ?2, ?3, ?4, ?5)",
    values: [id, hash, projectId, name, createdWhen],
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

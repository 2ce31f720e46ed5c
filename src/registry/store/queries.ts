import type { KeyGrant, StoredKey } from "./store.ts";

export type QueryValue = string | number | Uint8Array;

/** A statement in SQL that both databases understand, with parameters ?1, ?2, … */
export interface Query {
  readonly sql: string;
  readonly values: readonly QueryValue[];
}

export type Row = Readonly<Record<string, unknown>>;

const selectGrant = "SELECT hash, project_id FROM key WHERE id = ?1";

const ofPage = "project_id = (SELECT project_id FROM project) AND kind = ?2";

/**
 * What a request reads, by the id of its key, `?1`: the key's grant and the data in one statement,
 * so that both are of one moment and cost one round trip. `?2` is the kind. A page has its position
 * in `?3` and its limit in `?4`; it finds the block that contains the position, and then the
 * records.
 */
export const keyStatements = {
  grant: selectGrant,
  page: `WITH project AS (${selectGrant}), blocks AS (
      SELECT added_when, id, count, sum(count) OVER (ORDER BY added_when, id) - count AS before
      FROM block WHERE ${ofPage}
    ), start AS (
      SELECT * FROM blocks WHERE before <= CAST(?3 AS bigint)
      ORDER BY added_when DESC, id DESC LIMIT 1
    )
    SELECT project.*, (SELECT coalesce(sum(count), 0) FROM blocks) AS count, (
      SELECT string_agg(json, ',') FROM (
        SELECT json FROM record
        WHERE ${ofPage} AND (added_when, id) >= ((SELECT added_when FROM start), (SELECT id FROM start))
        ORDER BY added_when, id
        LIMIT CAST(?4 AS bigint)
        OFFSET CAST(?3 AS bigint) - CAST(coalesce((SELECT before FROM start), 0) AS bigint)
      ) AS page
    ) AS records
    FROM project`,
  record: `SELECT key.hash, key.project_id, record.json FROM key
    LEFT JOIN record ON record.project_id = key.project_id AND record.kind = ?2 AND record.id = ?3
    WHERE key.id = ?1`,
  structure: `SELECT key.hash, key.project_id, structure.json FROM key
    LEFT JOIN structure ON structure.project_id = key.project_id AND structure.kind = ?2
    WHERE key.id = ?1`,
} as const;

export const deleteKey = "DELETE FROM key WHERE id = ?1";

export function insertKey({ id, hash, projectId, name, createdWhen }: StoredKey): Query {
  return {
    sql: "INSERT INTO key (id, hash, project_id, name, created_when) VALUES (?1, ?2, ?3, ?4, ?5)",
    values: [id, hash, projectId, name, createdWhen],
  };
}

export function toKeyGrant(row: Row): KeyGrant {
  return { hash: row["hash"] as Uint8Array, projectId: toProjectId(row) };
}

export function toProjectId(row: Row): number {
  return Number(row["project_id"]);
}

import type { StoredKey, StoredPage } from "../store.ts";

/**
 * Selects a page of the project in the table `source`, and that table's columns. `$2` is the kind, `$3` the position, `$4` the
 * limit. It finds the block of level 2 that has the position, in it the block of level 1, and then the records. As this is one
 * statement, the page is of one moment and costs one round trip.
 */
export function pageColumns(source: string): string {
  const project = `project_id = (SELECT project_id FROM ${source}) AND kind = $2`;
  return `, top AS (
      SELECT added_when, id, size, count, sum(count) OVER (ORDER BY added_when, id) - count AS before
      FROM block WHERE ${project} AND level = 2
    ), upper AS (
      SELECT * FROM top WHERE before <= $3::bigint ORDER BY added_when DESC, id DESC LIMIT 1
    ), lower AS (
      SELECT * FROM (
        SELECT added_when, id, (SELECT before FROM upper) + sum(count) OVER (ORDER BY added_when, id) - count AS before
        FROM (
          SELECT added_when, id, count FROM block
          WHERE ${project} AND level = 1
            AND (added_when, id) >= ((SELECT added_when FROM upper), (SELECT id FROM upper))
          ORDER BY added_when, id LIMIT (SELECT size FROM upper)
        ) AS member
      ) AS summed
      WHERE before <= $3::bigint ORDER BY added_when DESC, id DESC LIMIT 1
    )
    SELECT ${source}.*, (SELECT coalesce(sum(count), 0) FROM top) AS count, (
      SELECT string_agg(json, ',') FROM (
        SELECT json FROM record
        WHERE ${project} AND (added_when, id) >= ((SELECT added_when FROM lower), (SELECT id FROM lower))
        ORDER BY added_when, id
        LIMIT $4::bigint OFFSET $3::bigint - (SELECT before FROM lower)::bigint
      ) AS page
    ) AS records
    FROM ${source}`;
}

/** The page in such a row. */
export function toPage(row: Readonly<Record<string, unknown>> | undefined): StoredPage {
  return { records: String(row?.["records"] ?? ""), count: Number(row?.["count"] ?? 0) };
}

/** Adds a key, with the values of `toKeyValues`. */
export const insertKey =
  "INSERT INTO key (id, hash, project_id, name, created_when) VALUES ($1, $2, $3, $4, $5)";

/** The values of `insertKey`. */
export function toKeyValues({ id, hash, projectId, name, createdWhen }: StoredKey): unknown[] {
  return [id, Buffer.from(hash), projectId, name, createdWhen];
}

const noTimeouts =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/** Begins a transaction that reads one moment. The database's defaults do not limit how long it may take. */
export const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${noTimeouts}`;

/**
 * Begins a transaction that writes. After it has waited for a lock, it must see what others committed meanwhile. The database's
 * defaults change neither that nor how long it may take.
 */
export const beginWriting = `BEGIN ISOLATION LEVEL READ COMMITTED; ${noTimeouts}`;

import type { List } from "../block-queries.ts";

/** A record to put, or to remove if it has no text. */
export interface Incoming extends List {
  readonly id: string;
  readonly addedWhen: number;
  readonly json: string | null;
}

/** The changes as a table in SQL, and the values of its parameters. */
export interface Changes {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A row as COPY reads it. Only backslashes are escaped: ids have no control characters, and JSON has them escaped. */
export function toCopyRow({ projectId, kind, id, addedWhen, json }: Incoming): string {
  const text = json === null ? "\\N" : json.replaceAll("\\", "\\\\");
  return `${projectId}\t${kind}\t${id.replaceAll("\\", "\\\\")}\t${addedWhen}\t${text}\n`;
}

/** Creates a table for changes that are too many for memory. It ends with the transaction. */
export const createStaging = `CREATE TEMPORARY TABLE staging (
    batch bigint GENERATED ALWAYS AS IDENTITY, project_id bigint, kind text COLLATE "C", id text COLLATE "C",
    added_when bigint, json text
  ) ON COMMIT DROP`;

/** Deletes changes of a record that a later one replaces. */
export const deleteEarlier = `DELETE FROM staging USING staging AS later
  WHERE later.project_id = staging.project_id AND later.kind = staging.kind AND later.id = staging.id
    AND later.batch > staging.batch`;

/** Changes that are in the table. */
export const stagedChanges: Changes = { sql: "staging AS incoming", values: [] };

/** Changes that are in memory. */
export function toChanges(all: readonly Incoming[]): Changes {
  return {
    sql: `unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[])
      AS incoming (project_id, kind, id, added_when, json)`,
    values: [
      all.map(({ projectId }) => projectId),
      all.map(({ kind }) => kind),
      all.map(({ id }) => id),
      all.map(({ addedWhen }) => addedWhen),
      all.map(({ json }) => json),
    ],
  };
}

/** The statements of a merge, in order. Their rows are where the blocks begin in which records came or went. */
export function mergeStatements({ sql: incoming }: Changes): readonly string[] {
  const isSame =
    "record.project_id = incoming.project_id AND record.kind = incoming.kind AND record.id = incoming.id";
  return [
    `WITH moved AS (
       DELETE FROM record USING ${incoming}
       WHERE ${isSame} AND (incoming.json IS NULL OR record.added_when <> incoming.added_when)
       RETURNING record.project_id, record.kind, record.added_when, record.id
     ) ${selectBlocks}`,
    `UPDATE record SET json = incoming.json FROM ${incoming}
     WHERE ${isSame} AND record.json <> incoming.json`,
    `WITH moved AS (
       INSERT INTO record (project_id, kind, added_when, id, json)
       SELECT project_id, kind, added_when, id, json FROM ${incoming}
       WHERE json IS NOT NULL ORDER BY project_id, kind, added_when, id
       ON CONFLICT (project_id, kind, id) DO NOTHING
       RETURNING project_id, kind, added_when, id
     ) ${selectBlocks}`,
  ];
}

const selectBlocks = `SELECT DISTINCT moved.project_id, moved.kind, start.added_when, start.id FROM moved, LATERAL (
    SELECT added_when, id FROM block
    WHERE block.project_id = moved.project_id AND block.kind = moved.kind AND level = 1
      AND (block.added_when, block.id) <= (moved.added_when, moved.id)
    ORDER BY added_when DESC, id DESC LIMIT 1
  ) AS start`;

/** Lets the planner read whole tables, which connections otherwise forbid: it is the best way to join them. */
export function toPlanning(way: "on" | "off"): string {
  return ["seqscan", "bitmapscan", "sort"]
    .map((step) => `SET LOCAL enable_${step} = ${way}`)
    .join("; ");
}

import type { ListId } from "../block-queries.ts";

/** A record to put, or to remove if its JSON is null. */
export interface Incoming extends ListId {
  readonly id: string;
  readonly addedWhen: number;
  readonly json: string | null;
}

/** The records to put and remove, as a table in SQL with the alias `incoming`, and the values of its parameters. */
export interface IncomingTable {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A row as COPY reads it. Only backslashes are escaped: ids have no control characters, and in JSON these are escaped already. */
export function toCopyRow({ projectId, kind, id, addedWhen, json }: Incoming): string {
  const text = json === null ? "\\N" : json.replaceAll("\\", "\\\\");
  return `${projectId}\t${kind}\t${id.replaceAll("\\", "\\\\")}\t${addedWhen}\t${text}\n`;
}

/** Creates a table for more records than memory should hold. The end of the transaction drops it. */
export const createStaging = `CREATE TEMPORARY TABLE staging (
    batch bigint GENERATED ALWAYS AS IDENTITY, project_id bigint, kind text COLLATE "C", id text COLLATE "C",
    added_when bigint, json text
  ) ON COMMIT DROP`;

/** Deletes all rows of each record except the last one. */
export const deleteEarlier = `DELETE FROM staging USING staging AS later
  WHERE later.project_id = staging.project_id AND later.kind = staging.kind AND later.id = staging.id
    AND later.batch > staging.batch`;

export const stagingTable: IncomingTable = { sql: "staging AS incoming", values: [] };

/** The table of records that are in memory. */
export function toIncomingTable(all: readonly Incoming[]): IncomingTable {
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

/** The statements of a merge, in order. Their rows are the starts of the blocks in which they added or removed records. */
export function mergeStatements({ sql: incoming }: IncomingTable): readonly string[] {
  const isSame =
    "record.project_id = incoming.project_id AND record.kind = incoming.kind AND record.id = incoming.id";
  return [
    `WITH touched AS (
       DELETE FROM record USING ${incoming}
       WHERE ${isSame} AND (incoming.json IS NULL OR record.added_when <> incoming.added_when)
       RETURNING record.project_id, record.kind, record.added_when, record.id
     ) ${selectTouchedBlocks}`,
    `UPDATE record SET json = incoming.json FROM ${incoming}
     WHERE ${isSame} AND record.json <> incoming.json`,
    `WITH touched AS (
       INSERT INTO record (project_id, kind, added_when, id, json)
       SELECT project_id, kind, added_when, id, json FROM ${incoming}
       WHERE json IS NOT NULL ORDER BY project_id, kind, added_when, id
       ON CONFLICT (project_id, kind, id) DO NOTHING
       RETURNING project_id, kind, added_when, id
     ) ${selectTouchedBlocks}`,
  ];
}

const selectTouchedBlocks = `SELECT DISTINCT touched.project_id, touched.kind, start.added_when, start.id FROM touched, LATERAL (
    SELECT added_when, id FROM block
    WHERE block.project_id = touched.project_id AND block.kind = touched.kind AND level = 1
      AND (block.added_when, block.id) <= (touched.added_when, touched.id)
    ORDER BY added_when DESC, id DESC LIMIT 1
  ) AS start`;

/** Lets the planner scan full tables, which suits joins, or forbids it again. By default, our connections forbid it. */
export function setTableScans(mode: "on" | "off"): string {
  return ["seqscan", "bitmapscan", "sort"]
    .map((step) => `SET LOCAL enable_${step} = ${mode}`)
    .join("; ");
}

import type { StoredRecord } from "../store.ts";
import { toStoredId } from "./statements.ts";

export type Incoming = Omit<StoredRecord, "json"> & { readonly json: string | null };

export const createStaging = `CREATE TEMPORARY TABLE staging (
    number bigint GENERATED ALWAYS AS IDENTITY, project_id bigint, kind text COLLATE "C", id text COLLATE "C",
    added_when bigint, json text
  ) ON COMMIT DROP`;

export const copyToStaging = "COPY staging (project_id, kind, id, added_when, json) FROM STDIN";

/**
 * A row as COPY reads it. Only backslashes are escaped: ids have no control characters, and in JSON
 * these are escaped already.
 */
export function toCopyRow({ projectId, kind, id, addedWhen, json }: Incoming): string {
  const text = json === null ? "\\N" : json.replaceAll("\\", "\\\\");
  return `${projectId}\t${kind}\t${toStoredId(id).replaceAll("\\", "\\\\")}\t${addedWhen}\t${text}\n`;
}

export const deleteEarlier = `DELETE FROM staging USING staging AS later
  WHERE later.project_id = staging.project_id AND later.kind = staging.kind AND later.id = staging.id
    AND later.number > staging.number`;

const isSame =
  "record.project_id = staging.project_id AND record.kind = staging.kind AND record.id = staging.id";

const selectTouchedBlocks = `SELECT DISTINCT touched.project_id, touched.kind, start.added_when, start.id FROM touched, LATERAL (
    SELECT added_when, id FROM block
    WHERE block.project_id = touched.project_id AND block.kind = touched.kind
      AND (block.added_when, block.id) <= (touched.added_when, touched.id)
    ORDER BY added_when DESC, id DESC LIMIT 1
  ) AS start`;

/**
 * The statements of a merge, in order. Their rows are the starts of the blocks in which they added
 * or removed records.
 */
export const mergeStatements: readonly string[] = [
  `WITH touched AS (
     DELETE FROM record USING staging
     WHERE ${isSame} AND (staging.json IS NULL OR record.added_when <> staging.added_when)
     RETURNING record.project_id, record.kind, record.added_when, record.id
   ) ${selectTouchedBlocks}`,
  `UPDATE record SET json = staging.json FROM staging
   WHERE ${isSame} AND record.json <> staging.json`,
  `WITH touched AS (
     INSERT INTO record (project_id, kind, added_when, id, json)
     SELECT project_id, kind, added_when, id, json FROM staging
     WHERE json IS NOT NULL ORDER BY project_id, kind, added_when, id
     ON CONFLICT (project_id, kind, id) DO NOTHING
     RETURNING project_id, kind, added_when, id
   ) ${selectTouchedBlocks}`,
];

/**
 * Lets the planner scan full tables, which suits joins, or forbids it again. By default, our
 * connections forbid it.
 */
export function setTableScans(mode: "on" | "off"): string {
  return ["seqscan", "bitmapscan", "sort"]
    .map((step) => `SET LOCAL enable_${step} = ${mode}`)
    .join("; ");
}

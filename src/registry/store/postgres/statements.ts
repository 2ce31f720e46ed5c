import type { RecordKind } from "../../record.ts";
import type { Row } from "../shared-queries.ts";
import type { StoredPage } from "../store.ts";

/**
 * Selects a page of a project's list. `$2` is the kind, `$3` the position, `$4` the limit. It finds
 * the block that contains the position, and then the records. As this is one statement, the page is
 * of one moment and costs one round trip.
 * @param selectProject selects the `project_id`. Any further columns are also in the result.
 */
export function selectPage(selectProject: string): string {
  const list = "project_id = (SELECT project_id FROM project) AND kind = $2";
  return `WITH project AS (${selectProject}), blocks AS (
      SELECT added_when, id, count, sum(count) OVER (ORDER BY added_when, id) - count AS before
      FROM block WHERE ${list}
    ), start AS (
      SELECT * FROM blocks WHERE before <= $3::bigint ORDER BY added_when DESC, id DESC LIMIT 1
    )
    SELECT project.*, (SELECT coalesce(sum(count), 0) FROM blocks) AS count, (
      SELECT string_agg(json, ',') FROM (
        SELECT json FROM record
        WHERE ${list} AND (added_when, id) >= ((SELECT added_when FROM start), (SELECT id FROM start))
        ORDER BY added_when, id
        LIMIT $4::bigint OFFSET $3::bigint - (SELECT before FROM start)::bigint
      ) AS page
    ) AS records
    FROM project`;
}

export function toPage(row: Row | undefined): StoredPage {
  return { records: String(row?.["records"] ?? ""), count: Number(row?.["count"] ?? 0) };
}

const noTimeouts =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

export const beginReadOnly = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${noTimeouts}`;

/**
 * Begins a transaction that writes. After it has waited for a lock, it sees what others have
 * committed in the meantime. The database's defaults do not limit how long it may take.
 */
export const beginReadWrite = `BEGIN ISOLATION LEVEL READ COMMITTED; ${noTimeouts}`;

/**
 * Makes every terminal's id positive, so that strings of the same length sort as the numbers do.
 */
const offset = 2n ** 53n;
const digits = 17;

export function toStoredId(id: string | number): string {
  return typeof id === "string" ? id : String(BigInt(id) + offset).padStart(digits, "0");
}

export function fromStoredId(kind: RecordKind, text: string): string | number {
  return kind === "tag" ? text : Number(BigInt(text) - offset);
}

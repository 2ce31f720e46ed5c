import type { RecordKind } from "../../record.ts";

const selectGrant = "SELECT hash, project_id FROM key WHERE id = $1";

const ofPage = "project_id = (SELECT project_id FROM project) AND kind = $2";

/**
 * What a request reads, by the id of its key, `$1`: the key's grant and the data in one statement,
 * so that both are of one moment and cost one round trip. `$2` is the kind. A page has its position
 * in `$3` and its limit in `$4`; it finds the block that contains the position, and then the
 * records.
 */
export const statements = {
  grant: { name: "grant", text: selectGrant },
  page: {
    name: "page",
    text: `WITH project AS (${selectGrant}), blocks AS (
        SELECT added_when, id, count, sum(count) OVER (ORDER BY added_when, id) - count AS before
        FROM block WHERE ${ofPage}
      ), start AS (
        SELECT * FROM blocks WHERE before <= $3::bigint ORDER BY added_when DESC, id DESC LIMIT 1
      )
      SELECT project.*, (SELECT coalesce(sum(count), 0) FROM blocks) AS count, (
        SELECT string_agg(json, ',') FROM (
          SELECT json FROM record
          WHERE ${ofPage} AND (added_when, id) >= ((SELECT added_when FROM start), (SELECT id FROM start))
          ORDER BY added_when, id
          LIMIT $4::bigint OFFSET $3::bigint - (SELECT before FROM start)::bigint
        ) AS page
      ) AS records
      FROM project`,
  },
  record: {
    name: "record",
    text: `SELECT key.hash, key.project_id, record.json FROM key
      LEFT JOIN record ON record.project_id = key.project_id AND record.kind = $2 AND record.id = $3
      WHERE key.id = $1`,
  },
  structure: {
    name: "structure",
    text: `SELECT key.hash, key.project_id, structure.json FROM key
      LEFT JOIN structure ON structure.project_id = key.project_id AND structure.kind = $2
      WHERE key.id = $1`,
  },
} as const;

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

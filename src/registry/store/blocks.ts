import type { RecordKind } from "../record.ts";
import type { Query, Row } from "./queries.ts";

export interface ListId {
  readonly projectId: number;
  readonly kind: RecordKind;
}

export function nameList({ projectId, kind }: ListId): string {
  return `${projectId} ${kind}`;
}

/**
 * What a list is sorted by: a record's `added_when` and id, or values that sort before or after all
 * records.
 */
export interface SortKey {
  readonly addedWhen: number;
  readonly id: string | number;
}

export function toSortKey({ added_when: addedWhen, id }: Row): SortKey {
  return { addedWhen: Number(addedWhen), id: typeof id === "number" ? id : String(id) };
}

/** From one sort key up to, but not including, another. */
export interface SortRange {
  readonly from: SortKey;
  readonly to: SortKey;
}

/**
 * Work on the blocks of a list. With them, a page at the list's end is found as quickly as one at
 * its beginning.
 *
 * A block is a run of neighbouring records. It is stored with the sort key at which it begins and
 * the number of its records, and ends where the next one begins. The first block begins before all
 * records, and always stays. To find a position, a reader adds up the counts.
 *
 * After a change, only the blocks in which records were added or removed are counted again. A block
 * with too many records is split, and an empty one is removed.
 *
 * The work is the same in both databases, but only SQLite answers synchronously. So the work is a
 * generator: it yields each statement, and receives the rows.
 */
export type BlockWork<T> = Generator<Query, T, readonly Row[]>;

/** The maximum number of a block's records, and the number that a split aims at. */
export const blockSizes = { target: 1000, max: 2000 } as const;

/** A sort key after all records: no `added_when` is beyond the safe integers. */
const afterAll: SortKey = { addedWhen: 2 ** 53, id: "" };

/**
 * Adds a list's first block, unless it has one.
 * @param minId no id of the list sorts before it.
 */
export function* addFirstBlock(
  { projectId, kind }: ListId,
  minId: string | number,
): BlockWork<void> {
  yield {
    sql: `INSERT INTO block (project_id, kind, added_when, id, count)
      VALUES (?1, ?2, ?3, ?4, 0) ON CONFLICT DO NOTHING`,
    values: [projectId, kind, Number.MIN_SAFE_INTEGER, minId],
  };
}

export function* findBlock(list: ListId, { addedWhen, id }: SortKey): BlockWork<SortRange> {
  const [row] = yield {
    sql: `SELECT added_when, id FROM block
      WHERE project_id = ?1 AND kind = ?2 AND (added_when, id) <= (?3, ?4)
      ORDER BY added_when DESC, id DESC LIMIT 1`,
    values: [list.projectId, list.kind, addedWhen, id],
  };
  if (!row) throw new Error("A list has lost its first block");
  return yield* readRange(list, toSortKey(row));
}

export function* refreshBlocks(list: ListId, starts: Iterable<SortKey>): BlockWork<void> {
  for (const start of starts) yield* refreshBlock(list, yield* readRange(list, start));
  yield {
    sql: "DELETE FROM block WHERE project_id = ?1 AND kind = ?2 AND count = 0 AND added_when > ?3",
    values: [list.projectId, list.kind, Number.MIN_SAFE_INTEGER],
  };
}

function* refreshBlock({ projectId, kind }: ListId, { from, to }: SortRange): BlockWork<void> {
  const range = [projectId, kind, from.addedWhen, from.id, to.addedWhen, to.id];
  const [row] = yield {
    sql: `SELECT count(*) AS count FROM record WHERE ${isInRange}`,
    values: range,
  };
  const count = Number(row?.["count"]);
  const blocks = count > blockSizes.max ? Math.ceil(count / blockSizes.target) : 1;
  const size = Math.ceil(count / blocks);
  yield {
    sql: `UPDATE block SET count = ?5
      WHERE project_id = ?1 AND kind = ?2 AND added_when = ?3 AND id = ?4`,
    values: [projectId, kind, from.addedWhen, from.id, size],
  };
  if (blocks === 1) return;
  yield {
    sql: `INSERT INTO block (project_id, kind, added_when, id, count)
      SELECT project_id, kind, max(added_when) FILTER (WHERE number % ?7 = 0),
        max(id) FILTER (WHERE number % ?7 = 0), count(*)
      FROM (
        SELECT project_id, kind, added_when, id,
          row_number() OVER (ORDER BY added_when, id) - 1 AS number
        FROM record WHERE ${isInRange}
      ) AS member
      WHERE number >= ?7 GROUP BY project_id, kind, number / ?7`,
    values: [...range, size],
  };
}

function* readRange({ projectId, kind }: ListId, from: SortKey): BlockWork<SortRange> {
  const [next] = yield {
    sql: `SELECT added_when, id FROM block
      WHERE project_id = ?1 AND kind = ?2 AND (added_when, id) > (?3, ?4)
      ORDER BY added_when, id LIMIT 1`,
    values: [projectId, kind, from.addedWhen, from.id],
  };
  return { from, to: next ? toSortKey(next) : afterAll };
}

const isInRange = `project_id = ?1 AND kind = ?2
  AND (added_when, id) >= (?3, ?4) AND (added_when, id) < (?5, ?6)`;

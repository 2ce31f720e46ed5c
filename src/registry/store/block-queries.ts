import type { RecordKind } from "../record.ts";
import type { Query, Row } from "./shared-queries.ts";

/** Identifies a list: a project's tags or its terminals. */
export interface ListId {
  readonly projectId: number;
  readonly kind: RecordKind;
}

/** A string that identifies a list, as the key of a map. */
export function nameList({ projectId, kind }: ListId): string {
  return `${projectId} ${kind}`;
}

/** What a list is sorted by: a record's `added_when` and id, or values that sort before or after all records. */
export interface SortKey {
  readonly addedWhen: number;
  readonly id: string | number;
}

/** A string that identifies a sort key, as the key of a map. */
export function nameSortKey({ addedWhen, id }: SortKey): string {
  return `${addedWhen} ${id}`;
}

/** A part of a list, from one sort key up to, but not including, another. */
export interface SortRange {
  readonly from: SortKey;
  readonly to: SortKey;
}

/** The level of a block. The members of a block of level 1 are records, and those of a block of level 2 are blocks of level 1. */
export type Level = 1 | 2;

/** How many members a range has, and how many records they have in total. */
export interface MemberCounts {
  readonly size: number;
  readonly count: number;
}

/** Inserts a list's first blocks, unless it has them. They begin before all records. */
export function insertFirstBlocks({ projectId, kind }: ListId, minId: string | number): Query {
  return {
    sql: `INSERT INTO block (project_id, kind, level, added_when, id, size, count)
      VALUES (?1, ?2, 1, ?3, ?4, 0, 0), (?1, ?2, 2, ?3, ?4, 1, 0) ON CONFLICT DO NOTHING`,
    values: [projectId, kind, Number.MIN_SAFE_INTEGER, minId],
  };
}

const whichBlock = {
  at: "<= (?3, ?4) ORDER BY added_when DESC, id DESC",
  before: "< (?3, ?4) ORDER BY added_when DESC, id DESC",
  after: "> (?3, ?4) ORDER BY added_when, id",
} as const;

/** Selects where a block begins: the one that contains a sort key, the last one before that key, or the first one after it. */
export function selectStart(
  which: keyof typeof whichBlock,
  { projectId, kind }: ListId,
  level: Level,
  { addedWhen, id }: SortKey,
): Query {
  return {
    sql: `SELECT added_when, id FROM block
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level} AND (added_when, id) ${whichBlock[which]} LIMIT 1`,
    values: [projectId, kind, addedWhen, id],
  };
}

/** Selects a row if a block of the level above begins at this sort key. */
export function selectStartAbove(
  { projectId, kind }: ListId,
  level: Level,
  { addedWhen, id }: SortKey,
): Query {
  return {
    sql: `SELECT 1 FROM block
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level + 1} AND added_when = ?3 AND id = ?4`,
    values: [projectId, kind, addedWhen, id],
  };
}

/** Counts the members of a range (`size`), and their records (`count`). */
export function countMembers(list: ListId, level: Level, range: SortRange): Query {
  return {
    sql: `SELECT count(*) AS size, coalesce(sum(${recordsOf(level)}), 0) AS count FROM ${membersOf(level)}`,
    values: toValues(list, range),
  };
}

/** Counts the records of the first `size` members of a range. */
export function countFirst(list: ListId, level: Level, range: SortRange, size: number): Query {
  return {
    sql: `SELECT sum(count) AS count FROM (
        SELECT ${recordsOf(level)} AS count FROM ${membersOf(level)} ORDER BY added_when, id LIMIT ?7
      ) AS member`,
    values: [...toValues(list, range), size],
  };
}

export function removeAllButFirst(list: ListId, level: Level, range: SortRange): Query {
  return {
    sql: `DELETE FROM block WHERE project_id = ?1 AND kind = ?2 AND level = ${level}
      AND (added_when, id) > (?3, ?4) AND (added_when, id) < (?5, ?6)`,
    values: toValues(list, range),
  };
}

/** Divides a range into blocks of `size` members, and inserts all of them except the first. The last block may be smaller. */
export function insertAllButFirst(
  list: ListId,
  level: Level,
  range: SortRange,
  size: number,
): Query {
  return {
    sql: `INSERT INTO block (project_id, kind, level, added_when, id, size, count)
      SELECT project_id, kind, ${level}, max(added_when) FILTER (WHERE number % ?7 = 0),
        max(id) FILTER (WHERE number % ?7 = 0), count(*), sum(count)
      FROM (
        SELECT project_id, kind, added_when, id, ${recordsOf(level)} AS count,
          row_number() OVER (ORDER BY added_when, id) - 1 AS number
        FROM ${membersOf(level)}
      ) AS member
      WHERE number >= ?7 GROUP BY project_id, kind, number / ?7`,
    values: [...toValues(list, range), size],
  };
}

export function setCounts(
  { projectId, kind }: ListId,
  level: Level,
  { addedWhen, id }: SortKey,
  { size, count }: MemberCounts,
): Query {
  return {
    sql: `UPDATE block SET size = ?5, count = ?6
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level} AND added_when = ?3 AND id = ?4`,
    values: [projectId, kind, addedWhen, id, size, count],
  };
}

export function toSortKey(row: Row): SortKey {
  const { added_when: addedWhen, id } = row;
  return { addedWhen: Number(addedWhen), id: typeof id === "number" ? id : String(id) };
}

function toValues(
  { projectId, kind }: ListId,
  { from, to }: SortRange,
): readonly (string | number)[] {
  return [projectId, kind, from.addedWhen, from.id, to.addedWhen, to.id];
}

function recordsOf(level: Level): string {
  return level === 1 ? "1" : "count";
}

/** The members of the level's blocks in the range of parameters ?3 to ?6, in SQL. */
function membersOf(level: Level): string {
  const table = level === 1 ? "record WHERE" : `block WHERE level = ${level - 1} AND`;
  return `${table} project_id = ?1 AND kind = ?2
    AND (added_when, id) >= (?3, ?4) AND (added_when, id) < (?5, ?6)`;
}

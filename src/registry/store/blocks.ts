import type { Kind } from "../record.ts";

/**
 * Each list is cut into blocks of neighbouring records, level 1, which know how many records they have; blocks of
 * neighbouring blocks are level 2. A position in the list is found by adding up a few hundred counts, wherever it lies.
 * A block begins at a place of the list and reaches as far as the next one of its level begins. The first begins before
 * any record, and a block of level 2 begins where one of level 1 does.
 * Only blocks in which records came or went are counted again: blocks that grew too large are cut, and ones that grew too
 * small are joined with a neighbour.
 *
 * This is the work on them, whatever database they lie in: statements, with parameters ?1, ?2, …, that both know.
 */
export type BlockWork<T> = Generator<BlockQuery, T, readonly BlockRow[]>;

/** A statement to be run. */
export interface BlockQuery {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A row that a statement gave. */
export type BlockRow = Readonly<Record<string, unknown>>;

/** A list of a project. */
export interface List {
  readonly projectId: number;
  readonly kind: Kind;
}

/** A place in a list: that of a record, or before or after all of them. */
export interface Place {
  readonly addedWhen: number;
  readonly id: string | number;
}

/** From a place on, up to another. */
export interface Range {
  readonly from: Place;
  readonly to: Place;
}

/** How many members a new block has, and how few and how many one may come to have. */
export const blockSizes = { least: 50, usual: 200, most: 400 } as const;

/** Behind whatever was added at a time that JSON can tell. */
const afterAll: Place = { addedWhen: 2 ** 53, id: "" };

type Level = 1 | 2;

/**
 * Gives a list its first blocks, unless it has some.
 * @param leastId none that the list may have comes before it.
 */
export function* addFirstBlocks(
  { projectId, kind }: List,
  leastId: string | number,
): BlockWork<void> {
  yield {
    sql: `INSERT INTO block (project_id, kind, level, added_when, id, size, count)
      VALUES (?1, ?2, 1, ?3, ?4, 0, 0), (?1, ?2, 2, ?3, ?4, 1, 0) ON CONFLICT DO NOTHING`,
    values: [projectId, kind, Number.MIN_SAFE_INTEGER, leastId],
  };
}

/** The block of level 1 in which a place lies. */
export function* findBlock(list: List, place: Place): BlockWork<Range> {
  const from = yield* findStart(list, 1, place);
  return { from, to: (yield* findNext(list, 1, from)) ?? afterAll };
}

/** Brings the blocks up to date in which these places lie, after records came or went there. */
export function* refreshBlocks(list: List, places: readonly Place[]): BlockWork<void> {
  const above = yield* refreshLevel(list, 1, places);
  yield* refreshLevel(list, 2, above);
}

/** Gives where the blocks begin that were brought up to date. */
function* refreshLevel(
  list: List,
  level: Level,
  places: readonly Place[],
): BlockWork<readonly Place[]> {
  const done = new Map<string, Place>();
  for (const place of places) {
    const start = yield* findStart(list, level, place);
    if (done.has(formatPlace(start))) continue;
    const refreshed = yield* refreshBlock(list, level, start);
    for (const one of [start, refreshed]) done.set(formatPlace(one), one);
  }
  return [...done.values()];
}

function formatPlace({ addedWhen, id }: Place): string {
  return `${addedWhen} ${id}`;
}

/** Gives where the block begins now: it may have been joined with the one before it. */
function* refreshBlock(list: List, level: Level, start: Place): BlockWork<Place> {
  const own: Range = { from: start, to: (yield* findNext(list, level, start)) ?? afterAll };
  const members = yield* countMembers(list, level, own);
  if (members.size >= blockSizes.least) {
    yield* cut(list, level, { ...own, ...members });
    return own.from;
  }
  const joined = yield* widen(list, level, own);
  yield* cut(list, level, { ...joined, ...(yield* countMembers(list, level, joined)) });
  return joined.from;
}

/** The range and that of a neighbour, within one block of the level above; the range itself where it has none there. */
function* widen(list: List, level: Level, own: Range): BlockWork<Range> {
  const { from, to } = own;
  if (to !== afterAll && !(yield* beginsAbove(list, level, to))) {
    return { from, to: (yield* findNext(list, level, to)) ?? afterAll };
  }
  if (yield* beginsAbove(list, level, from)) return own;
  const previous = yield* findPrevious(list, level, from);
  return previous ? { from: previous, to } : own;
}

/** Makes one block of a range, or several where it has too many members for one. */
function* cut(
  { projectId, kind }: List,
  level: Level,
  { from, to, size, count }: Range & Members,
): BlockWork<void> {
  const values = [projectId, kind, from.addedWhen, from.id];
  const whole = [...values, to.addedWhen, to.id];
  yield {
    sql: `DELETE FROM block WHERE project_id = ?1 AND kind = ?2 AND level = ${level}
      AND (added_when, id) > (?3, ?4) AND (added_when, id) < (?5, ?6)`,
    values: whole,
  };
  const pieces = size > blockSizes.most ? Math.ceil(size / blockSizes.usual) : 1;
  const each = Math.ceil(size / pieces);
  let first = { size, count };
  if (pieces > 1) {
    const [row] = yield {
      sql: `SELECT sum(count) AS count FROM (
          SELECT ${weightOf(level)} AS count FROM ${membersOf(level)} ORDER BY added_when, id LIMIT ?7
        ) AS member`,
      values: [...whole, each],
    };
    first = { size: each, count: Number(row?.["count"]) };
    yield {
      sql: `INSERT INTO block (project_id, kind, level, added_when, id, size, count)
        SELECT project_id, kind, ${level}, max(added_when) FILTER (WHERE number % ?7 = 0),
          max(id) FILTER (WHERE number % ?7 = 0), count(*), sum(count)
        FROM (
          SELECT project_id, kind, added_when, id, ${weightOf(level)} AS count,
            row_number() OVER (ORDER BY added_when, id) - 1 AS number
          FROM ${membersOf(level)}
        ) AS member
        WHERE number >= ?7 GROUP BY project_id, kind, number / ?7`,
      values: [...whole, each],
    };
  }
  yield {
    sql: `UPDATE block SET size = ?5, count = ?6
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level} AND added_when = ?3 AND id = ?4`,
    values: [...values, first.size, first.count],
  };
}

/** What a block has: members, and records in all of them. */
interface Members {
  readonly size: number;
  readonly count: number;
}

function* countMembers(
  { projectId, kind }: List,
  level: Level,
  { from, to }: Range,
): BlockWork<Members> {
  const [row] = yield {
    sql: `SELECT count(*) AS size, coalesce(sum(${weightOf(level)}), 0) AS count FROM ${membersOf(level)}`,
    values: [projectId, kind, from.addedWhen, from.id, to.addedWhen, to.id],
  };
  return { size: Number(row?.["size"]), count: Number(row?.["count"]) };
}

function weightOf(level: Level): string {
  return level === 1 ? "1" : "count";
}

/** The members of a level's blocks in the range of the parameters ?3 to ?6. */
function membersOf(level: Level): string {
  const table = level === 1 ? "record WHERE" : `block WHERE level = ${level - 1} AND`;
  return `${table} project_id = ?1 AND kind = ?2
    AND (added_when, id) >= (?3, ?4) AND (added_when, id) < (?5, ?6)`;
}

/** Where the block begins in which a place lies. */
function* findStart(list: List, level: Level, place: Place): BlockWork<Place> {
  const start = yield* selectStart(
    list,
    level,
    place,
    "<= (?3, ?4) ORDER BY added_when DESC, id DESC",
  );
  if (!start) throw new Error("A list has lost its first block");
  return start;
}

function findPrevious(list: List, level: Level, start: Place): BlockWork<Place | undefined> {
  return selectStart(list, level, start, "< (?3, ?4) ORDER BY added_when DESC, id DESC");
}

function findNext(list: List, level: Level, start: Place): BlockWork<Place | undefined> {
  return selectStart(list, level, start, "> (?3, ?4) ORDER BY added_when, id");
}

function* selectStart(
  { projectId, kind }: List,
  level: Level,
  { addedWhen, id }: Place,
  where: string,
): BlockWork<Place | undefined> {
  const [row] = yield {
    sql: `SELECT added_when, id FROM block
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level} AND (added_when, id) ${where} LIMIT 1`,
    values: [projectId, kind, addedWhen, id],
  };
  return row && toPlace(row);
}

function* beginsAbove(
  { projectId, kind }: List,
  level: Level,
  { addedWhen, id }: Place,
): BlockWork<boolean> {
  const rows = yield {
    sql: `SELECT 1 FROM block
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level + 1} AND added_when = ?3 AND id = ?4`,
    values: [projectId, kind, addedWhen, id],
  };
  return rows.length > 0;
}

/** The place that a row has. */
export function toPlace(row: BlockRow): Place {
  const { added_when: addedWhen, id } = row;
  return { addedWhen: Number(addedWhen), id: typeof id === "number" ? id : String(id) };
}

import type { Kind } from "../record.ts";

/**
 * Maintains the blocks of a list, by which a page is found as quickly at its end as at its beginning.
 *
 * A block of level 1 is a run of neighbouring records, and counts them. A block of level 2 is a run of neighbouring blocks of
 * level 1. Adding up the counts of a few hundred blocks gives the one that has the position wanted.
 * A block is stored as the place where it begins, and ends where the next one of its level begins. The first block begins
 * before any record. Where a block of level 2 begins, one of level 1 does, too.
 * After a change, only those blocks are counted again in which records came or went. A block that has too many members is
 * split, and one that has too few is merged with a neighbour.
 *
 * The work is the same in every database, but one answers at once and another later. So it is a generator: it yields each
 * statement, with parameters ?1, ?2, …, and goes on with the rows.
 */
export type BlockWork<T> = Generator<BlockQuery, T, readonly BlockRow[]>;

/** A statement that the work needs. */
export interface BlockQuery {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A row of its result. */
export type BlockRow = Readonly<Record<string, unknown>>;

/** A list of a project. */
export interface List {
  readonly projectId: number;
  readonly kind: Kind;
}

/** A place in a list: a record's, or one before or after all records. */
export interface Place {
  readonly addedWhen: number;
  readonly id: string | number;
}

/** The part of a list from one place up to another, which is not in it. */
export interface Range {
  readonly from: Place;
  readonly to: Place;
}

/** The least and the most members that a block may have, and the number that a split aims at. */
export const blockSizes = { least: 50, usual: 200, most: 400 } as const;

/** After every record: no `added_when` is beyond the safe integers. */
const afterAll: Place = { addedWhen: 2 ** 53, id: "" };

type Level = 1 | 2;

/**
 * Gives a list its first blocks, unless it has them.
 * @param leastId sorts before every id of the list.
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

/** The block of level 1 that a place lies in. */
export function* findBlock(list: List, place: Place): BlockWork<Range> {
  const from = yield* findStart(list, 1, place);
  return { from, to: (yield* findNext(list, 1, from)) ?? afterAll };
}

/** Updates the blocks that these places lie in, after records came or went there. */
export function* refreshBlocks(list: List, places: readonly Place[]): BlockWork<void> {
  const starts = yield* refreshLevel(list, 1, places);
  yield* refreshLevel(list, 2, starts);
}

/** Updates the blocks of a level that these places lie in, each once, and gives where they begin. */
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
    done.set(formatPlace(start), start);
    done.set(formatPlace(refreshed), refreshed);
  }
  return [...done.values()];
}

function formatPlace({ addedWhen, id }: Place): string {
  return `${addedWhen} ${id}`;
}

/** Updates a block, and gives where it begins now: it may have been merged with the block before it. */
function* refreshBlock(list: List, level: Level, start: Place): BlockWork<Place> {
  const own: Range = { from: start, to: (yield* findNext(list, level, start)) ?? afterAll };
  const members = yield* countMembers(list, level, own);
  if (members.size >= blockSizes.least) {
    yield* rebuild(list, level, own, members);
    return own.from;
  }
  const merged = yield* addNeighbour(list, level, own);
  yield* rebuild(list, level, merged, yield* countMembers(list, level, merged));
  return merged.from;
}

/**
 * A block's range together with its neighbour's. Both must lie in one block of the level above; if there is no such
 * neighbour, it is the range alone.
 */
function* addNeighbour(list: List, level: Level, own: Range): BlockWork<Range> {
  const { from, to } = own;
  if (to !== afterAll && !(yield* beginsAbove(list, level, to))) {
    return { from, to: (yield* findNext(list, level, to)) ?? afterAll };
  }
  if (yield* beginsAbove(list, level, from)) return own;
  const previous = yield* findPrevious(list, level, from);
  return previous ? { from: previous, to } : own;
}

/** Makes one block of a range, or several if it has too many members for one. */
function* rebuild(list: List, level: Level, range: Range, members: Members): BlockWork<void> {
  yield removeWithin(list, level, range);
  if (members.size <= blockSizes.most) {
    yield setMembers(list, level, range.from, members);
    return;
  }
  const blocks = Math.ceil(members.size / blockSizes.usual);
  const size = Math.ceil(members.size / blocks);
  const [first] = yield countFirst(list, level, range, size);
  yield insertFurther(list, level, range, size);
  yield setMembers(list, level, range.from, { size, count: Number(first?.["count"]) });
}

/** Removes the blocks of a range except the one that it begins with. */
function removeWithin(list: List, level: Level, range: Range): BlockQuery {
  return {
    sql: `DELETE FROM block WHERE project_id = ?1 AND kind = ?2 AND level = ${level}
      AND (added_when, id) > (?3, ?4) AND (added_when, id) < (?5, ?6)`,
    values: toValues(list, range),
  };
}

/** Counts the records of a range's first members. */
function countFirst(list: List, level: Level, range: Range, size: number): BlockQuery {
  return {
    sql: `SELECT sum(count) AS count FROM (
        SELECT ${weightOf(level)} AS count FROM ${membersOf(level)} ORDER BY added_when, id LIMIT ?7
      ) AS member`,
    values: [...toValues(list, range), size],
  };
}

/** Inserts the blocks of a range after the first one, each of this many members. */
function insertFurther(list: List, level: Level, range: Range, size: number): BlockQuery {
  return {
    sql: `INSERT INTO block (project_id, kind, level, added_when, id, size, count)
      SELECT project_id, kind, ${level}, max(added_when) FILTER (WHERE number % ?7 = 0),
        max(id) FILTER (WHERE number % ?7 = 0), count(*), sum(count)
      FROM (
        SELECT project_id, kind, added_when, id, ${weightOf(level)} AS count,
          row_number() OVER (ORDER BY added_when, id) - 1 AS number
        FROM ${membersOf(level)}
      ) AS member
      WHERE number >= ?7 GROUP BY project_id, kind, number / ?7`,
    values: [...toValues(list, range), size],
  };
}

/** Sets what the block that begins here has. */
function setMembers(
  { projectId, kind }: List,
  level: Level,
  { addedWhen, id }: Place,
  { size, count }: Members,
): BlockQuery {
  return {
    sql: `UPDATE block SET size = ?5, count = ?6
      WHERE project_id = ?1 AND kind = ?2 AND level = ${level} AND added_when = ?3 AND id = ?4`,
    values: [projectId, kind, addedWhen, id, size, count],
  };
}

/** How many members a range has, and how many records they have. */
interface Members {
  readonly size: number;
  readonly count: number;
}

function* countMembers(list: List, level: Level, range: Range): BlockWork<Members> {
  const [row] = yield {
    sql: `SELECT count(*) AS size, coalesce(sum(${weightOf(level)}), 0) AS count FROM ${membersOf(level)}`,
    values: toValues(list, range),
  };
  return { size: Number(row?.["size"]), count: Number(row?.["count"]) };
}

/** The parameters ?1 to ?6 of a statement on a range. */
function toValues({ projectId, kind }: List, { from, to }: Range): readonly (string | number)[] {
  return [projectId, kind, from.addedWhen, from.id, to.addedWhen, to.id];
}

/** How many records a member has. */
function weightOf(level: Level): string {
  return level === 1 ? "1" : "count";
}

/** The members of a level's blocks: records, or blocks of the level below. Their range is in the parameters ?3 to ?6. */
function membersOf(level: Level): string {
  const table = level === 1 ? "record WHERE" : `block WHERE level = ${level - 1} AND`;
  return `${table} project_id = ?1 AND kind = ?2
    AND (added_when, id) >= (?3, ?4) AND (added_when, id) < (?5, ?6)`;
}

/** Where the block begins that a place lies in. */
function* findStart(list: List, level: Level, place: Place): BlockWork<Place> {
  const where = "<= (?3, ?4) ORDER BY added_when DESC, id DESC";
  const start = yield* selectStart(list, level, place, where);
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

/** A row's place. */
export function toPlace(row: BlockRow): Place {
  const { added_when: addedWhen, id } = row;
  return { addedWhen: Number(addedWhen), id: typeof id === "number" ? id : String(id) };
}

import {
  type BlockQuery,
  type BlockRow,
  countFirst,
  countMembers,
  insertFirstBlocks,
  insertFurther,
  type Level,
  type List,
  type Members,
  type Place,
  type Range,
  removeWithin,
  selectStart,
  selectStartAbove,
  setMembers,
  toPlace,
} from "./block-queries.ts";

/**
 * Work on the blocks of a list. They make it as quick to find a page at the list's end as at its beginning.
 *
 * A block of level 1 is a run of neighbouring records, and counts them. A block of level 2 is a run of neighbouring blocks of
 * level 1. To find a position, a reader adds up the counts of a few hundred blocks.
 *
 * A block is stored as the place where it begins. It ends where the next one of its level begins. The first block begins
 * before any record. Where a block of level 2 begins, one of level 1 does, too.
 *
 * After a change, only the blocks in which records came or went are counted again. A block with too many members is split.
 * One with too few is merged with a neighbour.
 *
 * The work is the same in every database, but SQLite answers immediately and PostgreSQL later. So it is a generator: it yields
 * each statement, and goes on with the rows.
 */
export type BlockWork<T> = Generator<BlockQuery, T, readonly BlockRow[]>;

/** The least and the most members of a block, and the number that a split aims at. */
export const blockSizes = { least: 50, usual: 200, most: 400 } as const;

/** After every record: no `added_when` is beyond the safe integers. */
const afterAll: Place = { addedWhen: 2 ** 53, id: "" };

/**
 * Adds a list's first blocks, unless it has them.
 * @param leastId sorts before every id of the list.
 */
export function* addFirstBlocks(list: List, leastId: string | number): BlockWork<void> {
  yield insertFirstBlocks(list, leastId);
}

/** The range of the block of level 1 that a place lies in. */
export function* findBlock(list: List, place: Place): BlockWork<Range> {
  return yield* toRange(list, 1, yield* findStart(list, 1, place));
}

/** Updates the blocks that these places lie in, after records came or went there. */
export function* refreshBlocks(list: List, places: readonly Place[]): BlockWork<void> {
  const starts = yield* refreshLevel(list, 1, places);
  yield* refreshLevel(list, 2, starts);
}

/** Updates the blocks of a level that these places lie in, each once. Returns where they began, and where they begin now. */
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

/** Updates a block. Returns where it begins now: it may have been merged with the block before it. */
function* refreshBlock(list: List, level: Level, start: Place): BlockWork<Place> {
  const own = yield* toRange(list, level, start);
  const members = yield* readMembers(list, level, own);
  if (members.size >= blockSizes.least) {
    yield* rebuild(list, level, own, members);
    return own.from;
  }
  const merged = yield* addNeighbour(list, level, own);
  yield* rebuild(list, level, merged, yield* readMembers(list, level, merged));
  return merged.from;
}

/** A block's range together with its neighbour's, if they lie in the same block of the level above. Otherwise the range alone. */
function* addNeighbour(list: List, level: Level, own: Range): BlockWork<Range> {
  const { from, to } = own;
  if (to !== afterAll && !(yield* beginsAbove(list, level, to))) {
    return { from, to: (yield* toRange(list, level, to)).to };
  }
  if (yield* beginsAbove(list, level, from)) return own;
  const [previous] = yield selectStart("before", list, level, from);
  return previous ? { from: toPlace(previous), to } : own;
}

/** Turns a range into one block, or into several if it has too many members for one. */
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

function* readMembers(list: List, level: Level, range: Range): BlockWork<Members> {
  const [row] = yield countMembers(list, level, range);
  return { size: Number(row?.["size"]), count: Number(row?.["count"]) };
}

/** The start of the block that a place lies in. */
function* findStart(list: List, level: Level, place: Place): BlockWork<Place> {
  const [row] = yield selectStart("at", list, level, place);
  if (!row) throw new Error("A list has lost its first block");
  return toPlace(row);
}

/** The range of the block that begins at a place. */
function* toRange(list: List, level: Level, from: Place): BlockWork<Range> {
  const [next] = yield selectStart("after", list, level, from);
  return { from, to: next ? toPlace(next) : afterAll };
}

function* beginsAbove(list: List, level: Level, place: Place): BlockWork<boolean> {
  const rows = yield selectStartAbove(list, level, place);
  return rows.length > 0;
}

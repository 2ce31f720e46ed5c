import {
  type BlockQuery,
  type BlockRow,
  countFirst,
  countMembers,
  insertFirstBlocks,
  insertFurther,
  type KeyRange,
  type Level,
  type ListId,
  type ListKey,
  type MemberCounts,
  removeWithin,
  selectStart,
  selectStartAbove,
  setMembers,
  toListKey,
} from "./block-queries.ts";

/**
 * Work on the blocks of a list. With them, a page at the list's end is found as quickly as one at its beginning.
 *
 * A block of level 1 is a run of neighbouring records, and counts them. A block of level 2 is a run of neighbouring blocks of
 * level 1. To find a position, a reader adds up the counts of a few hundred blocks.
 *
 * A block is stored with the list key at which it begins. It ends where the next one of its level begins. The first block
 * begins before all records. Where a block of level 2 begins, so does one of level 1.
 *
 * After a change, only the blocks in which records were added or removed are counted again. A block with too many members is
 * split. One with too few is merged with a neighbour.
 *
 * The work is the same in every database, but SQLite answers synchronously and PostgreSQL does not. So it is a generator: it
 * yields each statement, and continues with the rows.
 */
export type BlockWork<T> = Generator<BlockQuery, T, readonly BlockRow[]>;

/** The minimum and maximum of a block's members, and the number that a split aims at. */
export const blockSizes = { min: 50, target: 200, max: 400 } as const;

/** After all records: no `added_when` is beyond the safe integers. */
const afterAll: ListKey = { addedWhen: 2 ** 53, id: "" };

/**
 * Adds a list's first blocks, unless it has them.
 * @param minId sorts before every id of the list.
 */
export function* addFirstBlocks(list: ListId, minId: string | number): BlockWork<void> {
  yield insertFirstBlocks(list, minId);
}

/** The range of the block of level 1 that a list key lies in. */
export function* findBlock(list: ListId, listKey: ListKey): BlockWork<KeyRange> {
  return yield* toRange(list, 1, yield* findStart(list, 1, listKey));
}

/** Updates the blocks in which these list keys lie, after records were added or removed there. */
export function* refreshBlocks(list: ListId, listKeys: readonly ListKey[]): BlockWork<void> {
  const starts = yield* refreshLevel(list, 1, listKeys);
  yield* refreshLevel(list, 2, starts);
}

/** Updates the blocks of a level in which these list keys lie, each once. Returns where they began, and where they begin now. */
function* refreshLevel(
  list: ListId,
  level: Level,
  listKeys: readonly ListKey[],
): BlockWork<readonly ListKey[]> {
  const done = new Map<string, ListKey>();
  for (const listKey of listKeys) {
    const start = yield* findStart(list, level, listKey);
    if (done.has(formatListKey(start))) continue;
    const refreshed = yield* refreshBlock(list, level, start);
    done.set(formatListKey(start), start);
    done.set(formatListKey(refreshed), refreshed);
  }
  return [...done.values()];
}

function formatListKey({ addedWhen, id }: ListKey): string {
  return `${addedWhen} ${id}`;
}

/** Updates a block. Returns where it begins now: it may have been merged with the block before it. */
function* refreshBlock(list: ListId, level: Level, start: ListKey): BlockWork<ListKey> {
  const own = yield* toRange(list, level, start);
  const members = yield* readMembers(list, level, own);
  if (members.size >= blockSizes.min) {
    yield* rebuild(list, level, own, members);
    return own.from;
  }
  const merged = yield* addNeighbour(list, level, own);
  yield* rebuild(list, level, merged, yield* readMembers(list, level, merged));
  return merged.from;
}

/** A block's range joined with a neighbour's, if one lies in the same block of the level above. Otherwise the range alone. */
function* addNeighbour(list: ListId, level: Level, own: KeyRange): BlockWork<KeyRange> {
  const { from, to } = own;
  if (to !== afterAll && !(yield* beginsAbove(list, level, to))) {
    return { from, to: (yield* toRange(list, level, to)).to };
  }
  if (yield* beginsAbove(list, level, from)) return own;
  const [previous] = yield selectStart("before", list, level, from);
  return previous ? { from: toListKey(previous), to } : own;
}

/** Turns a range into one block, or into several if it has too many members for one. */
function* rebuild(
  list: ListId,
  level: Level,
  range: KeyRange,
  members: MemberCounts,
): BlockWork<void> {
  yield removeWithin(list, level, range);
  if (members.size <= blockSizes.max) {
    yield setMembers(list, level, range.from, members);
    return;
  }
  const blocks = Math.ceil(members.size / blockSizes.target);
  const size = Math.ceil(members.size / blocks);
  const [first] = yield countFirst(list, level, range, size);
  yield insertFurther(list, level, range, size);
  yield setMembers(list, level, range.from, { size, count: Number(first?.["count"]) });
}

function* readMembers(list: ListId, level: Level, range: KeyRange): BlockWork<MemberCounts> {
  const [row] = yield countMembers(list, level, range);
  return { size: Number(row?.["size"]), count: Number(row?.["count"]) };
}

/** The start of the block that a list key lies in. */
function* findStart(list: ListId, level: Level, listKey: ListKey): BlockWork<ListKey> {
  const [row] = yield selectStart("at", list, level, listKey);
  if (!row) throw new Error("A list has lost its first block");
  return toListKey(row);
}

/** The range of the block that begins at a list key. */
function* toRange(list: ListId, level: Level, from: ListKey): BlockWork<KeyRange> {
  const [next] = yield selectStart("after", list, level, from);
  return { from, to: next ? toListKey(next) : afterAll };
}

function* beginsAbove(list: ListId, level: Level, start: ListKey): BlockWork<boolean> {
  const rows = yield selectStartAbove(list, level, start);
  return rows.length > 0;
}

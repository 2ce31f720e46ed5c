import {
  countFirst,
  countMembers,
  insertAllButFirst,
  insertFirstBlocks,
  type Level,
  type ListId,
  type MemberCounts,
  nameSortKey,
  removeAllButFirst,
  type SortKey,
  type SortRange,
  selectStart,
  selectStartAbove,
  setCounts,
  toSortKey,
} from "./block-queries.ts";
import type { Query, Row } from "./shared-queries.ts";

/**
 * Work on the blocks of a list. With them, a page at the list's end is found as quickly as one at its beginning.
 *
 * A block of level 1 is a run of neighbouring records. A block of level 2 is a run of neighbouring blocks of level 1. Each stores
 * how many records it has. To find a position, a reader adds up the counts of a few hundred blocks.
 *
 * A block is stored with the sort key at which it begins. It ends where the next one of its level begins. The first block
 * begins before all records. Where a block of level 2 begins, so does one of level 1.
 *
 * After a change, only the blocks in which records were added or removed are counted again. A block with too many members is
 * split. One with too few is merged with a neighbour.
 *
 * The work is the same in both databases, but only SQLite answers synchronously. So the work is a generator: it yields each
 * statement, and receives the rows.
 */
export type BlockWork<T> = Generator<Query, T, readonly Row[]>;

/** The minimum and maximum number of a block's members, and the number that a split aims at. */
export const blockSizes = { min: 50, target: 200, max: 400 } as const;

/** A sort key after all records: no `added_when` is beyond the safe integers. */
const afterAll: SortKey = { addedWhen: 2 ** 53, id: "" };

/**
 * Adds a list's first blocks, unless it has them.
 * @param minId no id of the list sorts before it.
 */
export function* addFirstBlocks(list: ListId, minId: string | number): BlockWork<void> {
  yield insertFirstBlocks(list, minId);
}

/** The range of the block of level 1 that contains a sort key. */
export function* findBlock(list: ListId, sortKey: SortKey): BlockWork<SortRange> {
  return yield* readRange(list, 1, yield* findStart(list, 1, sortKey));
}

/** Updates the blocks that contain these sort keys, after records were added or removed there. */
export function* refreshBlocks(list: ListId, sortKeys: readonly SortKey[]): BlockWork<void> {
  const starts = yield* refreshLevel(list, 1, sortKeys);
  yield* refreshLevel(list, 2, starts);
}

/** Updates each block of a level that contains any of these sort keys. Returns where they began, and where they begin now. */
function* refreshLevel(
  list: ListId,
  level: Level,
  sortKeys: readonly SortKey[],
): BlockWork<readonly SortKey[]> {
  const done = new Map<string, SortKey>();
  for (const sortKey of sortKeys) {
    const start = yield* findStart(list, level, sortKey);
    if (done.has(nameSortKey(start))) continue;
    const refreshed = yield* refreshBlock(list, level, start);
    done.set(nameSortKey(start), start);
    done.set(nameSortKey(refreshed), refreshed);
  }
  return [...done.values()];
}

/** Updates a block. Returns where it begins now: it may have been merged with the block before it. */
function* refreshBlock(list: ListId, level: Level, start: SortKey): BlockWork<SortKey> {
  const own = yield* readRange(list, level, start);
  const members = yield* readMembers(list, level, own);
  if (members.size >= blockSizes.min) {
    yield* rebuild(list, level, own, members);
    return own.from;
  }
  const merged = yield* joinNeighbour(list, level, own);
  yield* rebuild(list, level, merged, yield* readMembers(list, level, merged));
  return merged.from;
}

/** A block's range, joined with that of a neighbour if one lies in the same block of the level above. */
function* joinNeighbour(list: ListId, level: Level, own: SortRange): BlockWork<SortRange> {
  const { from, to } = own;
  if (to !== afterAll && !(yield* beginsAbove(list, level, to))) {
    return { from, to: (yield* readRange(list, level, to)).to };
  }
  if (yield* beginsAbove(list, level, from)) return own;
  const [previous] = yield selectStart("before", list, level, from);
  return previous ? { from: toSortKey(previous), to } : own;
}

/** Turns a range into one block, or into several if it has too many members for one. */
function* rebuild(
  list: ListId,
  level: Level,
  range: SortRange,
  members: MemberCounts,
): BlockWork<void> {
  yield removeAllButFirst(list, level, range);
  if (members.size <= blockSizes.max) {
    yield setCounts(list, level, range.from, members);
    return;
  }
  const blocks = Math.ceil(members.size / blockSizes.target);
  const size = Math.ceil(members.size / blocks);
  const [first] = yield countFirst(list, level, range, size);
  yield insertAllButFirst(list, level, range, size);
  yield setCounts(list, level, range.from, { size, count: Number(first?.["count"]) });
}

function* readMembers(list: ListId, level: Level, range: SortRange): BlockWork<MemberCounts> {
  const [row] = yield countMembers(list, level, range);
  return { size: Number(row?.["size"]), count: Number(row?.["count"]) };
}

function* findStart(list: ListId, level: Level, sortKey: SortKey): BlockWork<SortKey> {
  const [row] = yield selectStart("at", list, level, sortKey);
  if (!row) throw new Error("A list has lost its first block");
  return toSortKey(row);
}

function* readRange(list: ListId, level: Level, from: SortKey): BlockWork<SortRange> {
  const [next] = yield selectStart("after", list, level, from);
  return { from, to: next ? toSortKey(next) : afterAll };
}

function* beginsAbove(list: ListId, level: Level, start: SortKey): BlockWork<boolean> {
  const rows = yield selectStartAbove(list, level, start);
  return rows.length > 0;
}

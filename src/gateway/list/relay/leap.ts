import { type Cursor, unreadableDigest } from "./cursor.ts";
import type { CursorRows, RowIndex } from "./cursor-rows.ts";
import { DigestSearch, type FoundRows } from "./digest-search.ts";
import { newestAt } from "./newest.ts";
import { isUnedited, positionOf, type Side, shiftSince } from "./place.ts";

/*
 * Whether a boundary that was found is the one that a cursor stood for. A cursor's row, and all others that it knows, may have been taken
 * out and put in again elsewhere together: then they are in their order, and do not show it. Three things may: how far the boundary has
 * moved, which of the rows next to it are gone, and whether one that was not edited is on its other side.
 */

/**
 * So many rows may come on one side of a boundary while as many go on the other, if that can only make a walk repeat rows. An estimate of
 * a position is wrong by no more as a rule.
 */
const fewExchanged = 3;

/** How many rows on either side of a boundary are searched for those that a cursor knows. */
const near = 100;

/** A cursor's boundary that was found among rows, and what was read to find it. */
export interface FoundBoundary {
  readonly cursor: Cursor;
  readonly side: Side;
  /** The pages that were read. @default none */
  readonly pages?: readonly CursorRows[];
  /** The list's counts that the registry stated meanwhile. @default that of the rows */
  readonly counts?: readonly (number | null)[];
}

/**
 * Whether rows may be skipped at a boundary that was found, or many repeated, because rows that the cursor knows were put in again elsewhere.
 *
 * - A row that was not edited is on its other side. Premise: none. Such a row keeps its place among all such rows, unless it was put in again.
 * - The boundary has moved farther than the counts explain. Premise: one row that came ahead while another went behind looks the same as
 *   one that was skipped, so it is no excuse.
 * - A walk back has moved ahead by no more rows than came right behind it, even if the counts explain it. Premise: the same.
 *
 * The last two are excused where the list is in the order of its times: there, any number of rows that are added or edited comes at one end.
 */
export function hasLeapt(rows: CursorRows, index: RowIndex, boundary: FoundBoundary): boolean {
  const { cursor, side, pages = [] } = boundary;
  if (pages.length < 2 && isInPlace(rows, index, boundary)) return false;
  const around = partAround(rows, index);
  const was = positionOf(cursor, side);
  const parts = pages.map((page) => partAround(page, was - page.start));
  if (hasCrossed(around, boundary, rows.start + index - around.start)) return true;
  if (parts.some((part) => hasCrossed(part, boundary, null))) return true;
  if (rows.isEstimate) return false;
  const neighbours = findNeighbours(around, boundary, rows.start + index);
  const { skipped, repeated, onward } = judgeMove(rows, index, boundary);
  const isExchanged = side === "before" && onward > 0 && neighbours.came >= onward;
  const mayHide = rows.mayHide ? fewExchanged : 0;
  const mayHaveSkipped =
    isExchanged || skipped > mayHide || mostSkippedOn(parts, boundary) > mayHide;
  if (!mayHaveSkipped && repeated <= fewExchanged) return false;
  const newest = newestAt(rows, index, pages);
  if (newest !== ((side === "after") === mayHaveSkipped ? "start" : "end")) return true;
  return mayHaveSkipped && arePutBack(neighbours);
}

/** Whether a boundary, and all known rows around it that were read, are where they were. */
function isInPlace(rows: CursorRows, index: RowIndex, { cursor, side }: FoundBoundary): boolean {
  if (rows.start + index !== positionOf(cursor, side)) return false;
  const first = index - knownAheadOf(cursor, side);
  return cursor.digests.every((digest, known) => {
    const there = rows.digestAt(first + known);
    return digest === there || first + known < 0 || first + known >= rows.length;
  });
}

/**
 * Whether a known row is on the other side of a boundary, or of a known row on that side, although it was not edited: whichever was put
 * in again, rows may be on the other side now.
 * @param index the boundary; null to take the one next to the cursor's own row, if it is there.
 */
function hasCrossed(
  rows: CursorRows,
  { cursor, side }: FoundBoundary,
  index: RowIndex | null,
): boolean {
  const unedited = searchRows(rows, cursor).map((row, known) =>
    row !== null && isUnedited(rows, row, cursor.contents[known]) ? row : null,
  );
  const knownAhead = knownAheadOf(cursor, side);
  const own = unedited[cursor.own] ?? null;
  const boundary = index ?? (own === null ? null : own + knownAhead - cursor.own);
  const ahead = Math.max(...unedited.slice(0, knownAhead).map((row) => row ?? -1));
  const behind = Math.min(...unedited.slice(knownAhead).map((row) => row ?? rows.length));
  return behind < ahead || (boundary !== null && (ahead >= boundary || behind < boundary));
}

/** How far a boundary has moved. */
interface Move {
  /** By how many rows towards those that nobody has read yet, beyond what the counts explain. */
  readonly skipped: number;
  /** By how many rows against the walk, beyond what the counts explain. */
  readonly repeated: number;
  /** By how many rows towards those that nobody has read yet. */
  readonly onward: number;
}

/** Judges a move by all counts, because rows may have moved between the first page that shows the boundary and the last one. */
function judgeMove(
  rows: CursorRows,
  index: RowIndex,
  { cursor, side, counts = [rows.count] }: FoundBoundary,
): Move {
  const was = positionOf(cursor, side);
  const moves = [rows.start + index - was, (rows.positionAt?.(index) ?? rows.start + index) - was];
  const onward = side === "after" ? Math.min(...moves) : -Math.max(...moves);
  if (rows.count === null || cursor.count === null) return { skipped: 0, repeated: 0, onward };
  const growths = counts.map((count) => shiftSince(cursor, count));
  const back = Math.min(...growths, 0) - Math.max(...moves);
  const forth = Math.min(...moves) - Math.max(...growths, 0);
  return side === "after"
    ? { skipped: forth, repeated: back, onward }
    : { skipped: back, repeated: forth, onward };
}

/**
 * By how many rows any one page shows the cursor's row nearer to those that nobody has read yet, beyond what the counts until then explain:
 * a later page may show it where it was again.
 * @param pages in the order in which they came.
 */
function mostSkippedOn(pages: readonly CursorRows[], { cursor, side }: FoundBoundary): number {
  if (cursor.count === null) return 0;
  const skipped = pages.map((page, nth) => {
    const row = searchRows(page, cursor)[cursor.own] ?? null;
    if (row === null || page.isEstimate || page.count === null) return 0;
    if (!isUnedited(page, row, cursor.contents[cursor.own])) return 0;
    const move = page.start + row - cursor.position;
    const growths = pages.slice(0, nth + 1).map(({ count }) => shiftSince(cursor, count));
    return side === "after" ? move - Math.max(...growths, 0) : Math.min(...growths, 0) - move;
  });
  return Math.max(...skipped, 0);
}

/** What became of the rows next to a boundary. */
interface Neighbours {
  /** How many known rows next to each other are gone, beyond those that were taken out: the cursor's own, and those that nobody has read yet. */
  readonly gone: number;
  /** How many rows came between known ones that were read. */
  readonly came: number;
  /** Whether no row is left that nobody has read yet. */
  readonly areAllGone: boolean;
}

/**
 * Whether rows that nobody has read yet were rather left behind by their neighbours, which were put in again elsewhere, than edited one by
 * one. Premise: where edited rows come at one end, those that are edited at a time are neither next to each other nor all that are left.
 */
function arePutBack({ gone, areAllGone }: Neighbours): boolean {
  return gone > 1 || areAllGone;
}

function findNeighbours(
  rows: CursorRows,
  { cursor, side, counts = [rows.count] }: FoundBoundary,
  position: number,
): Neighbours {
  const index = position - rows.start;
  const found = searchRows(rows, cursor);
  const knownAhead = knownAheadOf(cursor, side);
  const isGone = found.map(
    (row, known) => row === null && cursor.digests[known] !== unreadableDigest,
  );
  const isOwnRead = side === "after" ? index > 0 : index < rows.length;
  const isOwnGone = isOwnRead && isGone[cursor.own] === true;
  const [ahead, behind] = [isGone.slice(0, knownAhead).reverse(), isGone.slice(knownAhead)];
  const [unread, left, isEnd] =
    side === "after"
      ? [behind, rows.length - index, rows.isLast]
      : [ahead, index, rows.start === 0];
  const removed = Math.max(...counts.map((count) => -shiftSince(cursor, count)), 0);
  return {
    gone: longestRun([isOwnGone, ...(isEnd ? unread : unread.slice(0, left))]) - removed,
    came: countBetween(side === "after" ? found.slice(0, knownAhead) : found.slice(knownAhead)),
    areAllGone: isEnd && left <= 0,
  };
}

function longestRun(values: readonly boolean[]): number {
  let [longest, length] = [0, 0];
  for (const value of values) {
    length = value ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** How many more rows stand between those that were found than did. */
function countBetween(found: FoundRows): number {
  const known = found.flatMap((row, at) => (row === null ? [] : [{ row, at }]));
  const [first, last] = [known.at(0), known.at(-1)];
  return first && last ? Math.max(last.row - first.row - (last.at - first.at), 0) : 0;
}

function searchRows(rows: CursorRows, cursor: Cursor): FoundRows {
  const search = new DigestSearch(cursor);
  for (let row = 0; row < rows.length; row++) search.visit(row, rows.digestAt(row));
  return search.found;
}

/** How many of a cursor's known rows were ahead of its boundary. */
function knownAheadOf({ own }: Cursor, side: Side): number {
  return side === "after" ? own + 1 : own;
}

function partAround(rows: CursorRows, index: RowIndex): CursorRows {
  const start = Math.max(Math.min(index - near, rows.length), 0);
  const end = Math.max(Math.min(index + near, rows.length), start);
  return {
    ...{ start: rows.start + start, length: end - start, count: rows.count },
    isLast: rows.isLast && end === rows.length,
    isEstimate: rows.isEstimate === true,
    digestAt: (at) => rows.digestAt(start + at),
    contentsAt: (at) => rows.contentsAt(start + at),
    textAt: (at) => rows.textAt(start + at),
  };
}

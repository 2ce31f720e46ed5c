import { type Cursor, type KnownIndex, unknownContents, unreadableDigest } from "./cursor.ts";
import type { CursorRows, RowIndex } from "./cursor-rows.ts";
import { DigestSearch, type FoundRows } from "./digest-search.ts";

/*
 * A cursor stands for a boundary between two rows. It knows the rows on either side by the digests of their ids. Its place among
 * rows read later is where the known rows are by then. As in a queue, rows ahead of a boundary are nearer to the list's start, and
 * rows behind it are nearer to the list's end.
 */

/** Which boundary of its row a cursor stands for: `after` is the one behind the row, `before` the one ahead of it. */
export type Side = "after" | "before";

/** Where a cursor's boundary is among rows. */
export interface Place {
  /** How many of the rows are ahead of the boundary. */
  readonly index: RowIndex;
  /** Whether every row that stayed in the list is still on the same side of the boundary, unless `isDrifted`. */
  readonly isSure: boolean;
  /** Whether the cursor's own row seems to have moved, or rows next to it across it: the boundary is then where rows are rather repeated than skipped. */
  readonly isDrifted?: boolean;
}

/** The position of a cursor's boundary when the cursor was made. */
export function positionOf(cursor: Cursor, side: Side): number {
  return side === "after" ? cursor.position + 1 : cursor.position;
}

/**
 * How far to move a boundary whose rows are gone, when the list has `shift` more rows than before. Nothing shows on which side of
 * the boundary rows came or went. When in doubt, rows are repeated, because skipping them would lose data.
 */
export function cautiousShift(shift: number, side: Side): number {
  return side === "after" ? Math.min(shift, 0) : Math.max(shift, 0);
}

/**
 * Finds a cursor's place among rows: at its own row, or else next to the nearest row that it knows and that is still there.
 * `after` prefers rows ahead of the boundary, and `before` prefers rows behind it. Null if the rows do not show the place.
 */
export function findPlace(rows: CursorRows, cursor: Cursor, side: Side): Place | null {
  const unmoved = findUnmoved(rows, cursor, side);
  if (unmoved !== null) return unmoved;
  const search = new DigestSearch(cursor);
  for (let row = 0; row < rows.length; row++) search.visit(row, rows.digestAt(row));
  return placeByFoundRows(rows, search.found, { cursor, side });
}

/** The place of a cursor whose own row is still at its position, unedited, the usual and cheapest case; else null. */
export function findUnmoved(rows: CursorRows, cursor: Cursor, side: Side): Place | null {
  const { digests, own, contents } = cursor;
  const ownRow = expectedRow(rows, cursor, own);
  if (digests[own] === unreadableDigest || digests[own] !== rows.digestAt(ownRow)) return null;
  if (contents[own] !== unknownContents && !isUnedited(rows, ownRow, contents[own])) return null;
  return { index: side === "after" ? ownRow + 1 : ownRow, isSure: true };
}

/** The index that a known row has among the rows if nothing has moved. It may lie outside them. */
function expectedRow({ start }: CursorRows, { position, own }: Cursor, known: KnownIndex): number {
  return position - start + known - own;
}

/** The place of a cursor by those of its rows that were found; null if they do not show it. */
export function placeByFoundRows(
  rows: CursorRows,
  found: FoundRows,
  { cursor, side }: { readonly cursor: Cursor; readonly side: Side },
): Place | null {
  if (isUnreadableInPlace(rows, found, cursor)) {
    return { index: positionOf(cursor, side) - rows.start, isSure: true };
  }
  const knownAhead = side === "after" ? cursor.own + 1 : cursor.own;
  const unedited = found.map((row, known) =>
    row !== null && isUnedited(rows, row, cursor.contents[known]) ? row : null,
  );
  if (hasJumped(rows, found, unedited, cursor)) return driftedPlace(rows, cursor, side);
  const stayed = keepOrdered(found, unedited, shiftSince(cursor, rows.count));
  const knownRows = { digests: cursor.digests, found: stayed, knownAhead };
  const byAhead = placeBehindNearest(rows, knownRows);
  const byBehind = placeAheadOfNearest(rows, knownRows);
  const place = side === "after" ? (byAhead ?? byBehind) : (byBehind ?? byAhead);
  if (place === null) {
    const isWholeList = rows.start === 0 && rows.isLast;
    // Rows of the cursor are there, but no two of them in their order.
    if (isWholeList && found.some((row) => row !== null)) return driftedPlace(rows, cursor, side);
    return isAheadGone(rows, cursor, knownAhead) ? { index: 0, isSure: true } : null;
  }
  const hasMoved = found.some((row, known) => row !== stayed[known]);
  const isOwnFound = found[cursor.own] !== null;
  // Without the own row, it may be those that seem to have stayed that have moved. Further rows may show it.
  const mayHaveMoved = hasMoved || lacksUnexplained(stayed, cursor, { knownAhead, rows });
  const isUnproven = isLoneEdited(found, unedited, cursor) && shiftSince(cursor, rows.count) !== 0;
  const isDoubtful = isUnproven || (!isOwnFound && mayHaveMoved);
  // An edited row may have moved by chance as far as the counts allow.
  const own = unedited[cursor.own] === null ? (stayed[cursor.own] ?? null) : null;
  const isOwnFar = own !== null && changeOfDistance(own, cursor.own, unedited) !== 0;
  const mayShowMore = isDoubtful && !(rows.start === 0 && rows.isLast);
  return {
    index: place.index,
    isSure: !mayShowMore && isCertain(rows, byAhead, byBehind),
    isDrifted:
      isUnproven ||
      isOwnFar ||
      (hasMoved && (unedited[cursor.own] === null || stayed[cursor.own] === null)),
  };
}

/**
 * Whether several rows are gone between the nearest two that were found, or between the boundary and the nearest one if none was found on
 * its other side, although the list has not lost as many. Premise: that one row of those found has moved across the boundary is then as
 * likely as that all those were taken out. Without a count, rows on one side may have been.
 */
function lacksUnexplained(
  stayed: FoundRows,
  cursor: Cursor,
  { knownAhead, rows }: { readonly knownAhead: KnownIndex; readonly rows: CursorRows },
): boolean {
  const ahead = stayed.findLastIndex((row, known) => row !== null && known < knownAhead);
  const behind = stayed.findIndex((row, known) => row !== null && known >= knownAhead);
  const isCounted = rows.count !== null && cursor.count !== null;
  if ((ahead < 0 || behind < 0) && !isCounted) return false;
  const [from, to] = [ahead < 0 ? knownAhead : ahead + 1, behind < 0 ? knownAhead : behind];
  const missing = to - from - countUnreadable(cursor.digests.slice(from, to));
  return missing > Math.max(-shiftSince(cursor, rows.count), 1);
}

/** Whether a row has the contents that a cursor knows. Premise: a record that was not edited keeps its place among all such. */
export function isUnedited(
  { contentsAt }: CursorRows,
  row: RowIndex,
  contents: number | undefined,
): boolean {
  return contents !== unknownContents && contentsAt(row) === contents;
}

/** Whether only one row was found, and that was edited: where rows came or went, it may stand by chance where these explain. */
function isLoneEdited(found: FoundRows, unedited: FoundRows, cursor: Cursor): boolean {
  return areAllEdited(unedited, cursor) && found.filter((row) => row !== null).length === 1;
}

/** Whether no row was found that was not edited. */
function areAllEdited(unedited: FoundRows, { contents }: Cursor): boolean {
  const isAnyKnown = contents.some((known) => known !== unknownContents);
  return isAnyKnown && unedited.every((row) => row === null);
}

/**
 * Whether all rows that were found were edited, and are far from where they were, beyond what the list has grown or shrunk: they may
 * have moved together, so their order proves nothing.
 */
function hasJumped(
  rows: CursorRows,
  found: FoundRows,
  unedited: FoundRows,
  cursor: Cursor,
): boolean {
  if (!areAllEdited(unedited, cursor)) return false;
  const growth = shiftSince(cursor, rows.count);
  const moves = found.flatMap((row, known) =>
    row === null ? [] : [row - expectedRow(rows, cursor, known)],
  );
  // One edited row alone may have moved against the list's growth, several hardly together.
  const allows = (move: number) =>
    moves.length === 1 ? isExplained(move, growth) : Math.abs(move) <= Math.abs(growth);
  return moves.length > 0 && !moves.some(allows);
}

/** Whether rows that came or went explain how far another one has moved, or by how much a distance between two has changed. */
function isExplained(change: number, growth: number): boolean {
  return change >= Math.min(growth, 0) && change <= Math.max(growth, 0);
}

/** Where the boundary was, moved as far as the list has shrunk or grown if that makes it rather repeat rows than skip some. */
function driftedPlace(rows: CursorRows, cursor: Cursor, side: Side): Place {
  const shift = cautiousShift(shiftSince(cursor, rows.count), side);
  const index = positionOf(cursor, side) + shift - rows.start;
  return { index, isSure: index >= 0 && index <= rows.length, isDrifted: true };
}

/** How many more rows the list has by its count than when the cursor was made; 0 if that is unknown. */
export function shiftSince(cursor: Cursor, count: number | null): number {
  return count === null || cursor.count === null ? 0 : count - cursor.count;
}

/**
 * The most of the found rows that are still in their order, those that were not edited among them. Premise: the others, fewer as a
 * rule, are those that have moved.
 * @param growth how many more rows the list has.
 */
function keepOrdered(found: FoundRows, unedited: FoundRows, growth: number): FoundRows {
  const candidates = found.map((row, known) => {
    const hasStayed =
      row !== null &&
      isInOrder(row, known, unedited) &&
      isExplained(changeOfDistance(row, known, unedited), growth);
    return hasStayed ? row : null;
  });
  /** For each known row, how many are in order up to it at most, and which one is before it. */
  const lengths: number[] = [];
  const before: number[] = [];
  for (const [known, row] of candidates.entries()) {
    let [length, last] = [0, -1];
    for (let earlier = 0; earlier < known; earlier++) {
      const follows = row !== null && (candidates[earlier] ?? Number.POSITIVE_INFINITY) < row;
      const ordered = lengths[earlier] ?? 0;
      if (follows && ordered >= length) [length, last] = [ordered, earlier];
    }
    lengths.push(row === null ? 0 : length + 1);
    before.push(last);
  }
  const ordered = new Set<number>();
  for (let known = lengths.indexOf(Math.max(...lengths)); known >= 0; known = before[known] ?? -1) {
    ordered.add(known);
  }
  return candidates.map((row, known) => (ordered.has(known) ? row : null));
}

/**
 * How much farther a row is from the nearest one that was not edited than it was; 0 if there is none. Rows that came or went between them
 * may explain it. Edited rows may have moved together, and then still be in their order.
 */
function changeOfDistance(row: RowIndex, known: KnownIndex, unedited: FoundRows): number {
  let nearest = Number.POSITIVE_INFINITY;
  let change = 0;
  for (const [at, other] of unedited.entries()) {
    if (other === null || Math.abs(at - known) >= nearest) continue;
    nearest = Math.abs(at - known);
    change = Math.abs(row - other) - nearest;
  }
  return change;
}

/** Whether a row is on the same side of all others as it was. */
function isInOrder(row: RowIndex, known: KnownIndex, others: FoundRows): boolean {
  return others.every(
    (other, at) => other === null || at === known || (at < known ? other < row : other > row),
  );
}

/**
 * Whether the found rows leave no doubt: one of them was next to the boundary, or the boundary lies between two of them, or between
 * one of them and an end of the list.
 */
function isCertain(rows: CursorRows, byAhead: Place | null, byBehind: Place | null): boolean {
  if (byAhead?.isSure || byBehind?.isSure) return true;
  const isBoundedAhead = byAhead !== null || rows.start === 0;
  const isBoundedBehind = byBehind !== null || rows.isLast;
  return isBoundedAhead && isBoundedBehind;
}

/** The rows that a cursor knows, and which of them were found. The first `knownAhead` of them were ahead of the boundary. */
interface KnownRows {
  readonly digests: readonly number[];
  readonly found: FoundRows;
  readonly knownAhead: KnownIndex;
}

/**
 * The place behind the nearest found row that was ahead of the boundary. It is sure if that row was next to the boundary. Rows
 * without an id cannot be found, so the place is behind any unreadable rows that follow, at most as many as the cursor had there.
 */
function placeBehindNearest(
  { length, digestAt }: CursorRows,
  { digests, found, knownAhead }: KnownRows,
): Place | null {
  const nearestKnown = found.findLastIndex((row, known) => row !== null && known < knownAhead);
  const row = found[nearestKnown] ?? null;
  if (row === null) return null;
  const unreadable = countUnreadable(digests.slice(nearestKnown + 1, knownAhead));
  const maxIndex = Math.min(row + 1 + unreadable, length);
  let index = row + 1;
  while (index < maxIndex && digestAt(index) === unreadableDigest) index++;
  return { index, isSure: nearestKnown === knownAhead - 1 };
}

/** The place ahead of the nearest found row that was behind the boundary: the mirror image of `placeBehindNearest`. */
function placeAheadOfNearest(
  { digestAt }: CursorRows,
  { digests, found, knownAhead }: KnownRows,
): Place | null {
  const nearestKnown = found.findIndex((row, known) => row !== null && known >= knownAhead);
  const row = found[nearestKnown] ?? null;
  if (row === null) return null;
  const unreadable = countUnreadable(digests.slice(knownAhead, nearestKnown));
  const minIndex = Math.max(row - unreadable, 0);
  let index = row;
  while (index > minIndex && digestAt(index - 1) === unreadableDigest) index--;
  return { index, isSure: nearestKnown === knownAhead };
}

function countUnreadable(digests: readonly number[]): number {
  return digests.filter((digest) => digest === unreadableDigest).length;
}

/**
 * Whether a cursor's own row has no id, and is most likely still at its position: every row that was found is still at its position.
 * If none was found, the cursor must know no ids at all.
 */
function isUnreadableInPlace(rows: CursorRows, found: FoundRows, cursor: Cursor): boolean {
  const { digests, own } = cursor;
  const ownRow = expectedRow(rows, cursor, own);
  if (digests[own] !== unreadableDigest || ownRow < 0 || ownRow >= rows.length) return false;
  if (found.every((row) => row === null))
    return digests.every((digest) => digest === unreadableDigest);
  return found.every((row, known) => row === null || row === expectedRow(rows, cursor, known));
}

/**
 * Whether the rows are the whole list, and no row that was ahead of the boundary is left. An empty list always shows that. Any
 * other list shows it if the cursor knows the ids of all rows that were ahead, given that none of them was found.
 */
function isAheadGone(
  { start, length, isLast }: CursorRows,
  { digests, own, position }: Cursor,
  knownAhead: KnownIndex,
): boolean {
  if (start > 0 || !isLast) return false;
  if (length === 0) return true;
  // There were `position` rows ahead of the own row, and `own` of them are known. If these are equally many, all are known.
  const knowsAllAhead = own === position;
  return knowsAllAhead && !digests.slice(0, knownAhead).includes(unreadableDigest);
}

import {
  type Cursor,
  checksumOf,
  digestOf,
  maxNeighbours,
  unknownContents,
  unreadableDigest,
} from "./cursor.ts";
import type { PageSource } from "./reading/source.ts";

// Where rows are that were known before: one question for a cursor in a page, a cursor in a whole
// list, and the seam of two pages. As in a queue, rows ahead of a boundary are nearer to the list's
// start, and rows behind it nearer to its end.
//
// Premise: records that nobody edited keep their order among one another.

export type Side = "after" | "before";

export interface Rows<Key> {
  readonly start: number;
  readonly length: number;
  readonly isLast: boolean;
  readonly count: number | null;
  /** Null for a row without a key, and for an index that has no row. */
  readonly keyAt: (index: number) => Key | null;
}

interface KnownRows<Key> {
  readonly keys: readonly (Key | null)[];
  readonly own: number;
  readonly position: number;
  readonly count: number | null;
  readonly isEdited: (known: number, index: number) => boolean;
}

/** The boundary is ahead of the row at `index`. */
export interface Place {
  readonly index: number;
  /** The bounding row itself has moved elsewhere, so that a walk may meet it again. */
  readonly isDrifted: boolean;
}

export function positionOf({ position }: Pick<Cursor, "position">, side: Side): number {
  return side === "after" ? position + 1 : position;
}

export function growthSince(known: { readonly count: number | null }, count: number | null) {
  return count === null || known.count === null ? 0 : count - known.count;
}

/**
 * The position of a boundary whose rows are gone. Nothing shows on which side of it rows came or
 * went. When in doubt rows are repeated, because to skip them would lose data.
 */
export function cautiousPosition(
  cursor: Pick<Cursor, "position" | "count">,
  side: Side,
  count: number | null,
): number {
  const growth = growthSince(cursor, count);
  const shift = side === "after" ? Math.min(growth, 0) : Math.max(growth, 0);
  return Math.max(positionOf(cursor, side) + shift, 0);
}

/**
 * Finds a boundary by the known rows that are still in their order; null if they do not show it.
 *
 * An edited row counts only where it would be if it had not moved. Two rows that are still in their
 * order show the place wherever they are. One alone may have been taken out and put in again
 * elsewhere, so it must not have moved farther than the list has grown or shrunk.
 */
export function findPlace<Key>(rows: Rows<Key>, known: KnownRows<Key>, side: Side): Place | null {
  const { keys, own, position } = known;
  const expectedAt = (nth: number) => position - rows.start + nth - own;
  const ownAt = expectedAt(own);
  const ownKey = keys[own] ?? null;
  const isAsBefore = ownKey !== null && ownKey === rows.keyAt(ownAt) && !known.isEdited(own, ownAt);
  if (isAsBefore) return { index: side === "after" ? ownAt + 1 : ownAt, isDrifted: false };

  const growth = growthSince(known, rows.count);
  const isExplained = (nth: number, index: number) => {
    const moved = index - expectedAt(nth);
    return moved >= Math.min(growth, 0) && moved <= Math.max(growth, 0);
  };
  const found = find(rows, keys);
  const stayed = longestInOrder(
    found.map((index, nth) => {
      if (index === null) return null;
      const isInPlace = index === expectedAt(nth) || index === expectedAt(nth) + growth;
      return isInPlace || !known.isEdited(nth, index) ? index : null;
    }),
  );
  const places = stayed.flatMap((index, nth) => (index === null ? [] : [{ nth, index }]));
  const [first] = places;
  if (first === undefined) return unreadablePlace(rows, known, side, growth);
  if (places.length === 1 && !isExplained(first.nth, first.index)) return null;
  const isDrifted = found[own] !== null && stayed[own] === null;
  const ahead = places.findLast(({ nth }) => (side === "after" ? nth <= own : nth < own));
  const behind = places.find(({ nth }) => (side === "after" ? nth > own : nth >= own));
  const isAhead = side === "after" ? ahead !== undefined : behind === undefined;
  const nearest = isAhead ? ahead : behind;
  if (nearest === undefined) return null;
  // Rows without an id that stood between are there as long as such rows follow.
  const boundary = side === "after" ? own + 1 : own;
  const [from, to] = isAhead ? [nearest.nth + 1, boundary] : [boundary, nearest.nth];
  // What stood between may be ahead of these rows, or behind them.
  const isBounded = (ahead || rows.start === 0) && (behind || rows.isLast);
  const gone = keys.slice(from, to).filter((key) => key !== null);
  if (gone.length > 0 && !isBounded) return null;
  let between = to - from - gone.length;
  let index = isAhead ? nearest.index + 1 : nearest.index;
  const step = isAhead ? 1 : -1;
  while (between > 0 && isUnreadable(rows, isAhead ? index : index - 1)) {
    index += step;
    between -= 1;
  }
  return { index, isDrifted };
}

function isUnreadable<Key>(rows: Rows<Key>, index: number): boolean {
  return index >= 0 && index < rows.length && rows.keyAt(index) === null;
}

function unreadablePlace<Key>(
  rows: Rows<Key>,
  known: KnownRows<Key>,
  side: Side,
  growth: number,
): Place | null {
  const index = positionOf(known, side) - rows.start;
  const isInPlace = growth === 0 && index >= 0 && index <= rows.length;
  const isNoneReadable = known.keys.length > 0 && known.keys.every((key) => key === null);
  return isInPlace && isNoneReadable ? { index, isDrifted: false } : null;
}

// Null for a row that is not there, or whose key occurs twice.
function find<Key>(rows: Rows<Key>, keys: readonly (Key | null)[]): readonly (number | null)[] {
  const indexes = new Map<Key, number | null>();
  for (const key of keys) if (key !== null) indexes.set(key, null);
  const seen = new Set<Key>();
  for (let index = 0; index < rows.length; index++) {
    const key = rows.keyAt(index);
    if (key === null || !indexes.has(key)) continue;
    indexes.set(key, seen.has(key) ? null : index);
    seen.add(key);
  }
  return keys.map((key, nth) => {
    const isTwice = keys.indexOf(key) !== nth || keys.lastIndexOf(key) !== nth;
    return key === null || isTwice ? null : (indexes.get(key) ?? null);
  });
}

// A longest increasing subsequence, with null in place of the others.
function longestInOrder(found: readonly (number | null)[]): readonly (number | null)[] {
  // For each row, how many are in order up to it, and which one is before it.
  const lengths: number[] = [];
  const before: number[] = [];
  for (const [nth, index] of found.entries()) {
    let [length, last] = [0, -1];
    for (let earlier = 0; earlier < nth; earlier++) {
      const follows = index !== null && (found[earlier] ?? Number.POSITIVE_INFINITY) < index;
      if (follows && (lengths[earlier] ?? 0) >= length)
        [length, last] = [lengths[earlier] ?? 0, earlier];
    }
    lengths.push(index === null ? 0 : length + 1);
    before.push(last);
  }
  const ordered = new Set<number>();
  for (let nth = lengths.indexOf(Math.max(...lengths)); nth >= 0; nth = before[nth] ?? -1)
    ordered.add(nth);
  return found.map((index, nth) => (ordered.has(nth) ? index : null));
}

export interface CursorRows extends Omit<Rows<number>, "keyAt"> {
  readonly digestAt: (index: number) => number;
  readonly contentsAt: (index: number) => number;
}

export function toCursorRows<Row>(
  source: Pick<PageSource<Row>, "idOf" | "contentsOf">,
  run: Pick<Rows<never>, "start" | "isLast" | "count"> & { readonly rows: readonly Row[] },
): CursorRows {
  const { rows, start, isLast, count } = run;
  const digests: number[] = [];
  const checksums: number[] = [];
  const digestAt = (index: number) => {
    const row = rows[index];
    const id = row === undefined ? null : source.idOf(row);
    if (id === null) return unreadableDigest;
    digests[index] ??= digestOf(id);
    return digests[index];
  };
  const contentsAt = (index: number) => {
    const row = rows[index];
    const contents = row === undefined ? null : source.contentsOf(row);
    if (contents === null) return unknownContents;
    checksums[index] ??= checksumOf(contents);
    return checksums[index];
  };
  return { start, length: rows.length, isLast, count, digestAt, contentsAt };
}

export function cursorAt({ start, length, count, ...rows }: CursorRows, index: number): Cursor {
  const first = Math.max(index - maxNeighbours, 0);
  const end = Math.min(index + maxNeighbours + 1, length);
  const indexes = Array.from({ length: end - first }, (_, nth) => first + nth);
  return {
    position: start + index,
    count,
    digests: indexes.map(rows.digestAt),
    contents: indexes.map(rows.contentsAt),
    own: index - first,
  };
}

/** Null if the rows do not show the cursor's boundary. */
export function findCursor(rows: CursorRows, cursor: Cursor, side: Side): Place | null {
  const toKey = (digest: number) => (digest === unreadableDigest ? null : digest);
  return findPlace(
    { ...rows, keyAt: (index) => toKey(rows.digestAt(index)) },
    {
      ...cursor,
      keys: cursor.digests.map(toKey),
      isEdited(known, index) {
        const contents = cursor.contents[known];
        return contents === unknownContents || rows.contentsAt(index) !== contents;
      },
    },
    side,
  );
}

// How many rows on either side of the expected position are searched first.
const near = 2_000;

/**
 * Finds how many rows of a whole list are ahead of a cursor's boundary. If nothing shows the
 * boundary any more, this is a guess (`isDrifted`).
 * @param pause awaited before each portion of work. Resolves in a later turn of the event loop.
 */
export async function findInWhole(
  list: CursorRows,
  cursor: Cursor,
  side: Side,
  pause: () => Promise<void>,
): Promise<Place> {
  const expected = positionOf(cursor, side) + growthSince(cursor, list.length);
  const start = Math.max(Math.min(expected - near, list.length - 2 * near), 0);
  const end = Math.min(Math.max(expected, 0) + near, list.length);
  const nearby = findCursor(partOf(list, start, end), cursor, side);
  if (nearby !== null) return { ...nearby, index: start + nearby.index };
  for (let row = 0; row < list.length; row += near) {
    await pause();
    // The digests are kept, so that the search below finds them made.
    for (let next = row; next < Math.min(row + near, list.length); next++) list.digestAt(next);
  }
  const found = findCursor({ ...list, count: list.length }, cursor, side);
  if (found !== null) return found;
  const index = cautiousPosition(cursor, side, list.length);
  return { index: Math.min(index, list.length), isDrifted: true };
}

function partOf(list: CursorRows, start: number, end: number): CursorRows {
  return {
    start,
    length: end - start,
    isLast: list.isLast && end === list.length,
    count: list.count,
    digestAt: (index) => list.digestAt(start + index),
    contentsAt: (index) => list.contentsAt(start + index),
  };
}

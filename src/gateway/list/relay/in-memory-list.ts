import type { Cursor } from "./cursor.ts";
import { DigestSearch } from "./digest-search.ts";
import {
  cautiousShift,
  findPlace,
  findUnmoved,
  placeByFoundRows,
  positionOf,
  type Side,
} from "./place.ts";
import { cursorAt, type Stretch } from "./stretch.ts";

/** A list whose rows are all in memory. Its cursors also work for the same list read page by page, and vice versa. */
export interface InMemoryList {
  /** The name of the list in its cursors. Cursors of a list with another name are refused. */
  readonly listName: string;
  readonly length: number;
  /** The digest of a row by its position; `unreadableDigest` for a row without an id, and for a position that has no row. */
  readonly digestAt: (position: number) => number;
  /** The checksum of a row's contents by its position; `unknownContents` for a position that has no row. */
  readonly contentsAt: (position: number) => number;
  /** Awaited before each portion of work. Resolves in a later turn of the event loop. */
  readonly pause: () => Promise<void>;
}

/** How many rows on either side of a position are searched first. */
const near = 2_000;

/** How many rows are searched between two pauses. */
const rowsAtOnce = 10_000;

/** The cursor of the row at a position. */
export function cursorInMemory(list: InMemoryList, position: number): Cursor {
  const { length } = list;
  return cursorAt(stretchOf(list, 0, length), { index: position, count: length });
}

/** A cursor's boundary in a list. */
interface Boundary {
  /** How many rows are ahead of it. */
  readonly position: number;
  /** Whether it may be wrong. */
  readonly isDrifted: boolean;
}

/** Finds how many rows are ahead of a cursor's boundary. If nothing shows the boundary any more, this is a guess (`isDrifted`). */
export async function findBoundary(
  list: InMemoryList,
  cursor: Cursor,
  side: Side,
): Promise<Boundary> {
  const { length } = list;
  const unmoved = findUnmoved(stretchOf(list, 0, length), cursor, side);
  if (unmoved !== null) return { position: unmoved.index, isDrifted: false };
  const expected = positionOf(cursor, side);
  const shift = cursor.count === null ? 0 : length - cursor.count;
  const found =
    (await findNear(list, expected + shift, cursor, side)) ??
    (await findNear(list, expected, cursor, side)) ??
    (await findAnywhere(list, cursor, side));
  if (found !== null) return found;
  return { position: clamp(expected + cautiousShift(shift, side), length), isDrifted: true };
}

/** The boundary's position if the rows around `position` show it for certain; else null. */
async function findNear(
  list: InMemoryList,
  position: number,
  cursor: Cursor,
  side: Side,
): Promise<Boundary | null> {
  const start = clamp(position - near, list.length);
  const stretch = stretchOf(list, start, clamp(position + near, list.length));
  await list.pause();
  const place = findPlace(stretch, cursor, side);
  if (!place?.isSure) return null;
  return { position: start + place.index, isDrifted: place.isDrifted === true };
}

/** The boundary's position by the rows of the whole list; null if they do not show it. */
async function findAnywhere(
  list: InMemoryList,
  cursor: Cursor,
  side: Side,
): Promise<Boundary | null> {
  const { length, digestAt, pause } = list;
  const search = new DigestSearch(cursor);
  for (let row = 0; row < length; row++) {
    if (row % rowsAtOnce === 0) await pause();
    search.visit(row, digestAt(row));
  }
  const place = placeByFoundRows(stretchOf(list, 0, length), search.found, { cursor, side });
  return place && { position: place.index, isDrifted: place.isDrifted === true };
}

function stretchOf(list: InMemoryList, start: number, end: number): Stretch {
  const isLast = end === list.length;
  const digestAt = (index: number) => list.digestAt(start + index);
  const contentsAt = (index: number) => list.contentsAt(start + index);
  return { start, length: end - start, isLast, count: list.length, digestAt, contentsAt };
}

function clamp(position: number, length: number): number {
  return Math.max(0, Math.min(position, length));
}

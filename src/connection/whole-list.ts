import type { Cursor } from "./cursor.ts";
import {
  cursorAt,
  type DigestAt,
  DigestSearch,
  type Extent,
  findPlace,
  findUnmoved,
  placeBy,
  positionOf,
  type Side,
} from "./place.ts";

/** A list whose rows are all at hand. Its cursors are those of the list that is read page by page, and as good for either. */
export interface WholeList {
  /** Names the list, as that of its pages does. */
  readonly list: string;
  readonly length: number;
  readonly digestAt: DigestAt;
  /** Resolves in a later turn of the event loop: called before each stretch of work. */
  readonly pause: () => Promise<void>;
}

/** Rows on either side that are looked through first, and rows that are looked through between two pauses. */
const near = 2_000;
const stretch = 10_000;

/** The cursor of a row by its position. */
export function formatWholeCursor({ list, length, digestAt }: WholeList, position: number): string {
  return cursorAt(list, extentOf(0, length, length), digestAt, { index: position, count: length });
}

/**
 * How many rows are ahead of the boundary that a cursor stands for, wherever its rows are now. Drifted: none of the rows that
 * the cursor knows is left, and this is the best position known.
 */
export async function findBoundary(
  whole: WholeList,
  cursor: Cursor,
  side: Side,
): Promise<{ readonly position: number; readonly isDrifted: boolean }> {
  const { length, digestAt } = whole;
  const all = extentOf(0, length, length);
  const unmoved = findUnmoved(all, digestAt, cursor, side);
  if (unmoved !== null) return { position: unmoved.index, isDrifted: false };
  const expected = positionOf(cursor, side);
  const shift = cursor.count === null ? 0 : length - cursor.count;
  const found =
    (await findNear(whole, expected + shift, cursor, side)) ??
    (await findNear(whole, expected, cursor, side)) ??
    (await findAnywhere(whole, cursor, side));
  if (found !== null) return { position: found, isDrifted: false };
  // Where rest the rows that came or went since are more likely repeated than skipped.
  const change = side === "after" ? Math.min(shift, 0) : Math.max(shift, 0);
  return { position: clamp(expected + change, length), isDrifted: true };
}

/** The boundary, where the rows around a position show for sure where it is. */
async function findNear(
  { length, digestAt, pause }: WholeList,
  position: number,
  cursor: Cursor,
  side: Side,
): Promise<number | null> {
  const start = clamp(position - near, length);
  const extent = extentOf(start, clamp(position + near, length), length);
  await pause();
  const place = findPlace(extent, (index) => digestAt(start + index), cursor, side);
  return place?.isSure ? start + place.index : null;
}

/** The boundary, where the list has any of the rows that the cursor knows. */
async function findAnywhere(
  { length, digestAt, pause }: WholeList,
  cursor: Cursor,
  side: Side,
): Promise<number | null> {
  const search = new DigestSearch(cursor);
  for (let row = 0; row < length; row++) {
    if (row % stretch === 0) await pause();
    search.look(row, digestAt(row));
  }
  const place = placeBy(search.found, extentOf(0, length, length), digestAt, { cursor, side });
  return place?.index ?? null;
}

function extentOf(start: number, end: number, length: number): Extent {
  return { rows: { length: end - start }, start, isLast: end === length };
}

function clamp(position: number, length: number): number {
  return Math.max(0, Math.min(position, length));
}

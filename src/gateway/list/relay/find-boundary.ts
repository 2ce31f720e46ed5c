import type { Cursor } from "./cursor.ts";
import type { CursorRows } from "./cursor-rows.ts";
import { DigestSearch } from "./digest-search.ts";
import { hasLeapt } from "./leap.ts";
import {
  cautiousShift,
  findPlace,
  findUnmoved,
  placeByFoundRows,
  positionOf,
  type Side,
} from "./place.ts";

/** How many rows on either side of a position are searched first. */
const near = 2_000;

/** How many rows are searched between two pauses. */
const rowsAtOnce = 10_000;

/** A cursor's boundary in a list. */
interface Boundary {
  /** How many rows are ahead of it. */
  readonly position: number;
  /** Whether it may be wrong. */
  readonly isDrifted: boolean;
}

/**
 * Finds how many rows of a whole list are ahead of a cursor's boundary. If nothing shows the boundary any more, this is a guess
 * (`isDrifted`).
 * @param pause awaited before each portion of work. Resolves in a later turn of the event loop.
 */
export async function findBoundary(
  list: CursorRows,
  sought: SoughtBoundary,
  pause: () => Promise<void>,
): Promise<Boundary> {
  const { cursor, side } = sought;
  const unmoved = findUnmoved(list, cursor, side);
  const { position, isDrifted } = unmoved
    ? { position: unmoved.index, isDrifted: false }
    : await findMoved(list, sought, pause);
  return { position, isDrifted: isDrifted || hasLeapt(list, position, sought) };
}

/** Finds the boundary of a cursor whose own row is not in its place. */
async function findMoved(
  list: CursorRows,
  { cursor, side }: SoughtBoundary,
  pause: () => Promise<void>,
): Promise<Boundary> {
  const { length } = list;
  const expected = positionOf(cursor, side);
  const shift = cursor.count === null ? 0 : length - cursor.count;
  for (const position of [expected + shift, expected]) {
    await pause();
    const found = findNear(list, position, { cursor, side });
    if (found !== null) return found;
  }
  const found = await findAnywhere(list, { cursor, side }, pause);
  if (found !== null) return found;
  return { position: clamp(expected + cautiousShift(shift, side), length), isDrifted: true };
}

/** Which boundary to find. */
interface SoughtBoundary {
  readonly cursor: Cursor;
  readonly side: Side;
}

/** The boundary's position if the rows around `position` show it for certain; else null. */
function findNear(
  list: CursorRows,
  position: number,
  { cursor, side }: SoughtBoundary,
): Boundary | null {
  const start = clamp(position - near, list.length);
  const end = clamp(position + near, list.length);
  const place = findPlace(partOf(list, start, end), cursor, side);
  if (!place?.isSure) return null;
  return { position: start + place.index, isDrifted: place.isDrifted === true };
}

/** The boundary's position by the rows of the whole list; null if they do not show it. */
async function findAnywhere(
  list: CursorRows,
  { cursor, side }: SoughtBoundary,
  pause: () => Promise<void>,
): Promise<Boundary | null> {
  const search = new DigestSearch(cursor);
  for (let row = 0; row < list.length; row++) {
    if (row % rowsAtOnce === 0) await pause();
    search.visit(row, list.digestAt(row));
  }
  const place = placeByFoundRows(list, search.found, { cursor, side });
  return place && { position: place.index, isDrifted: place.isDrifted === true };
}

function partOf(list: CursorRows, start: number, end: number): CursorRows {
  return {
    start,
    length: end - start,
    isLast: end === list.length,
    count: list.count,
    digestAt: (index) => list.digestAt(start + index),
    contentsAt: (index) => list.contentsAt(start + index),
    textAt: (index) => list.textAt(start + index),
  };
}

function clamp(position: number, length: number): number {
  return Math.max(0, Math.min(position, length));
}

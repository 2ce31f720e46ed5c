import { readRun } from "../paging/read-list.ts";
import type { PageReader } from "../paging/reader.ts";
import type { Run } from "../paging/run.ts";
import type { Window } from "../paging/window.ts";
import { type Cursor, unreadableDigest } from "./cursor.ts";
import { cautiousShift, findPlace, positionOf, type Side } from "./place.ts";
import { toStretch } from "./stretch.ts";
import {
  around,
  firstOnOnePage,
  hasWanted,
  margin,
  readOptions,
  type View,
  type WantedRows,
  type Windows,
} from "./view.ts";
import { viewEnd } from "./view-end.ts";

/** Maximum number of windows to search for one cursor. Without it, a list that keeps moving could cost any number of calls. */
const maxWindows = 10;

/** A cursor, and the rows to read around its boundary. */
interface Target {
  readonly cursor: Cursor;
  readonly side: Side;
  readonly wanted: WantedRows;
}

/**
 * Reads the rows around a cursor's boundary, wherever its rows are now. Costs one REST call if a page can hold the rows and the
 * list has moved little. Otherwise it searches around the old position, and around the one that the change of the count suggests.
 */
export async function viewCursor<Row>(
  reader: PageReader<Row>,
  cursor: Cursor,
  side: Side,
  wanted: WantedRows,
): Promise<View<Row>> {
  const target = { cursor, side, wanted };
  let windows: Iterator<Window, void> | null = null;
  let window: Window | null = firstOnOnePage(windowsAt(target), reader.limits);
  let end = Number.POSITIVE_INFINITY;
  for (let attempt = 1; window !== null && attempt <= maxWindows; attempt++) {
    const run: Run<Row> = await readRun(reader, window, readOptions);
    const place = findPlace(toStretch(reader.source, run), cursor, side);
    if (place?.isSure) {
      const { index } = place;
      if (hasWanted(run, index, wanted)) return { run, index, isDrifted: run.isTorn };
      window = widen(reader, wanted, { position: run.start + index, attempt });
    } else {
      end = endShownBy(reader, window, run) ?? end;
      // These windows depend on the count, which the first read has refreshed.
      windows ??= windowsToSearch(reader, target);
      const isWholeList = run.isLast && run.start === 0;
      window = isWholeList ? null : nextBefore(end, windows);
    }
  }
  return viewGuess(reader, target, end);
}

/**
 * Windows to try, the widest first. If nothing has moved, each shows the boundary. A wide window has more rows to find the place by. A
 * narrow one is more likely to fit on one page.
 */
function windowsAt(target: Target): Windows {
  const windows: Windows = [windowOfKnownRows(target), windowOfOwnRow(target)];
  return hasReadableOther(target) ? [...windows, windowOfOtherRow(target)] : windows;
}

/** Shows the boundary by several of the rows that the cursor knows. */
function windowOfKnownRows({ cursor, side, wanted }: Target): Window {
  const position = positionOf(cursor, side);
  const { ahead, behind, withNeighbours } = wanted;
  const pad = withNeighbours ? margin : 0;
  return side === "after"
    ? around(position, ahead + 1 + margin, behind + pad)
    : around(position, ahead + pad, behind + 1 + margin);
}

/** Shows the boundary by the cursor's own row alone. */
function windowOfOwnRow({ cursor, side, wanted }: Target): Window {
  const position = positionOf(cursor, side);
  const { ahead, behind, withNeighbours } = wanted;
  return side === "after"
    ? around(position, ahead + 1, behind + (withNeighbours ? 1 : 0))
    : around(position, ahead, behind + 1);
}

/** Shows the boundary by the row on its other side alone. */
function windowOfOtherRow({ cursor, side, wanted }: Target): Window {
  const { ahead, behind, withNeighbours } = wanted;
  return around(positionOf(cursor, side), ahead, behind + (withNeighbours ? 1 : 0));
}

/** Whether the row on the other side of the boundary has an id, by which it can be found. */
function hasReadableOther({ cursor: { digests, own }, side }: Target): boolean {
  const digest = digests[side === "after" ? own + 1 : own - 1];
  return digest !== undefined && digest !== unreadableDigest;
}

/**
 * Wider and wider windows in which to look for a cursor's rows: around the old position, and around the old position plus the
 * change of the count. As a rule, one page holds the first window.
 */
function* windowsToSearch<Row>(
  reader: PageReader<Row>,
  { cursor, side, wanted }: Target,
): Generator<Window, void> {
  if (hasCollapsed(reader, cursor)) return;
  const { max } = reader.limits;
  const position = positionOf(cursor, side);
  const shift = shiftSince(reader, cursor);
  const moved = Math.max(position + shift, 0);
  for (const radius of [Math.ceil(max / 4), Math.ceil(max / 2), 4 * max]) {
    const [ahead, behind] = [wanted.ahead + radius, wanted.behind + radius];
    yield around(moved, ahead, behind);
    // If the shift is within the radius, that window also shows the old position.
    if (Math.abs(shift) > radius) yield around(position, ahead, behind);
  }
}

/** Whether the list has lost most of its rows. The cursor's rows are then probably gone as well, and a search would waste calls. */
function hasCollapsed<Row>({ source }: PageReader<Row>, { count }: Cursor): boolean {
  return (source.learned.count ?? Number.POSITIVE_INFINITY) < (count ?? 0) / 10;
}

/** How many more rows the list has by its count than when the cursor was made; 0 if that is unknown. */
function shiftSince<Row>({ source }: PageReader<Row>, { count }: Cursor): number {
  return count === null || source.learned.count === null ? 0 : source.learned.count - count;
}

/** The next window that begins before the list's end; null if there is none. */
function nextBefore(end: number, windows: Iterator<Window, void>): Window | null {
  for (let next = windows.next(); !next.done; next = windows.next()) {
    if (next.value.start < end) return next.value;
  }
  return null;
}

/** A wider window around a boundary that was found, to read the wanted rows that are missing. It grows with each attempt. */
function widen<Row>(
  { limits }: PageReader<Row>,
  { ahead, behind }: WantedRows,
  { position, attempt }: { readonly position: number; readonly attempt: number },
): Window {
  const pad = Math.min(margin * 4 ** attempt, 4 * limits.max);
  return around(position, ahead + pad, behind + pad);
}

/** Where the list ends, if a window's run shows that the list ends before the window; else undefined. */
function endShownBy<Row>(
  { source }: PageReader<Row>,
  { start }: Window,
  run: Run<Row>,
): number | undefined {
  if (!run.isLast) return undefined;
  if (run.rows.length > 0) return run.end <= start ? run.end : undefined;
  // An empty run does not show where the list ends. The count may.
  const { count, isCountTrue } = source.learned;
  return isCountTrue === false ? run.start : Math.min(run.start, count ?? run.start);
}

/** Reads the rows around the most likely boundary, when the search has failed. */
async function viewGuess<Row>(
  reader: PageReader<Row>,
  { cursor, side, wanted }: Target,
  end: number,
): Promise<View<Row>> {
  const shift = cautiousShift(shiftSince(reader, cursor), side);
  const position = Math.max(positionOf(cursor, side) + shift, 0);
  if (position < end) {
    const pad = wanted.withNeighbours ? margin : 0;
    const window = around(position, wanted.ahead + pad, wanted.behind + pad);
    const run = await readRun(reader, window, readOptions);
    if (run.end >= position && run.start <= position && run.rows.length > 0) {
      return { run, index: position - run.start, isDrifted: true };
    }
  }
  return { ...(await viewEnd(reader, wanted)), isDrifted: true };
}

import { readRun } from "../pages/read-list.ts";
import type { PageReader } from "../pages/reader.ts";
import { emptyRun, indexOfPosition, positionOfIndex, type Run } from "../pages/run.ts";
import { isInDoubt } from "../pages/verdicts.ts";
import type { Window } from "../pages/window.ts";
import { type Cursor, unreadableDigest } from "./cursor.ts";
import { toCursorRows } from "./cursor-rows.ts";
import { hasLeapt } from "./leap.ts";
import { cautiousShift, findPlace, positionOf, type Side, shiftSince } from "./place.ts";
import { readEnd } from "./read-end.ts";
import {
  around,
  firstOnOnePage,
  hasWanted,
  margin,
  type RowsAround,
  readOptions,
  type WantedRows,
  type Windows,
} from "./rows-around.ts";

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
 * @throws the source's contradiction if a walk back would come here again and again, and any error of the source.
 */
export async function readAround<Row>(
  reader: PageReader<Row>,
  cursor: Cursor,
  side: Side,
  wanted: WantedRows,
): Promise<RowsAround<Row>> {
  const target = { cursor, side, wanted };
  const window = firstOnOnePage(windowsAtOldPlace(target), reader.limits);
  const first = await searchWindow(reader, target, window);
  const found = rowsAroundIn(first, wanted) ?? (await searchFurther(reader, target, first));
  if (turnsRound(reader, target, found))
    throw reader.source.contradiction("the rows ahead of a cursor could not be read");
  return { ...found, isDrifted: found.isDrifted || hasLeaptIn(reader, found, { cursor, side }) };
}

/** Whether rows may be skipped, or many repeated, at a boundary that was found among the rows of a run. Premises: those of `hasLeapt`. */
export function hasLeaptIn<Row>(
  { source, seen }: PageReader<Row>,
  { run, index }: Pick<RowsAround<Row>, "run" | "index">,
  boundary: Pick<Target, "cursor" | "side">,
): boolean {
  // An empty page is not among those seen.
  const counts = [run.count, ...seen.map(({ count }) => count)];
  const pages = seen.map(({ rows, start, limit, count }) => {
    const rowsEnd = start + rows.length;
    const page = toCursorRows(source, { ...emptyRun(start), rows, rowsEnd, count });
    // Rows may be hidden on a page that came short.
    return { ...page, isEstimate: rows.length < limit && rowsEnd !== count };
  });
  return hasLeapt(toCursorRows(source, run), index, { ...boundary, pages, counts });
}

/**
 * Whether a boundary that may be wrong is nearer to the list's end than it was, so that a walk back would come here again and again.
 * Premise: rows that came explain it only if the count has grown by as many, unless others may have moved.
 */
function turnsRound<Row>(
  reader: PageReader<Row>,
  { cursor, side }: Target,
  { run, index, isDrifted }: RowsAround<Row>,
): boolean {
  if (side === "after" || !isDrifted) return false;
  const growth = Math.max(shiftSince(cursor, reader.source.learned.count), 0);
  const shift = positionOfIndex(run, index) - positionOf(cursor, side);
  return shift > growth && isInDoubt(reader, run);
}

/** The run read for one window, searched for a cursor's boundary. */
interface SearchedRun<Row> {
  readonly run: Run<Row>;
  /** How many of the run's rows are ahead of the boundary; null if the run does not show that for certain. */
  readonly index: number | null;
  /** Whether the cursor's own row seems to have moved. */
  readonly isDrifted: boolean;
  /** Where the list ends, if the run shows, instead of the boundary, that the list ends before the window; else null. */
  readonly end: number | null;
}

async function searchWindow<Row>(
  reader: PageReader<Row>,
  { cursor, side }: Target,
  window: Window,
): Promise<SearchedRun<Row>> {
  const run = await readRun(reader, window, readOptions);
  const place = findPlace(toCursorRows(reader.source, run), cursor, side);
  if (place?.isSure) {
    return { run, index: place.index, isDrifted: place.isDrifted === true, end: null };
  }
  return { run, index: null, isDrifted: false, end: endShownBy(reader, window, run) };
}

/** The rows around the boundary in a run; null if it does not show the boundary with all the wanted rows. */
function rowsAroundIn<Row>(
  { run, index, isDrifted }: SearchedRun<Row>,
  wanted: WantedRows,
): RowsAround<Row> | null {
  if (index === null || !hasWanted(run, index, wanted)) return null;
  return { run, index, isDrifted: isDrifted || run.isTorn };
}

/**
 * Reads further windows until one shows the boundary and the wanted rows. If the last run showed the boundary, the next window is a wider one around it.
 * Otherwise it is the next one to search. If none does, the boundary is a guess.
 */
async function searchFurther<Row>(
  reader: PageReader<Row>,
  target: Target,
  first: SearchedRun<Row>,
): Promise<RowsAround<Row>> {
  // These windows depend on the count, which the first read has refreshed.
  const windows = windowsToSearch(reader, target);
  let last = first;
  let end = first.end ?? Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt < maxWindows; attempt++) {
    const { run, index } = last;
    const window =
      index === null
        ? nextToSearch(run, end, windows)
        : widen(reader, target.wanted, { position: positionOfIndex(run, index), attempt });
    if (window === null) break;
    last = await searchWindow(reader, target, window);
    const found = rowsAroundIn(last, target.wanted);
    if (found !== null) return found;
    end = last.end ?? end;
  }
  return readGuess(reader, target, end);
}

/**
 * Windows that show the boundary if nothing has moved, the widest first. Only one is read: the first that fits on one page, or else
 * the widest. A wide window has more rows to find the place by. A narrow one is more likely to fit on one page.
 */
function windowsAtOldPlace(target: Target): Windows {
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
  const shift = shiftSince(cursor, reader.source.learned.count);
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

/**
 * The next window to search, after a run that does not show the boundary. Null if that run is the whole list, or if no window is
 * left that begins before the list's end.
 */
function nextToSearch<Row>(
  run: Run<Row>,
  end: number,
  windows: Iterator<Window, void>,
): Window | null {
  const isWholeList = run.isLast && run.start === 0;
  if (isWholeList) return null;
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

/** Where the list ends, if a window's run shows that the list ends before the window; else null. */
function endShownBy<Row>(
  { source }: PageReader<Row>,
  { start }: Window,
  run: Run<Row>,
): number | null {
  if (!run.isLast) return null;
  if (run.rows.length > 0) return run.end <= start ? run.end : null;
  // An empty run does not show where the list ends. The count may.
  const { count, isCountTrue } = source.learned;
  return isCountTrue === false ? run.start : Math.min(run.start, count ?? run.start);
}

/** Reads the rows around the most likely boundary, when the search has failed. */
async function readGuess<Row>(
  reader: PageReader<Row>,
  { cursor, side, wanted }: Target,
  end: number,
): Promise<RowsAround<Row>> {
  const shift = cautiousShift(shiftSince(cursor, reader.source.learned.count), side);
  const position = Math.max(positionOf(cursor, side) + shift, 0);
  if (position < end) {
    const pad = wanted.withNeighbours ? margin : 0;
    const window = around(position, wanted.ahead + pad, wanted.behind + pad);
    const run = await readRun(reader, window, readOptions);
    // A torn run may end before the position. From the list's end, a walk would come here again.
    if (run.start <= position && run.rows.length > 0) {
      const index = Math.min(indexOfPosition(run, position), run.rows.length);
      return { run, index, isDrifted: true };
    }
  }
  return { ...(await readEnd(reader, wanted)), isDrifted: true };
}

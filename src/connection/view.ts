import { fetchRun, isEnd, type Reader, type Run } from "../paging/answer.ts";
import type { PageRequest } from "../paging/page-source.ts";
import { type Pace, readRun } from "../paging/run.ts";
import { coverWithOnePage, type Limits, type Window } from "../paging/window.ts";
import { type Cursor, unreadable } from "./cursor.ts";
import { createDigests, findPlace, positionOf, type Side } from "./place.ts";

/** A boundary between two rows of a list, with the rows around it. */
export interface View<Row> {
  readonly run: Run<Row>;
  /** How many of the run's rows are ahead of the boundary. */
  readonly index: number;
  /** Whether the boundary or the rows may be others than those asked for, because the list moved. */
  readonly isDrifted: boolean;
}

/** What to see of the rows around a boundary. */
export interface Reach {
  readonly ahead: number;
  readonly behind: number;
  /** Whether to see what lies next to those rows too: for their cursors, and to tell whether there is more. */
  readonly hasSurroundings: boolean;
}

/** Windows that would do, the better ones first. */
type Windows = readonly [Window, ...Window[]];

/** Rows read beside those wanted: to find a place by, and for cursors to carry. */
const margin = 4;

/** How many calls for one connection are under way together at most. */
const pace: Pace = { sideBySide: 6 };

/** How often a place that was not where it was expected is looked for or followed. */
const pursuits = 10;

/** How often the end of a list whose count is wrong is looked for, and how often among pages that do not fit together. */
const probes = 64;
const patience = 4;

/** The start of a list. One REST call where a page can hold what is wanted. */
export async function viewStart<Row>(reader: Reader<Row>, reach: Reach): Promise<View<Row>> {
  const pad = reach.hasSurroundings ? margin : 0;
  const least = reach.hasSurroundings ? 1 : 0;
  const windows = [around(0, 0, reach.behind + pad), around(0, 0, reach.behind + least)] as const;
  const run = await readRun(reader, firstOnOnePage(windows, reader.limits), pace);
  return { run, index: 0, isDrifted: run.isTorn };
}

/**
 * The end of a list. One REST call where a page can hold what is wanted and the count is known, one more where it is not;
 * where it is wrong, as many as it takes to find the end by doubling and halving.
 * @throws the source's contradiction when no end is found.
 */
export async function viewEnd<Row>(reader: Reader<Row>, reach: Reach): Promise<View<Row>> {
  const ahead = Math.max(reach.ahead, 1);
  const pad = reach.hasSurroundings ? margin : 0;
  let bounds: Window = { start: 0, end: Number.POSITIVE_INFINITY };
  let guess = reader.source.memory.count ?? 0;
  if (reader.source.memory.count === null) {
    const run = await fetchRun(reader, firstPage(reader, ahead + margin));
    if (run && isEnd(run)) return { run, index: run.rows.length, isDrifted: false };
    guess = reader.source.memory.count ?? run?.end ?? ahead;
  }
  for (let probe = 0, torn = 0; probe < probes && torn < patience; probe++) {
    // Each time some more rows: a request equal to an earlier one would be answered as before.
    const wide = around(guess, ahead + pad + probe, margin + probe);
    const windows: Windows = probe === 0 ? [wide, around(guess, ahead, 1)] : [wide];
    const run = await readRun(reader, firstOnOnePage(windows, reader.limits), pace);
    const index = run.rows.length;
    if (isEnd(run) && (run.start === 0 || index >= ahead)) {
      return { run, index, isDrifted: run.isTorn };
    }
    torn += run.isTorn ? 1 : 0;
    bounds = narrowBounds(bounds, run);
    guess = isEnd(run) ? run.end : guessEnd(reader, bounds, guess);
  }
  throw reader.source.contradiction("The registry's list has no end that can be found.");
}

function firstPage<Row>({ limits }: Reader<Row>, rows: number): PageRequest {
  return { limit: Math.max(limits.least, Math.min(rows, limits.most)), page: 1 };
}

/** Where the end of a list lies by what a run shows, within what was known before if that still holds. */
function narrowBounds<Row>({ start, end }: Window, run: Run<Row>): Window {
  const isEmpty = run.rows.length === 0;
  if (isEmpty) return { start: run.start < start ? 0 : start, end: run.start };
  return { start: run.end, end: run.end > end ? Number.POSITIVE_INFINITY : end };
}

function guessEnd<Row>({ source, limits }: Reader<Row>, bounds: Window, guess: number): number {
  const { count } = source.memory;
  if (count !== null && count !== guess && count >= bounds.start && count <= bounds.end) {
    return count;
  }
  const further = Math.max(2 * bounds.start, bounds.start + limits.most);
  return Math.min(further, Math.floor((bounds.start + bounds.end) / 2));
}

/**
 * The place that a cursor stands for, wherever its rows are now. One REST call where a page can hold what is wanted and the list
 * did not move far; else it is looked for around where it was, and around where the change of the count would have moved it.
 */
export async function viewCursor<Row>(
  reader: Reader<Row>,
  cursor: Cursor,
  side: Side,
  reach: Reach,
): Promise<View<Row>> {
  const position = positionOf(cursor, side);
  let window = firstOnOnePage(windowsOf(cursor, side, reach), reader.limits);
  let steps: Iterator<Window> | null = null;
  let end = Number.POSITIVE_INFINITY;
  for (let pursuit = 1; pursuit <= pursuits; pursuit++) {
    const run = await readRun(reader, window, pace);
    const place = findPlace(run, createDigests(reader.source, run), cursor, side);
    if (place?.isSure && isInView(run, place.index, reach)) {
      return { run, index: place.index, isDrifted: run.isTorn };
    }
    if (place?.isSure) {
      const pad = Math.min(margin * 4 ** pursuit, 4 * reader.limits.most);
      window = around(run.start + place.index, reach.ahead + pad, reach.behind + pad);
    } else {
      end = endBefore(reader, window, run) ?? end;
      steps ??= hasCollapsed(reader, cursor)
        ? [].values()
        : searchWindows(position, shiftSince(reader, cursor), reach, reader.limits);
      const step = isEnd(run) && run.start === 0 ? null : nextWithin(steps, end);
      if (!step) break;
      window = step;
    }
  }
  return viewLost(reader, cursor, { side, reach, end });
}

/** Where a list has ended, as far as a run shows that was to hold a window's rows; undefined: it shows nothing of the kind. */
function endBefore<Row>(
  { source }: Reader<Row>,
  { start }: Window,
  run: Run<Row>,
): number | undefined {
  if (!run.isLast) return undefined;
  if (run.rows.length > 0) return run.end <= start ? run.end : undefined;
  const { count, isCountTrue } = source.memory;
  return isCountTrue === false ? run.start : Math.min(run.start, count ?? run.start);
}

/** Whether so much of a list is gone since a cursor was made that it is not worth a search: next to nothing can be left near it. */
function hasCollapsed<Row>({ source }: Reader<Row>, { count }: Cursor): boolean {
  return (source.memory.count ?? Number.POSITIVE_INFINITY) < (count ?? 0) / 10;
}

function nextWithin(windows: Iterator<Window>, end: number): Window | null {
  for (let step = windows.next(); !step.done; step = windows.next()) {
    if (step.value.start < end) return step.value;
  }
  return null;
}

/** The rows wanted beside a cursor's boundary, and some to know the place by: fewer and fewer of these, to fit on one page. */
function windowsOf(cursor: Cursor, side: Side, reach: Reach): Windows {
  const position = positionOf(cursor, side);
  const beside = cursor.digests[side === "after" ? cursor.own + 1 : cursor.own - 1] ?? unreadable;
  const far = reach.hasSurroundings ? margin : 0;
  const least = reach.hasSurroundings ? 1 : 0;
  const [wide, narrow, bare]: readonly [Window, Window, Window] =
    side === "after"
      ? [
          around(position, reach.ahead + margin + 1, reach.behind + far),
          around(position, reach.ahead + 1, reach.behind + least),
          around(position, reach.ahead, reach.behind + least),
        ]
      : [
          around(position, reach.ahead + far, reach.behind + margin + 1),
          around(position, reach.ahead, reach.behind + 1),
          around(position, reach.ahead, reach.behind + least),
        ];
  return beside === unreadable ? [wide, narrow] : [wide, narrow, bare];
}

/**
 * Ever wider windows to find a place in: around where as many rows as came or went since would have moved it, and around where it was.
 * The first is small enough for one page to hold it, as a rule, with the rows wanted.
 */
function* searchWindows(
  position: number,
  shift: number,
  reach: Reach,
  { most }: Limits,
): Generator<Window> {
  const moved = Math.max(position + shift, 0);
  for (const radius of [Math.ceil(most / 4), Math.ceil(most / 2), 4 * most]) {
    const [ahead, behind] = [reach.ahead + radius, reach.behind + radius];
    if (shift !== 0) yield around(moved, ahead, behind);
    if (Math.abs(shift) > radius || shift === 0) yield around(position, ahead, behind);
  }
}

/** How many more rows the list has than when the cursor was made, by its count; 0 where that is unknown. */
function shiftSince<Row>({ source }: Reader<Row>, { count }: Cursor): number {
  return count === null || source.memory.count === null ? 0 : source.memory.count - count;
}

/** The best place known when nothing that the cursor knows was found: where rest the rows that came or went since are more likely repeated than skipped. */
async function viewLost<Row>(
  reader: Reader<Row>,
  cursor: Cursor,
  { side, reach, end }: { readonly side: Side; readonly reach: Reach; readonly end: number },
): Promise<View<Row>> {
  const shift = shiftSince(reader, cursor);
  const change = side === "after" ? Math.min(shift, 0) : Math.max(shift, 0);
  const position = Math.max(positionOf(cursor, side) + change, 0);
  if (position >= end) return { ...(await viewEnd(reader, reach)), isDrifted: true };
  const pad = reach.hasSurroundings ? margin : 0;
  const run = await readRun(reader, around(position, reach.ahead + pad, reach.behind + pad), pace);
  if (run.end >= position && run.start <= position && run.rows.length > 0) {
    return { run, index: position - run.start, isDrifted: true };
  }
  return { ...(await viewEnd(reader, reach)), isDrifted: true };
}

/** Whether a run has the rows wanted around a boundary, as far as the list has them. */
function isInView<Row>(run: Run<Row>, index: number, reach: Reach): boolean {
  const behind = reach.behind + (reach.hasSurroundings ? 1 : 0);
  return (
    (run.start === 0 || index >= reach.ahead) && (run.isLast || run.rows.length >= index + behind)
  );
}

function around(position: number, ahead: number, behind: number): Window {
  const start = Math.max(position - ahead, 0);
  return { start, end: Math.max(position + behind, start + 1) };
}

/** The first of some windows that one page can hold, or else the first. */
function firstOnOnePage(windows: Windows, limits: Limits): Window {
  return windows.find((window) => coverWithOnePage(window, limits)) ?? windows[0];
}

import { once } from "../../once/once.ts";
import type { ConnectionArguments, CursorRange } from "../arguments.ts";
import type { Cursor } from "../cursor.ts";
import {
  cautiousPosition,
  findCursor,
  growthSince,
  positionOf,
  type Side,
  toCursorRows,
} from "../place.ts";
import { Doubt, Reader, type Run } from "./reader.ts";
import type { PageSource } from "./source.ts";
import { coverWithOnePage, type Window } from "./window.ts";

/**
 * A connection reads only what its query selects: `rows` are `nodes` or `edges`; the `cursor` of an
 * edge counts as `pageInfo`.
 */
export interface ConnectionNeeds {
  readonly rows: boolean;
  readonly pageInfo: boolean;
  readonly totalCount: boolean;
}

export interface WantedPage
  extends CursorRange<Cursor>,
    Pick<ConnectionArguments, "from" | "size" | "offset"> {
  readonly needs: ConnectionNeeds;
}

interface Slice<Row> {
  readonly run: Run<Row>;
  readonly from: number;
  readonly to: number;
  /** A cursor's position was lost: rows may be repeated or skipped. */
  readonly isDrifted: boolean;
}

export interface ReadPage<Row> {
  readonly slice: Slice<Row> | null;
  readonly totalCount: number | Error | null;
}

interface RowsAround<Row> {
  readonly run: Run<Row>;
  readonly index: number;
  readonly isDrifted: boolean;
}

interface RowsWanted {
  readonly ahead: number;
  readonly behind: number;
  readonly withNeighbours: boolean;
}

// More rows to read around those wanted: a cursor's place is found by them, and new cursors know
// them. Fewer than a cursor can know, because they are read with every page.
const margin = 4;

const concurrency = 6;

// How often the list's end, or the rows around a cursor, are looked for at another place.
const maxEndWindows = 4;
const maxWidenings = 4;

/**
 * A page of a list from the registry's own pages; null if these do not prove it, at two looks.
 *
 * Costs one REST call if one page can hold the rows, those by which the cursor's place is found
 * and, for `pageInfo`, those next to them; otherwise as few as can hold them. `last` without
 * `before` costs one more while the count is unknown, `totalCount` one more until the list's end
 * has confirmed the count.
 * @throws any error of the source.
 */
export async function readPage<Row>(
  source: PageSource<Row>,
  wanted: WantedPage,
): Promise<ReadPage<Row> | null> {
  for (const isFirst of [true, false]) {
    const look = isFirst ? 0 : source.nextLook();
    try {
      const reader = new Reader(source, { look, onDoubt: "throw", concurrency });
      const page = await read(reader, wanted);
      // A row may have been sent twice by accident.
      if (isFirst && hasTwins(source, page.slice)) reader.doubt("an id occurs twice");
      return page;
    } catch (error) {
      if (!(error instanceof Doubt)) throw error;
    }
  }
  return null;
}

// By the rows of a page: whoever gets the same page again has the same rows.
const twins = new WeakMap<readonly unknown[], boolean>();

function hasTwins<Row>(source: PageSource<Row>, slice: Slice<Row> | null): boolean {
  const { rows } = slice?.run ?? { rows: [] };
  return once(twins, rows, () => {
    const ids = rows.map((row) => source.idOf(row)).filter((id) => id !== null);
    return new Set(ids).size < ids.length;
  });
}

/** As `readPage`, but takes pages for what they seem to be, and says that it `isDrifted`. */
export async function readPageInDoubt<Row>(
  source: PageSource<Row>,
  wanted: WantedPage,
): Promise<ReadPage<Row>> {
  const reader = new Reader(source, { look: 0, onDoubt: "note", concurrency });
  const page = await read(reader, wanted);
  return { ...page, slice: page.slice && { ...page.slice, isDrifted: true } };
}

async function read<Row>(reader: Reader<Row>, wanted: WantedPage): Promise<ReadPage<Row>> {
  const { from, size, needs, offset = 0 } = wanted;
  const needsRows = needs.pageInfo || (needs.rows && size > 0);
  const slice = !needsRows
    ? null
    : offset > 0
      ? await readFromOffset(reader, offset, wanted)
      : from === "start"
        ? await readFromStart(reader, wanted)
        : await readFromEnd(reader, wanted);
  return { slice, totalCount: needs.totalCount ? await countRows(reader, slice) : null };
}

async function readFromStart<Row>(
  reader: Reader<Row>,
  { size, after, before, needs }: WantedPage,
): Promise<Slice<Row>> {
  const rows = { ahead: 0, behind: size, withNeighbours: needs.pageInfo };
  const near = after
    ? await readAround(reader, after, "after", rows)
    : await readStart(reader, rows);
  const { run, index } = near;
  const shift = after ? run.start + index - positionOf(after, "after") : 0;
  const far = before ? findFar(reader, run, { cursor: before, side: "before", shift }) : null;
  const last = Math.min(far?.index ?? run.rows.length, run.rows.length);
  const to = Math.max(index, Math.min(index + size, last));
  return { run, from: index, to, isDrifted: near.isDrifted || far?.isDrifted === true };
}

async function readFromEnd<Row>(
  reader: Reader<Row>,
  { size, after, before, needs }: WantedPage,
): Promise<Slice<Row>> {
  const rows = { ahead: size, behind: 0, withNeighbours: needs.pageInfo };
  const near = before
    ? await readAround(reader, before, "before", rows)
    : await readEnd(reader, rows);
  const { run, index } = near;
  const shift = before ? run.start + index - positionOf(before, "before") : 0;
  const far = after ? findFar(reader, run, { cursor: after, side: "after", shift }) : null;
  const from = Math.min(index, Math.max(index - size, far?.index ?? 0, 0));
  return { run, from, to: index, isDrifted: near.isDrifted || far?.isDrifted === true };
}

/**
 * Where the cursor at the far end of a slice bounds a run. If the run does not show it, it is where
 * it was, moved as far as the near end has moved: outside the run that is exact enough.
 */
function findFar<Row>(
  { source }: Reader<Row>,
  run: Run<Row>,
  { cursor, side, shift }: { readonly cursor: Cursor; readonly side: Side; readonly shift: number },
): { readonly index: number; readonly isDrifted: boolean } {
  const found = findCursor(toCursorRows(source, run), cursor, side);
  if (found !== null) return found;
  const index = positionOf(cursor, side) + shift - run.start;
  return { index, isDrifted: index > 0 && index < run.rows.length };
}

// Past the list's end there are none.
async function readFromOffset<Row>(
  reader: Reader<Row>,
  offset: number,
  { size, needs }: WantedPage,
): Promise<Slice<Row>> {
  const run = await reader.read(
    windowOf(offset, { ahead: 0, behind: size, withNeighbours: needs.pageInfo }, reader.maxLimit),
  );
  const index = Math.min(Math.max(offset - run.start, 0), run.rows.length);
  const to = Math.min(index + size, run.rows.length);
  if (!run.isLast || offset < run.end || run.count === null)
    return { run, from: index, to, isDrifted: false };
  // The end is where the envelope says.
  const { count } = run;
  const end = { ...run, rows: [], start: count, end: count };
  return { run: end, from: 0, to: 0, isDrifted: false };
}

async function readStart<Row>(reader: Reader<Row>, wanted: RowsWanted): Promise<RowsAround<Row>> {
  return {
    run: await reader.read(windowOf(0, wanted, reader.maxLimit)),
    index: 0,
    isDrifted: false,
  };
}

/**
 * The rows at the end of a list.
 * @throws Doubt if the list has no count, or if its end is not where that says.
 */
async function readEnd<Row>(reader: Reader<Row>, wanted: RowsWanted): Promise<RowsAround<Row>> {
  const { memory } = reader.source;
  const ahead = Math.max(wanted.ahead, 1);
  if (memory.count === null) {
    // Any page shows the count. This one may also show the end.
    const size = Math.min(ahead + margin, reader.maxLimit);
    const first = await reader.read(around(0, 0, size), () => false);
    if (first.isLast) return { run: first, index: first.rows.length, isDrifted: false };
  }
  for (let windows = 0; windows < maxEndWindows; windows++) {
    const { count } = memory;
    if (count === null) break;
    const further = ahead + (wanted.withNeighbours ? margin : 0) + windows;
    const wide = around(count, further, margin + windows);
    const narrow = around(count, ahead, 1);
    const run = await reader.read(
      windows > 0 ? wide : firstOnOnePage([wide, narrow], reader.maxLimit),
    );
    const isWhole = run.rows.length >= wanted.ahead || run.start === 0;
    if (run.isLast && isWhole && (run.rows.length > 0 || run.start === 0))
      return { run, index: run.rows.length, isDrifted: false };
  }
  throw new Doubt("its end is not where its count says");
}

/**
 * The rows around a cursor's boundary, wherever its rows are now. Costs one REST call if a page can
 * hold the rows and the list has moved little. Otherwise the place is searched around the old
 * position, and around the one that the change of the count suggests.
 */
async function readAround<Row>(
  reader: Reader<Row>,
  cursor: Cursor,
  side: Side,
  wanted: RowsWanted,
): Promise<RowsAround<Row>> {
  const { source } = reader;
  const position = positionOf(cursor, side);
  const windows = windowsToSearch(reader, cursor, side, wanted);
  let window: Window | null = windowAtCursor(cursor, side, wanted, reader.maxLimit);
  for (let widened = 0; window !== null; ) {
    const run: Run<Row> = await reader.read(window);
    const place = findCursor(toCursorRows(source, run), cursor, side);
    const isEmpty = run.isLast && run.start === 0 && run.rows.length === 0;
    const { index, isDrifted } = place ?? { index: 0, isDrifted: false };
    const isFound = place !== null || isEmpty;
    if (isFound && (hasWanted(run, index, wanted) || widened >= maxWidenings))
      return { run, index, isDrifted: isDrifted || !hasWanted(run, index, wanted) };
    if (isFound) {
      widened += 1;
      if (reader.hasMoved) reader.lookAgain();
      const pad = margin * 4 ** widened;
      window = around(run.start + index, wanted.ahead + pad, wanted.behind + pad);
    } else {
      const isWhole = run.isLast && run.start === 0;
      window = isWhole ? null : (windows.next().value ?? null);
    }
  }
  // Nothing near the cursor is left.
  const guess = cautiousPosition(cursor, side, source.memory.count);
  const run = await reader.read(windowOf(guess, wanted, reader.maxLimit));
  const index = Math.max(Math.min(guess - run.start, run.rows.length), 0);
  const isPastEnd = run.isLast && run.rows.length === 0 && run.start > 0;
  if (isPastEnd) return { ...(await readEnd(reader, wanted)), isDrifted: true };
  return { run, index, isDrifted: position > 0 || source.memory.count !== 0 };
}

function* windowsToSearch<Row>(
  reader: Reader<Row>,
  cursor: Cursor,
  side: Side,
  wanted: RowsWanted,
): Generator<Window, void> {
  const { count } = reader.source.memory;
  const { maxLimit: max } = reader;
  // A list that has lost most of its rows has hardly kept those of the cursor.
  if (count !== null && count < (cursor.count ?? 0) / 10) return;
  const position = positionOf(cursor, side);
  const growth = growthSince(cursor, count);
  const moved = Math.max(position + growth, 0);
  for (const radius of [Math.ceil(max / 4), Math.ceil(max / 2), 4 * max]) {
    for (const place of Math.abs(growth) > radius ? [moved, position] : [moved]) {
      const window = around(place, wanted.ahead + radius, wanted.behind + radius);
      if (window.start < (reader.source.memory.count ?? Number.POSITIVE_INFINITY)) yield window;
    }
  }
}

/**
 * Where to look for a cursor first: the widest window around its old position that fits on one
 * page. A wide one has more rows to find the place by, and any shows at least one of them.
 */
function windowAtCursor(
  cursor: Cursor,
  side: Side,
  { ahead, behind, withNeighbours }: RowsWanted,
  maxLimit: number,
): Window {
  const position = positionOf(cursor, side);
  const [own, other] = side === "after" ? [1, 0] : [0, 1];
  const pad = withNeighbours ? margin : 0;
  const [wide, near] = side === "after" ? [margin, pad] : [pad, margin];
  const one = withNeighbours && side === "after" ? 1 : 0;
  const windows: Windows = [
    around(position, ahead + own + wide, behind + other + near),
    around(position, ahead + own, behind + other + one),
  ];
  const knowsOther = cursor.digests[side === "after" ? cursor.own + 1 : cursor.own - 1];
  return firstOnOnePage(
    knowsOther ? [...windows, around(position, ahead, behind + (withNeighbours ? 1 : 0))] : windows,
    maxLimit,
  );
}

// With some more rows if these fit on the page.
function windowOf(
  position: number,
  { ahead, behind, withNeighbours }: RowsWanted,
  maxLimit: number,
): Window {
  if (!withNeighbours) return around(position, ahead, behind);
  const wide = around(position, ahead + (position > 0 ? margin : 0), behind + margin);
  return firstOnOnePage([wide, around(position, ahead, behind + 1)], maxLimit);
}

type Windows = readonly [Window, ...Window[]];

// If none fits, the first of all.
function firstOnOnePage(windows: Windows, maxLimit: number): Window {
  return windows.find((window) => coverWithOnePage(window, maxLimit)) ?? windows[0];
}

// At least one row, and none before the list's start.
function around(position: number, ahead: number, behind: number): Window {
  const start = Math.max(position - ahead, 0);
  return { start, end: Math.max(position + behind, start + 1) };
}

// As far as the list has them.
function hasWanted<Row>(
  run: Run<Row>,
  index: number,
  { ahead, behind, withNeighbours }: RowsWanted,
): boolean {
  const hasAhead = run.start === 0 || index >= ahead;
  const end = index + behind + (withNeighbours ? 1 : 0);
  return hasAhead && (run.isLast || run.rows.length >= end);
}

/**
 * How many rows the list has: by its end if the slice shows it, or else by the count, once a page
 * has shown the end where that says.
 * @throws Doubt if neither tells.
 */
async function countRows<Row>(
  reader: Reader<Row>,
  slice: Slice<Row> | null,
): Promise<number | Error> {
  try {
    return await findCount(reader, slice);
  } catch (error) {
    // The rows that were read are delivered all the same.
    if (error instanceof Error && !(error instanceof Doubt)) return error;
    throw error;
  }
}

async function findCount<Row>(reader: Reader<Row>, slice: Slice<Row> | null): Promise<number> {
  const { memory } = reader.source;
  if (
    slice?.run.isLast &&
    (slice.run.rows.length > 0 || slice.run.start === 0 || slice.run.count !== null)
  )
    return slice.run.count ?? slice.run.end;
  if (slice === null && memory.isCountTrusted) {
    // A single row must leave room on its page to show that it is the last.
    await reader.read(around(0, 0, memory.count === 1 ? 2 : 1));
  }
  if (memory.isCountTrusted && memory.count !== null) return memory.count;
  const { run } = await readEnd(reader, { ahead: 0, behind: 0, withNeighbours: false });
  return run.end;
}

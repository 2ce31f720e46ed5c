import { fetchPart } from "../pages/page-inquiry.ts";
import type { PageSource } from "../pages/page-source.ts";
import { readWhole } from "../pages/read-whole.ts";
import { PageReader } from "../pages/reader.ts";
import { indexOfPosition, isEnd, positionOfIndex, type Run } from "../pages/run.ts";
import {
  countIds,
  hasCrossed,
  hasMovedCopies,
  hasStaleEnd,
  indexById,
  isAmong,
  isInDoubt,
  judgeCount,
  lacksSeen,
} from "../pages/verdicts.ts";
import { type ConnectionArguments, type CursorRange, parseCursors } from "./arguments.ts";
import { type Cursor, formatCursor, parseCursor } from "./cursor.ts";
import { type CursorRows, cursorAt, toCursorRows } from "./cursor-rows.ts";
import { newestAt } from "./newest.ts";
import { findPlace, positionOf, type Side } from "./place.ts";
import { hasLeaptIn, readAround } from "./read-around.ts";
import { readEnd } from "./read-end.ts";
import { readEndAhead, readFromOffset } from "./read-offset.ts";
import { noRows, type RowsAround, readOptions, readStart } from "./rows-around.ts";

/** A list whose rows have cursors. */
export interface NamedSource<Row> extends PageSource<Row> {
  /** The name of the list in its cursors. Cursors of a list with another name are refused. */
  readonly listName: string;
}

/** What a query selects of a connection. The rest is not read. */
export interface ConnectionNeeds {
  /** Whether it selects `nodes` or `edges`. */
  readonly rows: boolean;
  /** Whether it selects a field of `pageInfo`, or the `cursor` of an edge. */
  readonly pageInfo: boolean;
  readonly totalCount: boolean;
}

/** A Relay connection: the rows of its edges, and its page info. */
export interface Connection<Row> {
  /** In the list's order; empty if neither rows nor page info were needed. */
  readonly rows: readonly Row[];
  /** Whether the list has more rows after these. Exact if `pageInfo` was needed. */
  readonly hasNextPage: boolean;
  /** Whether the list has more rows before these. Exact if `pageInfo` was needed. */
  readonly hasPreviousPage: boolean;
  /** How many rows the list has; an error if that could not be determined, null if it was not needed. */
  readonly totalCount: number | Error | null;
  readonly warnings: readonly ConnectionWarning[];
  /** The cursor of the row at an index. */
  cursorAt(index: number): string;
}

/** Warns the caller that a connection may repeat or skip rows. */
export interface ConnectionWarning {
  readonly code: "PAGE_DRIFT";
  readonly message: string;
}

/**
 * Loads a connection over a list that knows only `limit` and `page`.
 *
 * Costs one REST call if one page can hold all that is needed: the rows, those by which the cursor's place is found and, for
 * `pageInfo`, those next to them. Otherwise it costs as few calls as can hold them. `last` without `before` costs one more while
 * the count is unknown. `totalCount` costs one more until the list's end has confirmed the count. If the list moves, or if an
 * envelope is wrong, it costs more.
 * @throws ConnectionArgumentError for a cursor that is not of this list.
 * @throws the source's contradiction if the registry's responses contradict each other, and any error of the source.
 */
export async function loadConnection<Row>(
  args: ConnectionArguments,
  source: NamedSource<Row>,
  needs: ConnectionNeeds,
): Promise<Connection<Row>> {
  const { from, size, offset = 0 } = args;
  const cursors = parseCursors(args, (name, text) => parseCursor(source.listName, name, text));
  const reader = new PageReader(source);
  const needsRows = needs.pageInfo || (needs.rows && size > 0);
  const load = from === "start" ? loadFromStart : loadFromEnd;
  const loadSlice = () =>
    offset > 0
      ? loadFromOffset(reader, { size, offset }, needs)
      : load(reader, { size, ...cursors }, needs.pageInfo);
  const slice = needsRows ? await loadSlice() : null;
  const count = async () => slice?.totalCount ?? (await countRows(reader, slice));
  const totalCount = needs.totalCount ? await count() : null;
  if (!slice) return { ...withoutRows, totalCount };
  const mayLack = isInDoubt(reader, slice.run) && lacksSeen(source, slice.run, reader.seen);
  const isOutOfOrder =
    hasMovedCopies(source, slice.run, reader.seen) ||
    hasStaleEnd(source, slice.run, reader.seen) ||
    [slice.from, slice.to].some((bound) => hasCrossed(source, slice.run, bound, reader.seen)) ||
    mayHaveSkipped(source, slice);
  const isDrifted = slice.isDrifted || mayLack || isOutOfOrder;
  const run = { ...slice.run, seen: reader.seen };
  return createConnection(source, { ...slice, run, isDrifted }, totalCount);
}

/**
 * Whether more rows than the counts say were added came ahead of rows that had been read: these may have been put in again behind rows
 * that had not. Premise: that of `hasLeapt`.
 */
function mayHaveSkipped<Row>(source: PageSource<Row>, { run, from }: Slice<Row>): boolean {
  return (run.passed ?? 0) > 0 && newestAt(toCursorRows(source, run), from) !== "start";
}

/** The arguments of a connection that is filled from one end, with their cursors parsed. */
interface ConnectionRange extends CursorRange<Cursor> {
  readonly size: number;
}

/** The rows of a run from index `from` up to, but not including, index `to`. */
interface Slice<Row> {
  readonly run: Run<Row>;
  readonly from: number;
  readonly to: number;
  readonly isDrifted: boolean;
  /** How many rows the list has, if that is known without the run. */
  readonly totalCount?: number;
}

/** A connection of which neither rows nor page info are needed. */
const withoutRows: Omit<Connection<never>, "totalCount"> = {
  rows: [],
  hasNextPage: false,
  hasPreviousPage: false,
  warnings: [],
  cursorAt() {
    throw new RangeError("a cursor can be made only for rows of the page");
  },
};

/** The first rows after the cursor `after`, or from the list's start, up to the cursor `before`. */
async function loadFromStart<Row>(
  reader: PageReader<Row>,
  { size, after, before }: ConnectionRange,
  withNeighbours: boolean,
): Promise<Slice<Row>> {
  const wanted = { ahead: 0, behind: size, withNeighbours };
  const around = after
    ? await readAround(reader, after, "after", wanted)
    : await readStart(reader, wanted);
  const { run, index } = around;
  const shift = after ? shiftOf(around, after, "after") : 0;
  const bound = before && (await findBound(reader, run, { cursor: before, side: "before", shift }));
  const last = Math.min(bound?.index ?? run.rows.length, run.rows.length);
  const to = Math.max(index, Math.min(index + size, last));
  const isLost = around.isDrifted || bound?.isDrifted === true;
  if (isLost && repeatsForEver(reader, around, size))
    throw reader.source.contradiction("rows come again and again behind all others");
  // A page without rows has no cursor to go on with, so it must not say that more follow without a word.
  const isStuck = size > 0 && index >= run.rows.length && !run.isLast;
  return { run, from: index, to, isDrifted: isLost || isStuck };
}

/** So many rows that tell nothing are no accident. */
const manyFutileRows = 4;

/**
 * Whether a walk over such runs would not end, because the registry repeats its last rows for ever. Premise: no list has twice as many
 * rows as it counts; and without a count, no run that was continued by position alone goes on with rows that are there again and again.
 */
function repeatsForEver<Row>(
  reader: PageReader<Row>,
  { run, index }: RowsAround<Row>,
  size: number,
): boolean {
  const { source } = reader;
  const { count } = source.learned;
  if (count !== null) return run.start > 2 * count + size && isInDoubt(reader, run);
  const distinct = [...indexById(source, run.rows, 0).values()];
  const isFutile = run.rows.length - index >= manyFutileRows && distinct.every((at) => at < index);
  return run.start > 0 && run.isTorn && isFutile;
}

/** The first rows behind those that the offset skips. Past the list's end, what is known of the end. */
async function loadFromOffset<Row>(
  reader: PageReader<Row>,
  { size, offset }: Required<Pick<ConnectionArguments, "size" | "offset">>,
  needs: ConnectionNeeds,
): Promise<Slice<Row>> {
  const wanted = { behind: size, withNeighbours: needs.pageInfo };
  const needsEnd = needs.pageInfo || needs.totalCount;
  const first = await readFromOffset(reader, offset, { ...wanted, mayStop: needsEnd });
  if (!first.isPastEnd || !needsEnd) return toSlice(first, size);
  const end = await readEndAhead(reader, offset, first.run.isLast);
  if (end !== null) return { ...end, from: end.run.rows.length, to: end.run.rows.length };
  // The count was too small, or the list has grown meanwhile.
  const again = await readFromOffset(reader, offset, { ...wanted, mayStop: false });
  return toSlice({ ...again, isDrifted: again.isDrifted || again.isPastEnd }, size);
}

function toSlice<Row>({ run, index, isDrifted }: RowsAround<Row>, size: number): Slice<Row> {
  const to = Math.min(index + size, run.rows.length);
  const isStuck = size > 0 && index >= run.rows.length && !run.isLast;
  return { run, from: index, to, isDrifted: isDrifted || isStuck };
}

/** The last rows before the cursor `before`, or before the list's end, back to the cursor `after`. */
async function loadFromEnd<Row>(
  reader: PageReader<Row>,
  { size, after, before }: ConnectionRange,
  withNeighbours: boolean,
): Promise<Slice<Row>> {
  const wanted = { ahead: size, behind: 0, withNeighbours };
  const around = before
    ? await readAround(reader, before, "before", wanted)
    : await readEnd(reader, wanted);
  const { run, index } = around;
  const shift = before ? shiftOf(around, before, "before") : 0;
  const bound = after && (await findBound(reader, run, { cursor: after, side: "after", shift }));
  const first = Math.max(bound?.index ?? 0, 0);
  const from = Math.min(index, Math.max(index - size, first));
  const isLost = around.isDrifted || bound?.isDrifted === true;
  const isStuck = size > 0 && index <= 0 && run.start > 0;
  return { run, from, to: index, isDrifted: isLost || isStuck };
}

/** How far a cursor's boundary has moved since the cursor was made. */
function shiftOf<Row>({ run, index }: RowsAround<Row>, cursor: Cursor, side: Side): number {
  return positionOfIndex(run, index) - positionOf(cursor, side);
}

/** The cursor at the far end of a slice: the end that it is not filled from. */
interface FarCursor {
  readonly cursor: Cursor;
  readonly side: Side;
  /** How far the near end has moved since its cursor was made. */
  readonly shift: number;
}

/** The index that a slice must not cross. It can lie outside the run. */
interface Bound {
  readonly index: number;
  readonly isDrifted: boolean;
}

/**
 * Finds where the far cursor bounds a run. Rows of the run may show the cursor's place. If they do not, it is expected at its old
 * position, moved as far as the near end has moved. Outside the run, that is exact enough. Inside the run, the place is searched
 * for, which costs REST calls.
 */
async function findBound<Row>(
  reader: PageReader<Row>,
  run: Run<Row>,
  { cursor, side, shift }: FarCursor,
): Promise<Bound> {
  const place = findPlace(toCursorRows(reader.source, run), cursor, side);
  if (place?.isSure) {
    const hasLeapt = hasLeaptIn(reader, { run, index: place.index }, { cursor, side });
    return { index: place.index, isDrifted: place.isDrifted === true || hasLeapt };
  }
  const position = positionOf(cursor, side) + shift;
  const isOutside = side === "before" ? position > run.end && !run.isLast : position < run.start;
  if (isOutside) return { index: indexOfPosition(run, position), isDrifted: false };
  const around = await readAround(reader, cursor, side, noRows);
  const shared = findShared(reader.source, run, { ...around, side });
  const found = positionOfIndex(around.run, around.index);
  const index = shared ?? indexOfPosition(run, found);
  const isWithin = side === "before" ? index < run.rows.length : index > 0;
  const isElsewhere = shared === null && isWithin && run.count !== around.run.count;
  return { index, isDrifted: around.isDrifted || isElsewhere };
}

/**
 * The index in a run of a boundary that was found in another one, by the row next to it that the walk must not skip, or else by the one on
 * its other side; null if the run has neither, unedited. Premise: positions are those of the time at which rows were read.
 */
function findShared<Row>(
  source: PageSource<Row>,
  { rows }: Run<Row>,
  { run, index, side }: Pick<RowsAround<Row>, "run" | "index"> & { readonly side: Side },
): number | null {
  const indexes = indexById(source, rows, 0);
  const behind = { row: run.rows[index], offset: 0 };
  const ahead = { row: run.rows[index - 1], offset: 1 };
  for (const { row, offset } of side === "before" ? [behind, ahead] : [ahead, behind]) {
    const at = row === undefined ? undefined : indexes.get(source.idOf(row) ?? "");
    const other = at === undefined ? undefined : rows[at];
    if (row === undefined || at === undefined || other === undefined) continue;
    if (source.isSame(row, other)) return at + offset;
  }
  return null;
}

/**
 * Counts the rows of the list: by a confirmed `count`, or else by its end. Where what was read does not agree with that, it is read whole.
 */
async function countRows<Row>(
  reader: PageReader<Row>,
  slice: Slice<Row> | null,
): Promise<number | Error> {
  const { source, seen } = reader;
  const { learned } = source;
  try {
    if (slice && isEnd(slice.run))
      return judgeCount(source, slice.run, seen) ?? (await countWhole(reader));
    // No call of this request has refreshed the count yet. A single row must leave room on its page to show that it is the last.
    const limit = learned.count === 1 ? 2 : 1;
    const first =
      !slice && learned.isCountTrue ? await fetchPart(reader, { limit, page: 1 }) : null;
    // A full page may go on where the list ends by the count: the count is of something else, or nothing follows.
    // What was learned meanwhile may be of an older response to another request.
    const { end = 0, isLast = true, count = null } = slice?.run ?? first ?? {};
    const isInDoubt = !isLast && end >= (count ?? 0);
    if (learned.isCountTrue && count !== null && !isInDoubt) {
      const total = count - learned.hiddenRows;
      if (total >= countIds(source, seen)) return total;
    }
    const { run } = await readEnd(reader, noRows);
    if (!isEnd(run)) return source.contradiction(uncounted);
    return judgeCount(source, run, seen) ?? (await countWhole(reader));
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

const uncounted = "the list changes too much to be counted";

/** How often a list is read to count it. */
const maxReadings = 3;

/** Reads a list whole to count it; an error if that fails, or if it lacks a row that was seen before. */
async function countWhole<Row>({ source, seen }: PageReader<Row>): Promise<number | Error> {
  const { rows, isWhole } = await readWhole(source, { ...readOptions, maxReadings });
  const shown = seen.flatMap((page) => page.rows);
  const isCounted = isWhole && isAmong(source, shown, rows);
  return isCounted ? rows.length : source.contradiction(uncounted);
}

function createConnection<Row>(
  source: NamedSource<Row>,
  { run, from, to, isDrifted }: Slice<Row>,
  totalCount: number | Error | null,
): Connection<Row> {
  const { rows } = run;
  const isWholeRun = from === 0 && to === rows.length;
  let cursorRows: CursorRows | undefined;
  return {
    rows: isWholeRun ? rows : rows.slice(from, to),
    hasNextPage: to < rows.length || !run.isLast,
    hasPreviousPage: run.start + from > 0,
    totalCount,
    warnings: isDrifted ? [driftWarning] : [],
    cursorAt(index) {
      cursorRows ??= toCursorRows(source, run);
      return formatCursor(source.listName, cursorAt(cursorRows, from + index));
    },
  };
}

/** The warning that the list moved so much that a page may repeat or skip rows. */
export const driftWarning: ConnectionWarning = {
  code: "PAGE_DRIFT",
  message: "The list changed and this page's position was lost: it may repeat or skip records.",
};

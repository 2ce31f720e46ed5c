import { createReader, fetchRun, isEnd, type Reader, type Run } from "../paging/answer.ts";
import type { PageSource } from "../paging/page-source.ts";
import type { ConnectionArguments } from "./arguments.ts";
import { type Cursor, parseCursor } from "./cursor.ts";
import { createDigests, cursorAt, findPlace, positionOf, type Side } from "./place.ts";
import { type Reach, type View, viewCursor, viewEnd, viewStart } from "./view.ts";

/** A list that has a name. */
export interface NamedSource<Row> extends PageSource<Row> {
  /** A cursor of a list of another name is refused. */
  readonly list: string;
}

/** What a query selected of a connection: nothing is read that nobody asked for. */
export interface ConnectionNeeds {
  /** The rows: `nodes`, or `edges`. */
  readonly rows: boolean;
  /** Any field of `pageInfo`, or an edge's `cursor`. */
  readonly pageInfo: boolean;
  readonly totalCount: boolean;
}

/** A page of edges, and where it stands in its list. */
export interface Connection<Row> {
  /** The rows, in the list's order; empty where neither they nor the page info were needed. */
  readonly rows: readonly Row[];
  /** Whether the list has rows behind these; exact where `pageInfo` was needed. */
  readonly hasNextPage: boolean;
  /** Whether the list has rows ahead of these; exact where `pageInfo` was needed. */
  readonly hasPreviousPage: boolean;
  /** How many rows the list has; an error where that could not be told, null where it was not needed. */
  readonly totalCount: number | Error | null;
  /** What the caller should know of how the page came about. */
  readonly warnings: readonly ConnectionWarning[];
  /** The cursor of one of the rows; made when asked for. */
  cursorAt(index: number): string;
}

/** A page that may repeat or skip rows, because the list moved so that its place could not be found again. */
export interface ConnectionWarning {
  readonly code: "PAGE_DRIFT";
  readonly message: string;
}

/**
 * One page of a connection over a list that knows only `limit` and `page`.
 *
 * REST calls: one where a page of the registry can hold the rows, the cursor's place and, for `pageInfo`, the rows next to them;
 * else as few as cover them, read side by side and held against each other. `last` without `before` one more while the count is
 * unknown, `totalCount` one more until the list's end has shown that `count` tells the truth. More only where the list moved or the envelope lies.
 * @throws ConnectionArgumentError for a cursor that is not of this list.
 * @throws the source's contradiction where the registry's answers contradict one another; and whatever the source throws.
 */
export async function loadConnection<Row>(
  args: ConnectionArguments,
  source: NamedSource<Row>,
  needs: ConnectionNeeds,
): Promise<Connection<Row>> {
  const after = args.after === null ? null : parseCursor(source.list, "after", args.after);
  const before = args.before === null ? null : parseCursor(source.list, "before", args.before);
  const reader = createReader(source);
  const isSeen = needs.pageInfo || (needs.rows && args.size > 0);
  const slice = isSeen ? await loadSlice(reader, { ...args, after, before }, needs.pageInfo) : null;
  const totalCount = needs.totalCount ? await countRows(reader, slice) : null;
  return createConnection(source, slice ?? nothing, totalCount);
}

interface Places {
  readonly from: "start" | "end";
  readonly size: number;
  readonly after: Cursor | null;
  readonly before: Cursor | null;
}

/** The rows of a run from one index up to another. */
interface Slice<Row> {
  readonly run: Run<Row>;
  readonly from: number;
  readonly to: number;
  readonly isDrifted: boolean;
}

const nothing: Slice<never> = {
  run: { rows: [], start: 0, end: 0, isLast: true, isTorn: false },
  from: 0,
  to: 0,
  isDrifted: false,
};

async function loadSlice<Row>(
  reader: Reader<Row>,
  { from, size, after, before }: Places,
  hasSurroundings: boolean,
): Promise<Slice<Row>> {
  if (from === "start") {
    const reach = { ahead: 0, behind: size, hasSurroundings };
    const view = after
      ? await viewCursor(reader, after, "after", reach)
      : await viewStart(reader, reach);
    const shift = after ? shiftOf(view, after, "after") : 0;
    const bound = before && (await findBound(reader, view.run, before, "before", shift));
    const last = Math.min(bound?.index ?? Number.POSITIVE_INFINITY, view.run.rows.length);
    const to = Math.max(view.index, Math.min(view.index + size, last));
    return toSlice(view, bound, view.index, to);
  }
  const reach = { ahead: size, behind: 0, hasSurroundings };
  const view = before
    ? await viewCursor(reader, before, "before", reach)
    : await viewEnd(reader, reach);
  const shift = before ? shiftOf(view, before, "before") : 0;
  const bound = after && (await findBound(reader, view.run, after, "after", shift));
  const first = Math.max(bound?.index ?? 0, 0);
  return toSlice(view, bound, Math.min(view.index, Math.max(view.index - size, first)), view.index);
}

/** How far a cursor's place has moved since the cursor was made. */
function shiftOf<Row>({ run, index }: View<Row>, cursor: Cursor, side: Side): number {
  return run.start + index - positionOf(cursor, side);
}

function toSlice<Row>(
  { run, isDrifted }: View<Row>,
  bound: Bound | null,
  from: number,
  to: number,
): Slice<Row> {
  return { run, from, to, isDrifted: isDrifted || bound?.isDrifted === true };
}

/** How far the rows may go: up to an index of a run, which may lie outside of it. */
interface Bound {
  readonly index: number;
  readonly isDrifted: boolean;
}

/**
 * Where the other cursor bounds a view: told by the rows in view where they include any that it knows, or else by where it was
 * and how far the list has moved, as long as that is out of view. One REST call more where neither tells.
 */
async function findBound<Row>(
  reader: Reader<Row>,
  run: Run<Row>,
  cursor: Cursor,
  side: Side,
  shift: number,
): Promise<Bound> {
  const place = findPlace(run, createDigests(reader.source, run), cursor, side);
  if (place?.isSure) return { index: place.index, isDrifted: false };
  const position = positionOf(cursor, side) + shift;
  const isBeyond = side === "before" ? position > run.end && !run.isLast : position < run.start;
  if (isBeyond) return { index: position - run.start, isDrifted: false };
  const view = await viewCursor(reader, cursor, side, noRows);
  return { index: view.run.start + view.index - run.start, isDrifted: view.isDrifted };
}

const noRows: Reach = { ahead: 0, behind: 0, hasSurroundings: false };

/**
 * The number of rows in the list, by its end where that is in view, or by a `count` that has proved true;
 * otherwise the end is looked for.
 */
async function countRows<Row>(
  reader: Reader<Row>,
  slice: Slice<Row> | null,
): Promise<number | Error> {
  const { memory } = reader.source;
  try {
    if (slice && isEnd(slice.run)) return slice.run.end;
    if (!slice && memory.isCountTrue) await fetchRun(reader, { limit: 1, page: 1 });
    if (memory.isCountTrue && memory.count !== null) return memory.count;
    const { run } = await viewEnd(reader, noRows);
    return run.end;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function createConnection<Row>(
  source: NamedSource<Row>,
  { run, from, to, isDrifted }: Slice<Row>,
  totalCount: number | Error | null,
): Connection<Row> {
  const isWhole = from === 0 && to === run.rows.length;
  const { count } = source.memory;
  const digestAt = createDigests(source, run);
  return {
    rows: isWhole ? run.rows : run.rows.slice(from, to),
    hasNextPage: to < run.rows.length || !run.isLast,
    hasPreviousPage: run.start + from > 0,
    totalCount,
    warnings: isDrifted ? [drift] : [],
    cursorAt: (index) => cursorAt(source.list, run, digestAt, { index: from + index, count }),
  };
}

/** The warning that a page may repeat or skip rows. */
export const drift: ConnectionWarning = {
  code: "PAGE_DRIFT",
  message:
    "The list moved so that the place could not be found again: this page may repeat or skip records.",
};

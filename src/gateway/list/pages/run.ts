import type { LearnedCount } from "../../call/page.ts";
import type { PlacedPage } from "./page-source.ts";

/** A run: rows that follow one another in a list, from one page or from several that were joined. */
export interface Run<Row> {
  readonly rows: readonly Row[];
  /** The position of the first row, at the time it was read. */
  readonly start: number;
  /** The position after the last one that was read: there the list goes on, unless it ends. */
  readonly end: number;
  /** The position after the last row, at the time it was read. From here to `end`, the list shows no row. */
  readonly rowsEnd: number;
  /** Whether the list ends with these rows. */
  readonly isLast: boolean;
  /** Whether rows may be missing: two parts were joined although nothing shows that they adjoin, or the reading gave up. */
  readonly isTorn: boolean;
  /** How many rows the registry hides somewhere among those of the last page: the positions of its rows are that uncertain. */
  readonly slack: number;
  /** Whether any position between its rows has none. Then the positions of its rows are estimates. */
  readonly hasHoles: boolean;
  /** The position up to which that page was asked for. If the list ends with it, it shows no row from `rowsEnd` to here. */
  readonly reach: number;
  /** How many positions of the list that page promised to be filled, if it has fewer rows; else 0. */
  readonly promised: number;
  /** The `count` in the envelope of that page; null if it had none. */
  readonly count: number | null;
  /** By how many positions rows were found to have moved while it was read: towards the list's start, and towards its end. */
  readonly moved: { readonly ahead: number; readonly behind: number };
  /**
   * By how many positions more rows have moved towards the list's end than its count has grown: as many rows that nobody had read yet may
   * stand ahead of them by now. @default 0
   */
  readonly passed?: number;
  /** The pages that were seen while it was read, those among them that are no part of it. @default none */
  readonly seen?: readonly PlacedPage<Row>[];
}

/** Nothing has moved. */
export const unmoved: Run<never>["moved"] = { ahead: 0, behind: 0 };

/** The run before any row is read. */
export function emptyRun(start: number): Run<never> {
  return {
    rows: [],
    start,
    end: start,
    rowsEnd: start,
    isLast: false,
    isTorn: false,
    slack: 0,
    hasHoles: false,
    reach: start,
    promised: 0,
    count: null,
    moved: unmoved,
  };
}

/** Whether a run shows where its list ends. An empty run past the start shows only that the list ends somewhere before it. */
export function isEnd<Row>({ isLast, rows, start }: Run<Row>): boolean {
  return isLast && (rows.length > 0 || start === 0);
}

/** The position of a row of a run, by its index. Where rows are hidden it is estimated, as if they were spread evenly. */
export function positionOfIndex<Row>(
  { rows, start, rowsEnd, hasHoles }: Run<Row>,
  index: number,
): number {
  if (!hasHoles || rows.length === 0) return start + index;
  return start + Math.floor((index * Math.max(rowsEnd - start, 0)) / rows.length);
}

/** The index that the row at a position has in a run: the inverse of `positionOfIndex`. It may lie outside the run. */
export function indexOfPosition<Row>(
  { rows, start, rowsEnd, hasHoles }: Run<Row>,
  position: number,
): number {
  if (!hasHoles || position <= start || rowsEnd <= start) return position - start;
  if (position >= rowsEnd) return rows.length + position - rowsEnd;
  return Math.ceil(((position - start) * rows.length) / (rowsEnd - start));
}

/** How many of a run's rows stand at a position or after it. */
export function countRowsFrom<Row>(run: Run<Row>, position: number): number {
  return run.rows.length - indexOfPosition(run, position);
}

/** The part of a list that a page is, if it has all the rows that it should. */
export function toPart<Row>(
  learned: LearnedCount,
  page: PlacedPage<Row>,
  isLast: boolean,
): Run<Row> {
  const { rows, start, count } = page;
  const end = start + rows.length;
  learnFromEnd(learned, page, isLast);
  return {
    rows,
    start,
    end,
    isLast,
    isTorn: false,
    rowsEnd: end,
    slack: 0,
    reach: page.reach,
    promised: 0,
    hasHoles: false,
    count,
    moved: unmoved,
  };
}

/**
 * The part that a page is, if all positions behind its rows are vacant.
 * @param promised how many positions of the list are promised to be filled.
 */
export function toVacantPart<Row>(
  learned: LearnedCount,
  page: PlacedPage<Row>,
  promised: number,
): Run<Row> {
  const isLast = promised <= page.reach;
  const end = isLast ? Math.max(promised, page.start) : page.reach;
  return { ...toPart(learned, page, false), end, isLast, promised };
}

/**
 * The part that a page is, if the registry hides some rows among its own.
 * @param listEnd where the list ends; null if that is not known. Then the next page tells.
 */
export function toPartWithHoles<Row>(
  learned: LearnedCount,
  page: PlacedPage<Row>,
  listEnd: number | null,
): Run<Row> {
  const { rows, start, reach } = page;
  const end = listEnd ?? reach;
  const slack = end - start - rows.length;
  const part = toPart(learned, page, false);
  return { ...part, end, rowsEnd: end, isLast: listEnd !== null, slack, hasHoles: slack > 0 };
}

/** Learns whether the envelope's numbers are right. Only the list's end, shown by one page, tells: between two, the list may move. */
function learnFromEnd<Row>(
  learned: LearnedCount,
  { rows, start, limit, count, pageCount }: PlacedPage<Row>,
  isLast: boolean,
): void {
  const end = start + rows.length;
  if (!isLast) {
    if (count !== null && count < end) learned.isCountTrue = false;
    return;
  }
  // An empty page past the end shows only that the list has at most `start` rows.
  if (rows.length === 0 && start > 0) return;
  // If more rows are counted, the registry may hide them.
  if (count !== null && count <= end && end > 0) learned.isCountTrue = count === end;
  if (pageCount !== null && end > 0) learned.isPageCountTrue = pageCount === Math.ceil(end / limit);
}

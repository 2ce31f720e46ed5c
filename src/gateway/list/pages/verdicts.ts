import type { LearnedCount } from "../../call/page.ts";
import type { PageSource, PlacedPage } from "./page-source.ts";
import type { Run } from "./run.ts";

/*
 * Where a list ends, whether two parts of it adjoin, and whether all of it was read: decided here and nowhere else.
 *
 * A registry shows a list only by `limit` and `page`, and it may cut a page without saying so, hide rows after it has counted and
 * paged them, state a false or an old count, fail once, or change between any two calls. So each verdict names its premise: what
 * must hold of the registry for the verdict to be right. What was learned from earlier requests is never a premise. It can only
 * make a verdict stricter.
 */

/** Whether a list ends with a page: `unclear` if the page came short and its envelope does not settle why. */
export type Ending = "ends" | "continues" | "unclear";

/**
 * Judges by the page alone whether its list ends with it.
 *
 * - A full page continues. Premise: none. If nothing follows, the next page is empty.
 * - A short page ends the list if `count` and `page_count` both say so. Premise: an envelope that fits the rows of its own page
 *   exactly is no coincidence. Where the registry is known to count something else, it may be one. A count that leaves out hidden rows tells no position.
 * - An empty page ends the list if `count` says that the list ends before it. Premise: `count` counts at least the rows shown.
 * - A page sent in place of one past the end ends the list if its rows are all that it can hold, or all that are counted. Premise: a
 *   registry that goes back to its last page knows which one that is.
 */
export function judgeEnding<Row>(page: PlacedPage<Row>, learned: LearnedCount): Ending {
  const { rows, start, limit, count, pageCount, isPageBefore } = page;
  const end = start + rows.length;
  const isTrusted = learned.isCountTrue !== false && !learned.leavesOutHidden;
  const isLastByNumber =
    pageCount === null || learned.isPageCountTrue === false || pageCount <= Math.ceil(end / limit);
  const isCountedEnd = isTrusted && count === end && isLastByNumber;
  if (rows.length >= limit) return isPageBefore ? "ends" : "continues";
  if (isCountedEnd) return "ends";
  const isPastEnd = rows.length === 0 && isTrusted && count !== null && count <= start;
  return isPastEnd && isLastByNumber ? "ends" : "unclear";
}

/**
 * How many positions of the list are promised by an envelope to be filled. Premise: a number that was wrong while nothing moved
 * promises nothing, until it is right again.
 */
export function promisedLength<Row>(
  { count, pageCount, limit }: Pick<PlacedPage<Row>, "count" | "pageCount" | "limit">,
  { isCountTrue, isPageCountTrue }: LearnedCount,
): number {
  const byCount = isCountTrue === false ? 0 : (count ?? 0);
  const byPages =
    isPageCountTrue === false || pageCount === null || pageCount === 0
      ? 0
      : (pageCount - 1) * limit + 1;
  return Math.max(byCount, byPages);
}

/**
 * Whether a list may go on behind the page that shows its end, although nothing is promised there: its count says that it has more rows
 * than were read. So it is if the count leaves out hidden rows, and a page or more of them lies between two rows.
 *
 * Premise: a count that fits the position of the last row exactly is no coincidence; what a whole reading with this key did not show
 * is hidden; and where pages were once read in vain behind a row, there are none as long as the count is the same. There are at most as
 * many rows ahead of a run as positions. Where the count leaves out some, there may be fewer.
 */
export function mayGoOnBehind<Row>(
  source: PageSource<Row>,
  { start, rows, rowsEnd, slack, count }: Run<Row>,
): boolean {
  const { isCountTrue, hiddenRows, leavesOutHidden, lastRow } = source.learned;
  if (count === null || (slack === 0 && rowsEnd === count)) return false;
  const wasReadOn = lastRow?.count === count;
  const last = rows.at(-1);
  if (wasReadOn && last !== undefined && lastRow.id !== null && source.idOf(last) === lastRow.id)
    return false;
  if (leavesOutHidden && start >= count)
    return last !== undefined || !wasReadOn || start < lastRow.end;
  const mayBeHidden = leavesOutHidden ? 0 : hiddenRows;
  return (leavesOutHidden || isCountTrue !== false) && count - start - rows.length > mayBeHidden;
}

/** Whether a run shows that its count leaves out hidden rows: a row stands behind as many positions as it counts, and not behind as many rows. */
export function showsVisibleCount<Row>({ rows, rowsEnd, hasHoles, count }: Run<Row>): boolean {
  return hasHoles && count !== null && rows.length <= count && count < rowsEnd;
}

/**
 * Whether a short page counts more pages than its limit explains, by its own count of rows or by the page count of a second page,
 * whose limit is smaller. Premise: a registry that cuts pages without saying so counts the pages that it serves.
 */
export function impliesCut<Row>(
  { rows, limit, count, pageCount }: PlacedPage<Row>,
  second: PlacedPage<Row>,
  { isCountTrue, isPageCountTrue }: LearnedCount,
): boolean {
  if (pageCount === null || rows.length === 0 || isPageCountTrue === false) return false;
  const bySecond =
    second.pageCount === null ? Number.POSITIVE_INFINITY : second.pageCount * second.limit;
  const byCount = count === null || isCountTrue === false ? Number.POSITIVE_INFINITY : count;
  const most = Math.min(bySecond, byCount);
  const areRowsExplained = pageCount <= Math.ceil(most / rows.length);
  return areRowsExplained && (pageCount - 1) * limit >= most;
}

/** What a second page shows about a short page. */
export type ShortCause =
  /** The registry cut the page: other rows follow its last one directly. */
  | "cut"
  /** Its last row stands where it should, and no row stands behind it: no row is hidden within the page. */
  | "exact"
  /** All rows of the second page are among its own, but stand elsewhere: rows are hidden within the page. */
  | "hidden"
  /** The second page has a row that it lacks: its rows do not stand where it says, or some are missing by accident. */
  | "misplaced";

/** The index of the row by which a page is recognized elsewhere: its last one whose id is on it once, or else its last one. */
export function tellingIndex<Row>(source: PageSource<Row>, rows: readonly Row[]): number {
  const indexes = indexById(source, rows, 0);
  return indexes.size === 0 ? rows.length - 1 : Math.max(...indexes.values());
}

/**
 * Judges a page that is short, but not empty, by a second one, no larger than the first was, which holds the position behind the
 * first one's last row, and all from its telling row on if the first has two rows or more.
 *
 * Premise: a registry that served a page of so many rows does not cut a page of at most that many.
 */
export function judgeShortPage<Row>(
  source: PageSource<Row>,
  { rows, start }: PlacedPage<Row>,
  second: PlacedPage<Row>,
): ShortCause {
  const end = start + rows.length;
  const index = tellingIndex(source, rows);
  const [own, there] = [rows[index], second.rows[start + index - second.start]];
  const isInPlace =
    own !== undefined && there !== undefined && source.idOf(there) === source.idOf(own);
  const isFollowed = second.start + second.rows.length > end;
  if (isInPlace) return isFollowed ? "cut" : "exact";
  if (isAmong(source, second.rows, rows)) return "hidden";
  // A single row has no place on the second page, so only what follows it is shown.
  return second.start >= end ? "cut" : "misplaced";
}

/** Whether a page has two rows of one id. */
export function hasRepeatedIds<Row>(
  source: PageSource<Row>,
  { rows }: Pick<PlacedPage<Row>, "rows">,
): boolean {
  if (hasAscendingIds(source, rows)) return false;
  const ids = new Set<string>();
  for (const row of rows) {
    const id = source.idOf(row);
    if (id === null) continue;
    if (ids.has(id)) return true;
    ids.add(id);
  }
  return false;
}

/**
 * Whether the ids grow from row to row, shorter ones first, as those of most pages do: numbers from the smallest on, say. Premise: in an
 * order, what is greater than all before it is none of them.
 */
function hasAscendingIds<Row>(source: PageSource<Row>, rows: readonly Row[]): boolean {
  let last = "";
  for (const row of rows) {
    const id = source.idOf(row);
    if (id === null || id.length < last.length) return false;
    if (id.length === last.length && id <= last) return false;
    last = id;
  }
  return true;
}

/** Whether all rows that have an id are among others. */
export function isAmong<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
): boolean {
  const ids = new Set(others.map((row) => source.idOf(row)));
  return rows.every((row) => {
    const id = source.idOf(row);
    return id === null || ids.has(id);
  });
}

/** Whether any row with an id is among others. */
export function haveSharedIds<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
): boolean {
  const ids = new Set(others.map((row) => source.idOf(row)));
  return rows.some((row) => source.idOf(row) !== null && ids.has(source.idOf(row)));
}

/**
 * Whether a run has every row that a page showed at its start or behind it. Premise: none. A row that was taken out meanwhile looks
 * like one that was lost.
 */
export function hasAllSeen<Row>(
  source: PageSource<Row>,
  { start, rows }: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): boolean {
  const behind = seen.filter((page) => page.start >= start).flatMap((page) => page.rows);
  return isAmong(source, behind, rows);
}

/**
 * Whether positions and numbers may be wrong, because rows are hidden or a count is untrue. Premise: elsewhere, rows that are missing or
 * stand elsewhere were taken out or moved.
 */
export function isInDoubt<Row>(
  {
    source: { learned },
    hasSeenHoles,
  }: { readonly source: PageSource<Row>; readonly hasSeenHoles: boolean },
  { hasHoles }: Run<Row>,
): boolean {
  const { isCountTrue, leavesOutHidden, hiddenRows } = learned;
  const hidesRows = hasHoles || hasSeenHoles || leavesOutHidden || hiddenRows > 0;
  return hidesRows || isCountTrue === false;
}

/**
 * Whether a run may have a record twice that moved while it was read. Premise: one page shows the list at one time, so two rows of one id
 * that it shows are two rows.
 */
export function hasMovedCopies<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): boolean {
  if (!hasRepeatedIds(source, run)) return false;
  const hasMoved = run.moved.ahead + run.moved.behind > 0;
  return hasMoved || !seen.some((page) => hasRepeatedIds(source, page));
}

/**
 * Whether a page showed a row ahead of another one, and the run has it behind that and beyond a boundary between them, although neither was
 * edited. Premise: none. Such rows keep their order, unless one of them was taken out and put in again.
 */
export function hasCrossed<Row>(
  source: PageSource<Row>,
  { rows }: Run<Row>,
  boundary: number,
  seen: readonly PlacedPage<Row>[],
): boolean {
  if (seen.length < 2 || boundary <= 0 || boundary >= rows.length) return false;
  const indexes = indexById(source, rows, 0);
  return seen.some((page) => {
    const unedited = page.rows.flatMap((row) => {
      const index = indexes.get(source.idOf(row) ?? "");
      const other = index === undefined ? undefined : rows[index];
      return index !== undefined && other !== undefined && source.isSame(row, other) ? [index] : [];
    });
    const behind = unedited.findIndex((index) => index >= boundary);
    return behind >= 0 && unedited.slice(behind).some((index) => index < boundary);
  });
}

/**
 * Whether a run lacks a row that a page showed within it, or behind the list's end, although nothing seems to have moved. Premise: where
 * rows are hidden, and no count has changed, it was rather lost than taken out.
 */
export function lacksSeen<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): boolean {
  if (seen.length < 2 || run.moved.ahead + run.moved.behind > 0) return false;
  if (seen.some(({ count }) => count !== run.count)) return false;
  const within = seen.filter(({ start, rows }) => run.isLast || start + rows.length <= run.end);
  return !hasAllSeen(source, run, within);
}

/**
 * Whether the last rows of a run, which the page that shows the list's end does not show, may stand further ahead by now: pages have
 * shown more other rows there that the run lacks than its count says were taken out. Premise: where few are gone, they were taken out.
 */
export function hasStaleEnd<Row>(
  source: PageSource<Row>,
  { start, rows, rowsEnd, isLast, count }: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): boolean {
  const last = rows.at(-1);
  const end = seen.findLast((page) => page.start + page.rows.length === rowsEnd)?.rows.at(-1);
  if (!isLast || count === null || last === undefined || end === undefined) return false;
  if (source.idOf(last) === source.idOf(end)) return false;
  const behind = seen.filter((page) => page.start >= start).flatMap((page) => page.rows);
  const missing = new Set(behind.map((row) => source.idOf(row)));
  for (const id of [null, ...rows.map((row) => source.idOf(row))]) missing.delete(id);
  return missing.size > Math.max(...seen.map((page) => (page.count ?? count) - count));
}

/**
 * Whether all rows of a run were seen ahead of it as well. Premise: a registry sends its last rows again and again in place of those past
 * the end. Then the run shows no position, and a walk from there would not end.
 */
export function isSeenAhead<Row>(
  source: PageSource<Row>,
  { start, rows }: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): boolean {
  const ahead = seen.filter((page) => page.start + page.rows.length <= start);
  return isAmong(
    source,
    rows,
    ahead.flatMap((page) => page.rows),
  );
}

/** Whether two responses to one request have the same rows. Rows that could not be read count as equal. */
export function haveSameRows<Row>(
  source: PageSource<Row>,
  { rows, start }: PlacedPage<Row>,
  other: PlacedPage<Row>,
): boolean {
  return start === other.start && areSameRows(source, rows, other.rows);
}

/** Whether two lists of rows are the same. Rows that could not be read count as equal. */
export function areSameRows<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
): boolean {
  return (
    rows.length === others.length &&
    rows.every((row, index) => {
      const other = others[index];
      return other !== undefined && source.idOf(row) === source.idOf(other);
    })
  );
}

/** Where a part joins a run: at rows that both have. */
export interface Seam {
  /** The index of the first shared row, in the run and in the part. */
  readonly inRun: number;
  readonly inPart: number;
  /** By how many positions the rows have moved between the two calls. */
  readonly shift: number;
}

/** How far back from a run's end to look for shared rows, as a multiple of the part's length, and at least. */
const partsBack = 8;
const minBack = 1000;

/**
 * Finds the seam of a run and a part; null if nothing proves that they adjoin.
 *
 * Premise: a row that was neither edited nor taken out keeps its place among all such rows. So one such row that both have proves
 * that no other of them lies between. But a shared row may be one that was taken out and put in again elsewhere. Three things tell:
 * its contents, if it was edited; its place, which changes by no more than the list is known to have changed; and its neighbours,
 * because rows that stayed move together. The more a seam moved beyond what the counts explain, the more rows must agree on it.
 */
export function judgeSeam<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): Seam | null {
  const growth =
    run.count === null || part.count === null ? null : Math.abs(part.count - run.count);
  const last = run.rows.length - 1;
  const expected = run.rowsEnd - 1 - part.start;
  const isExact = run.slack === 0 && part.slack === 0;
  if (isExact && growth !== null && growth === 0 && isAligned(source, run, part, last, expected)) {
    return { inRun: last, inPart: expected, shift: 0 };
  }
  const groups = groupByOffset(source, run, part);
  const seams = groups.map(({ offset, indexes }) => {
    const [inRun = 0] = indexes;
    return {
      inRun,
      inPart: inRun + offset,
      shift: shiftOf(run, part, offset),
      size: indexes.length,
    };
  });
  const proven = seams.filter(({ shift, size }) => {
    const unexplained = Math.max(Math.abs(shift) - (growth ?? 0), 0);
    const hasMoved = shift !== 0 || (growth !== null && growth !== 0);
    return size >= 1 + 2 * unexplained + (hasMoved || run.slack + part.slack > 1 ? 1 : 0);
  });
  const [best] = proven.sort(
    (one, other) => other.size - one.size || Math.abs(one.shift) - Math.abs(other.shift),
  );
  return best ?? null;
}

/** Shared rows that are the same number of rows apart, in the run and in the part. */
interface SharedGroup {
  /** Their index in the part, minus that in the run. */
  readonly offset: number;
  /** Their indexes in the run, ascending. */
  readonly indexes: readonly number[];
}

function groupByOffset<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): readonly SharedGroup[] {
  // Only the end of a long run is searched. Otherwise a list that moves at every call would cost its whole length for each page.
  const back = Math.max(partsBack * part.rows.length, minBack);
  const inRun = indexById(source, run.rows, Math.max(run.rows.length - back, 0));
  const groups = new Map<number, number[]>();
  for (const [id, index] of indexById(source, part.rows, 0)) {
    const own = inRun.get(id);
    if (own === undefined) continue;
    const [row, other] = [run.rows[own], part.rows[index]];
    if (row === undefined || other === undefined || !source.isSame(row, other)) continue;
    const group = groups.get(index - own);
    if (group === undefined) groups.set(index - own, [own]);
    else group.push(own);
  }
  return [...groups].map(([offset, indexes]) => ({
    offset,
    indexes: indexes.sort((a, b) => a - b),
  }));
}

/** The least shift that an offset can mean: where rows are hidden, the positions of the others are known only within bounds. */
function shiftOf<Row>(run: Run<Row>, part: Run<Row>, offset: number): number {
  const least = part.start + offset - (run.rowsEnd - run.rows.length);
  const most = least + run.slack + part.slack;
  if (least > 0) return least;
  return Math.min(most, 0);
}

/** Whether a run and a part agree, going back from an index in each to the first row that has an id. */
function isAligned<Row>(
  source: PageSource<Row>,
  { rows }: Run<Row>,
  { rows: others }: Run<Row>,
  index: number,
  otherIndex: number,
): boolean {
  for (let back = 0; back <= index; back++) {
    const row = rows[index - back];
    const other = others[otherIndex - back];
    if (row === undefined || other === undefined) return false;
    const id = source.idOf(row);
    if (id !== source.idOf(other)) return false;
    if (id !== null) return source.isSame(row, other);
  }
  return false;
}

/** The indexes of rows by their ids, from one index on. An id that occurs twice identifies no row, so it is left out. */
export function indexById<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  from: number,
): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = from; index < rows.length; index++) {
    const row = rows[index];
    const id = row === undefined ? null : source.idOf(row);
    if (id === null) continue;
    if (indexes.has(id)) repeated.add(id);
    indexes.set(id, index);
  }
  for (const id of repeated) indexes.delete(id);
  return indexes;
}

/**
 * Whether a part is the list's end once more, in place of a page past it, although its envelope does not say so: all its rows are
 * among the run's last ones, and the last row is the same. Premise: one such part may be an accident, two different ones are not.
 */
export function repeatsEnd<Row>(source: PageSource<Row>, run: Run<Row>, part: Run<Row>): boolean {
  const [last, other] = [run.rows.at(-1), part.rows.at(-1)];
  if (last === undefined || other === undefined || part.rowsEnd <= run.rowsEnd) return false;
  const id = source.idOf(last);
  if (id === null || id !== source.idOf(other)) return false;
  return isAmong(source, part.rows, run.rows.slice(-part.rows.length));
}

/** What an earlier reading of the list showed. */
export interface EarlierReading<Row> {
  /** Its rows; null if the list moved meanwhile. */
  readonly rows: readonly Row[] | null;
  /** How many of the counted rows it lacked, if it was proven in all other respects; else null. */
  readonly shortage: number | null;
}

/** A list that was read from its start to its end, or as far as that was possible. */
export interface ListReading<Row> {
  readonly run: Run<Row>;
  /** The counts of all pages that were fetched for it, in the order in which they arrived. */
  readonly counts: readonly (number | null)[];
  /** Whether the count was right before this reading: one reading alone does not prove it wrong. */
  readonly wasCountTrue: boolean | null;
  readonly earlier: EarlierReading<Row> | null;
}

/** Whether a reading has every record that was in its list all along, and which rows it has. */
export interface WholeVerdict<Row> {
  readonly isWhole: boolean;
  /** Each record that moved while the list was read is there once, as it was seen last. */
  readonly rows: readonly Row[];
  /** How many rows the list has by its last envelope; null if that is unknown. */
  readonly stated: number | null;
  /** How many of those are missing, although every seam is proven and every short page was looked at twice; else null. */
  readonly shortage: number | null;
  /** Whether rows were seen to move while it was read. */
  readonly hasMoved: boolean;
}

/**
 * Judges whether a list was read whole.
 *
 * - It must end, and each seam must be proven. Premise: that of `judgeSeam`.
 * - Its rows must be as many as the last envelope's count. A record that was edited may have moved from a page that was not read yet
 *   to one that was, and only the count shows that. Rows that were taken out while it read explain a surplus: they were not there all
 *   along. Premise: they move the rows that follow, and the seams show by how many.
 * - As many rows as counted are all of them only if none came to a page read before, since one that was taken out would stand in for it.
 *   Premise: one that comes moves the rows between, so that the seams show it, or a page that was seen meanwhile.
 * - They may be fewer if pages came short, and an earlier reading of the list lacked as many. Premise: a registry that hides rows
 *   hides the same rows for a while, but a page that comes short by accident does so once.
 * - Without a count, or with one that was found untrue, the seams alone must prove it, and no page may have shown a row that it lacks,
 *   one of an earlier reading neither. Nor may one where rows are missing by the count: a row that was seen is not hidden.
 * - Without such a count, nothing may have moved, and each page must show the rows that the list has there. Premise: what came from a page
 *   that was not read yet to one that was moves the rows between them, even if another row went meanwhile. A count that was found untrue
 *   may change although no row does.
 * - Parts that were joined without a seam adjoin if an earlier reading showed the same rows, and nothing moved in either. Premise: what
 *   slips through between two parts by accident does not do so again in the same place, unless rows are missing by the count, or some
 *   have one id. Without a count, a row that has no id may be the same one again and again.
 * - An id that occurs twice is a record that moved, if the list moved. If it did not, the list has two such rows, once a second reading
 *   shows the same. Premise: replicas that order records differently do not do so twice alike.
 */
export function judgeWhole<Row>(
  source: PageSource<Row>,
  { run, counts, wasCountTrue, earlier }: ListReading<Row>,
): WholeVerdict<Row> {
  const { learned } = source;
  const isBelieved = wasCountTrue !== false || learned.leavesOutHidden;
  const stated = isBelieved ? (counts.at(-1) ?? null) : null;
  const hasMoved =
    run.moved.ahead > 0 ||
    run.moved.behind > 0 ||
    run.rows.length > run.end - run.start ||
    (isBelieved && counts.some((count) => count !== counts[0]));
  const isConfirmed =
    !hasMoved &&
    earlier !== null &&
    earlier.rows !== null &&
    areSameRows(source, run.rows, earlier.rows);
  const mayRepeat = hasMoved || (run.isTorn && !isConfirmed);
  const rows = mayRepeat ? withoutEarlierCopies(source, run.rows) : run.rows;
  const verdict = (isWhole: boolean, shortage: number | null = null) => ({
    isWhole,
    rows,
    stated,
    shortage,
    hasMoved,
  });
  if (!run.isLast) return verdict(false);
  const isComplete = () =>
    hasAllSeen(source, { ...run, rows }, run.seen ?? []) &&
    (hasMoved || isAmong(source, earlier?.rows ?? [], rows));
  if (run.isTorn && isConfirmed) {
    const missing = stated === null ? null : Math.max(stated - rows.length, 0);
    const isFull = (missing ?? 0) === 0 && isComplete();
    const areDistinct =
      stated === null ? haveDistinctIds(source, rows) : !hasRepeatedIds(source, run);
    return verdict(isFull && areDistinct, missing);
  }
  // A registry that shows none of the rows that it counts answers something else, believed or not.
  if (rows.length === 0 && (counts.at(-1) ?? 0) > 0) return verdict(false);
  // Where rows are hidden, a record that moved may be there twice, in place of one that is missing.
  if (run.hasHoles && !isConfirmed && hasRepeatedIds(source, { rows })) return verdict(false);
  if (stated === null) {
    const isStill = !hasMoved && (run.hasHoles || standInPlace(source, run));
    return verdict(!run.isTorn && isStill && isComplete());
  }
  // One shared row joins two pages, but not two orders of equal records: then one is there twice, in place of one that is missing.
  if (!hasMoved && !isConfirmed && hasRepeatedIds(source, run)) return verdict(false);
  const missing = stated - rows.length;
  if (run.isTorn) return verdict(!hasMoved && missing === 0 && haveDistinctIds(source, rows));
  const { ahead, behind } = run.moved;
  const hasShrunk = counts.some((count) => count !== null && count > stated);
  if (missing === 0) return verdict(behind === 0 && (!hasShrunk || standInPlace(source, run)));
  // Rows that were taken out after they had been read.
  if (missing < 0) {
    const removed = Math.max(ahead, (counts[0] ?? stated) - stated);
    return verdict(behind === 0 && -missing <= removed && isComplete());
  }
  // Without a short page, a record moved to where the reading had been. The next reading may lack as many, but others.
  const cameShort = run.hasHoles || (run.end > run.rowsEnd && run.end >= stated);
  if (!cameShort) return verdict(false);
  const isHiddenAgain = !hasMoved && missing === earlier?.shortage;
  const areHidden = missing === learned.hiddenRows || isHiddenAgain;
  return verdict(areHidden && isComplete(), missing);
}

/**
 * How many rows a list shows, by a run that shows its end; null if what was read does not agree on it.
 *
 * - A run from the list's start counts its rows, unless an id is there twice, or rows moved and one has no id, so that nothing tells
 *   whether it is there twice. Premise: that of its end and its seams.
 * - Another run tells by the position of its last row, less the rows that a whole reading showed to be hidden. Premise: the
 *   count says the same. One that is believed may count more positions, but only hidden ones, as many as a whole reading has shown. Without
 *   a count, the position tells only if no rows are hidden, nor any page has come short.
 * - There are no fewer rows than pages have shown. Premise: none, if the list stands still.
 */
export function judgeCount<Row>(
  source: PageSource<Row>,
  { rows, start, rowsEnd, slack, isTorn, count, moved }: Run<Row>,
  seen: readonly PlacedPage<Row>[],
): number | null {
  const { isCountTrue, hiddenRows, leavesOutHidden, hasHoles } = source.learned;
  const least = countIds(source, seen);
  const hasMoved = moved.ahead + moved.behind > 0;
  const mayRepeat = hasMoved ? !haveDistinctIds(source, rows) : hasRepeatedIds(source, { rows });
  const isFromStart = start === 0 && !isTorn && !mayRepeat;
  if (isFromStart && least <= rows.length) return rows.length;
  const byEnd = Math.max(rowsEnd - hiddenRows, rows.length);
  if (least > byEnd) return null;
  if (leavesOutHidden) return byEnd === count && slack === 0 ? byEnd : null;
  const isCertain = slack === 0 && hiddenRows === 0 && !hasHoles;
  if (isCountTrue === false && count !== null && count !== byEnd) return null;
  const mayCountTwice = hasMoved && mayRepeat;
  if (count === null || isCountTrue === false) return isCertain && !mayCountTwice ? byEnd : null;
  const behind = count - rowsEnd;
  if (behind === 0) return byEnd;
  return behind > 0 && behind <= hiddenRows ? count - hiddenRows : null;
}

/** How many ids all pages together have shown. */
export function countIds<Row>(source: PageSource<Row>, seen: readonly PlacedPage<Row>[]): number {
  const ids = new Set(seen.flatMap((page) => page.rows.map((row) => source.idOf(row))));
  ids.delete(null);
  return ids.size;
}

/** Leaves out each row whose id occurs again further on. Of the copies of a record that moved, any may be the later one. */
function withoutEarlierCopies<Row>(source: PageSource<Row>, rows: readonly Row[]): readonly Row[] {
  const last = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const id = source.idOf(row);
    if (id !== null) last.set(id, index);
  }
  return rows.filter((row, index) => {
    const id = source.idOf(row);
    return id === null || last.get(id) === index;
  });
}

/** Whether each page that was seen shows the rows that a run has at its position. */
function standInPlace<Row>(source: PageSource<Row>, { rows, start, seen = [] }: Run<Row>): boolean {
  return seen.every((page) =>
    page.rows.every((row, index) => {
      const other = rows[page.start + index - start];
      return other !== undefined && source.idOf(other) === source.idOf(row);
    }),
  );
}

/** Whether every row has an id of its own. */
function haveDistinctIds<Row>(source: PageSource<Row>, rows: readonly Row[]): boolean {
  const ids = new Set(rows.map((row) => source.idOf(row)));
  return ids.size === rows.length && !ids.has(null);
}

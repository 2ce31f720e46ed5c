import { type ListStatistics, typicalRowKilobytes } from "../../call/learning/learned-list.ts";

/** What a call costs besides its rows, as kilobytes of JSON. A higher cost favours pages, a lower one single calls. */
export const callCostKilobytes = 12;

/** Maximum additional wait for pages that are cheaper than single calls, in milliseconds. */
const maxExtraWaitMs = 1_000;

/** A page that may turn out useless may cost as much as this many single calls. */
const fewSingleCalls = 3;

/** How many calls of one load are assumed to be in flight at a time, to estimate how long they take. This limits nothing. */
const assumedConcurrency = 32;

/**
 * How many rows are read for each row of the list: more than one, because each page repeats rows of the one before it. Short pages
 * repeat a larger part: there are fewer limits to choose from, so fewer positions at which a page can begin.
 */
const rowsReadPerRow = 1.25;
const rowsReadPerRowOfShortPages = 1.8;
const shortPage = 50;

/** How to load records by id: one by one, with a single call for each, or from the pages of the list. */
export type LoadMethod = "one-by-one" | "pages";

export interface LoadProgress {
  readonly rowsRead?: number;
  readonly callsLeft?: number;
}

/**
 * The way to load `wanted` records by id that costs less in calls and bytes. Pages are ruled out if the caller would wait much
 * longer for them. If the request may not make as many single calls, it reads pages, because they answer more.
 */
export function chooseLoadMethod(
  wanted: number,
  statistics: ListStatistics,
  { rowsRead = 0, callsLeft = Number.POSITIVE_INFINITY }: LoadProgress = {},
): LoadMethod {
  const rows = countRowsToRead(wanted, statistics, rowsRead);
  if (rows <= 0) return "one-by-one";
  const pages = countPages(rows, statistics.maxLimit);
  if (wanted > callsLeft && pages < wanted) return "pages";
  const pagesCost = pages * callCostKilobytes + rows * rowKilobytesOf(statistics);
  if (pagesCost >= singleCallsCost(wanted, statistics)) return "one-by-one";
  return arePagesTooSlow(pages, wanted, statistics) ? "one-by-one" : "pages";
}

/**
 * How many rows the first page should have; undefined for as many as the registry serves.
 *
 * While the count is unknown, the page may turn out useless. So it has no more rows than wanted, and costs no more than a few
 * single calls, or a quarter of all of them, whichever is more.
 */
export function firstRows(wanted: number, statistics: ListStatistics): number | undefined {
  return statistics.count === null ? firstRowsUncounted(wanted, statistics) : undefined;
}

function firstRowsUncounted(wanted: number, statistics: ListStatistics): number {
  const maxCost = Math.max(
    singleCallsCost(fewSingleCalls, statistics),
    singleCallsCost(wanted, statistics) / 4,
  );
  const affordable = Math.floor((maxCost - callCostKilobytes) / rowKilobytesOf(statistics));
  return Math.max(1, Math.min(wanted, affordable));
}

/** How many rows to read next: the rest of the list or, while the count is unknown, the first page, which shows the count. */
function countRowsToRead(wanted: number, statistics: ListStatistics, rowsRead: number): number {
  if (statistics.count !== null) return statistics.count - rowsRead;
  // If one page did not show the count, no other will.
  if (rowsRead > 0 || wanted < 2 * fewSingleCalls) return 0;
  return firstRowsUncounted(wanted, statistics);
}

function arePagesTooSlow(
  pages: number,
  wanted: number,
  { recordMs, pageMs }: ListStatistics,
): boolean {
  if (recordMs === null || pageMs === null) return false;
  const pagesMs = Math.ceil(pages / assumedConcurrency) * pageMs;
  const singleCallsMs = Math.ceil(wanted / assumedConcurrency) * recordMs;
  return pagesMs > singleCallsMs + maxExtraWaitMs;
}

function countPages(rows: number, maxLimit: number): number {
  if (rows < maxLimit) return 1;
  const rowsRead = rows * (maxLimit < shortPage ? rowsReadPerRowOfShortPages : rowsReadPerRow);
  return Math.ceil(rowsRead / maxLimit);
}

function singleCallsCost(calls: number, statistics: ListStatistics): number {
  return calls * (callCostKilobytes + rowKilobytesOf(statistics));
}

function rowKilobytesOf({ rowKilobytes }: ListStatistics): number {
  return rowKilobytes ?? typicalRowKilobytes;
}

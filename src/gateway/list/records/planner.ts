import { type ListStatistics, typicalRowKilobytes } from "../../call/learning/learned-list.ts";

// What a call costs besides its rows. A higher cost favours pages, a lower one single calls.
export const callCostKilobytes = 12;

// For pages that are cheaper than single calls.
const maxExtraWaitMs = 1_000;

// What a page that may turn out useless may cost.
const fewSingleCalls = 3;

// Only to estimate how long calls take.
const assumedConcurrency = 32;

// More than one, because each page repeats rows of the one before it. Short pages repeat a larger
// part: there are fewer limits to choose from, so fewer positions at which a page can begin.
const rowsReadPerRow = 1.25;
const rowsReadPerRowOfShortPages = 1.8;
const shortPage = 50;

/**
 * The way to load `wanted` records by id that costs less in calls and bytes: a single call for
 * each, or the pages of the list. Pages are ruled out if the caller would wait much longer for
 * them. If the request may not make as many single calls, it reads pages, because they answer more.
 * @param rowsRead how many rows of the list this load has read. @default 0
 * @param callsLeft how many calls the request may still make. @default any number
 */
export function chooseLoadMethod(
  wanted: number,
  statistics: ListStatistics,
  rowsRead = 0,
  callsLeft = Number.POSITIVE_INFINITY,
): "one-by-one" | "pages" {
  const rows = countRowsToRead(wanted, statistics, rowsRead);
  if (rows <= 0) return "one-by-one";
  const pages = countPages(rows, statistics.maxLimit);
  if (wanted > callsLeft && pages < wanted) return "pages";
  const pagesCost = pages * callCostKilobytes + rows * rowKilobytesOf(statistics);
  if (pagesCost >= singleCallsCost(wanted, statistics)) return "one-by-one";
  return arePagesTooSlow(pages, wanted, statistics) ? "one-by-one" : "pages";
}

/**
 * How many rows the first page should have; undefined for as many as the registry serves. While the
 * count is unknown, the page may turn out useless. So it has no more rows than wanted, and costs no
 * more than a few single calls, or a quarter of all of them, whichever is more.
 */
export function firstRows(wanted: number, statistics: ListStatistics): number | undefined {
  if (statistics.count !== null) return undefined;
  const maxCost = Math.max(
    singleCallsCost(fewSingleCalls, statistics),
    singleCallsCost(wanted, statistics) / 4,
  );
  const affordable = Math.floor((maxCost - callCostKilobytes) / rowKilobytesOf(statistics));
  return Math.max(1, Math.min(wanted, affordable));
}

// The rest of the list or, while the count is unknown, the first page, which shows the count.
function countRowsToRead(wanted: number, statistics: ListStatistics, rowsRead: number): number {
  if (statistics.count !== null) return statistics.count - rowsRead;
  // If one page did not show the count, no other will.
  if (rowsRead > 0 || wanted < 2 * fewSingleCalls) return 0;
  return firstRows(wanted, statistics) ?? 0;
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

import { typicalRowKilobytes } from "../learning/averages.ts";
import type { ListFigures } from "../learning/learned-list.ts";

/** What a call costs besides its rows, as kilobytes of JSON. Higher favours reading the list, lower favours single gets. */
export const callCostKilobytes = 12;

/** Maximum further wait for pages that are cheaper than gets, in milliseconds. */
const patienceMs = 1_000;

/** A page that may turn out useless can cost as much as this many gets. */
const fewGets = 3;

/** How many calls of one load are assumed to be in flight at a time, to estimate how long they take. This limits nothing. */
const assumedConcurrency = 32;

/**
 * How many rows pages hold for each row of the list, because each page repeats rows of the one before it. Short pages repeat a
 * larger part: there are fewer limits to choose from, so fewer positions at which a page can begin.
 */
const rowsReadPerRow = 1.25;
const rowsReadPerRowOfShortPages = 1.8;
const shortPage = 50;

/** How to load records by id: one get for each, or the pages of the list. */
export type LoadMethod = "gets" | "pages";

/**
 * The way to load `wanted` records by id that costs less in calls and bytes. Pages are ruled out if the caller would wait much
 * longer for them.
 * @param rowsRead how many rows of the list the same load has read already.
 */
export function chooseLoadMethod(wanted: number, figures: ListFigures, rowsRead = 0): LoadMethod {
  const rows = countRowsToRead(wanted, figures, rowsRead);
  if (rows <= 0) return "gets";
  const pages = countPages(rows, figures.maxLimit);
  const pagesCost = pages * callCostKilobytes + rows * rowKilobytesOf(figures);
  if (pagesCost >= getsCost(wanted, figures)) return "gets";
  return arePagesTooSlow(pages, wanted, figures) ? "gets" : "pages";
}

/**
 * How many rows the first page should have; undefined if as many as the registry serves.
 *
 * While the count is unknown, the page may turn out useless. So it has no more rows than wanted, and costs no more than a few gets
 * or a quarter of all gets, whichever is more.
 */
export function firstRows(wanted: number, figures: ListFigures): number | undefined {
  return figures.count === null ? firstRowsUncounted(wanted, figures) : undefined;
}

function firstRowsUncounted(wanted: number, figures: ListFigures): number {
  const maxCost = Math.max(getsCost(fewGets, figures), getsCost(wanted, figures) / 4);
  const affordable = Math.floor((maxCost - callCostKilobytes) / rowKilobytesOf(figures));
  return Math.max(1, Math.min(wanted, affordable));
}

/** How many rows to read next: the rest of the list or, while the count is unknown, the first page, which shows the count. */
function countRowsToRead(wanted: number, figures: ListFigures, rowsRead: number): number {
  if (figures.count !== null) return figures.count - rowsRead;
  // If one page did not show the count, no other will.
  if (rowsRead > 0 || wanted < 2 * fewGets) return 0;
  return firstRowsUncounted(wanted, figures);
}

function arePagesTooSlow(pages: number, gets: number, { getMs, pageMs }: ListFigures): boolean {
  if (getMs === null || pageMs === null) return false;
  const pagesMs = Math.ceil(pages / assumedConcurrency) * pageMs;
  const getsMs = Math.ceil(gets / assumedConcurrency) * getMs;
  return pagesMs > getsMs + patienceMs;
}

/** About how many pages it takes to read this many rows. */
function countPages(rows: number, maxLimit: number): number {
  if (rows < maxLimit) return 1;
  const rowsRead = rows * (maxLimit < shortPage ? rowsReadPerRowOfShortPages : rowsReadPerRow);
  return Math.ceil(rowsRead / maxLimit);
}

function getsCost(gets: number, figures: ListFigures): number {
  return gets * (callCostKilobytes + rowKilobytesOf(figures));
}

function rowKilobytesOf({ rowKilobytes }: ListFigures): number {
  return rowKilobytes ?? typicalRowKilobytes;
}

import type { ListFigures } from "../answers/learning/learned-list.ts";

/**
 * The fixed cost of one REST call, in kilobytes of JSON that cost as much to write, send and parse. If this were far too high, a
 * whole list would be read for the sake of a few records; if far too low, records would nearly always be fetched one by one.
 */
export const callCostKilobytes = 12;

/** How much longer a caller may wait because pages are cheaper than gets, in milliseconds. */
const patienceMs = 1_000;

/** Size of a row before the first page has shown it: a record of either kind with some additional data. */
const typicalRowKilobytes = 0.5;

/** A page that may turn out useless may cost as much as this many gets. */
const fewGets = 3;

/**
 * How many calls of one load are assumed to run at the same time. This serves to estimate how long they take, and bounds nothing.
 */
const assumedConcurrency = 32;

/** How to load records by id: one get for each, or the pages of the list. */
export type LoadPlan = "gets" | "pages";

/**
 * The way to load `wanted` records by id that costs less in calls and bytes. Pages that make the caller wait much longer do not
 * count.
 * @param rowsRead how many rows of the list the same load has read already.
 */
export function planLoad(wanted: number, figures: ListFigures, rowsRead = 0): LoadPlan {
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
 * While the count is unknown, the page may turn out useless. So it has no more rows than are wanted, and costs no more than a few
 * gets, or a quarter of all the gets that would be needed.
 */
export function firstRows(wanted: number, figures: ListFigures): number | undefined {
  return figures.count === null ? firstRowsUncounted(wanted, figures) : undefined;
}

function firstRowsUncounted(wanted: number, figures: ListFigures): number {
  const mostCost = Math.max(getsCost(fewGets, figures), getsCost(wanted, figures) / 4);
  const affordable = Math.floor((mostCost - callCostKilobytes) / rowKilobytesOf(figures));
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

/** How many pages it takes to read this many rows. Each page repeats some rows of the one before it. */
function countPages(rows: number, maxLimit: number): number {
  if (rows < maxLimit) return 1;
  const overlap = maxLimit >= 50 ? 1.25 : 1.8;
  return Math.ceil((overlap * rows) / maxLimit);
}

function getsCost(gets: number, figures: ListFigures): number {
  return gets * (callCostKilobytes + rowKilobytesOf(figures));
}

function rowKilobytesOf({ rowKilobytes }: ListFigures): number {
  return rowKilobytes ?? typicalRowKilobytes;
}

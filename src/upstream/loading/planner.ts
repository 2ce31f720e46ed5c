import type { ListFigures } from "../learning/learned-list.ts";

/**
 * What one REST call costs, whatever it brings, in kilobytes of JSON whose writing, sending and parsing cost as much. If this were far
 * too low, a list would be read for the sake of a few records; if far too high, records would nearly always be got one by one.
 */
export const callCostKilobytes = 12;

/** How much longer a caller may wait for the cheaper way, in milliseconds. */
const patienceMs = 1_000;

/** Size of a row before the first page has shown it: a record of either kind with some additional data. */
const typicalRowKilobytes = 0.5;

/** A page that may turn out useless may cost as much as this many gets. */
const fewGets = 3;

/** How many calls of one load are taken to run at the same time. This is an estimate of how long they take, and bounds nothing. */
const callsSideBySide = 32;

/** How to load records by id: by one get each, or by reading the list. */
export type LoadPlan = "gets" | "pages";

/**
 * The cheaper way to load `wanted` records by id, in calls and bytes, unless it makes the caller wait much longer.
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
 * How many rows the first page should have; undefined: as many as are served.
 *
 * While the count is unknown, the page may turn out useless. Then it has no more rows than are wanted, and costs no more than a few gets,
 * or than a quarter of all that would be needed.
 */
export function firstRows(wanted: number, figures: ListFigures): number | undefined {
  return figures.count === null ? firstRowsUncounted(wanted, figures) : undefined;
}

function firstRowsUncounted(wanted: number, figures: ListFigures): number {
  const mostCost = Math.max(getsCost(fewGets, figures), getsCost(wanted, figures) / 4);
  const affordable = Math.floor((mostCost - callCostKilobytes) / rowKilobytesOf(figures));
  return Math.max(1, Math.min(wanted, affordable));
}

/** How many rows are to be read next: the rest of the list or, while the count is unknown, the first page, which tells it. */
function countRowsToRead(wanted: number, figures: ListFigures, rowsRead: number): number {
  if (figures.count !== null) return figures.count - rowsRead;
  // If a page did not tell the count, no other one will.
  if (rowsRead > 0 || wanted < 2 * fewGets) return 0;
  return firstRowsUncounted(wanted, figures);
}

function arePagesTooSlow(pages: number, gets: number, { getMs, pageMs }: ListFigures): boolean {
  if (getMs === null || pageMs === null) return false;
  const pagesMs = Math.ceil(pages / callsSideBySide) * pageMs;
  const getsMs = Math.ceil(gets / callsSideBySide) * getMs;
  return pagesMs > getsMs + patienceMs;
}

/** How many pages it takes to read so many rows. Each page repeats some rows of the one before it. */
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

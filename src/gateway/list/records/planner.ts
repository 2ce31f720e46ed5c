import type { LearnedList } from "../../call/learning/learned-list.ts";

export type KnownList = Pick<LearnedList, "count" | "rowBytes"> & { readonly maxLimit: number };

// What a call costs besides its rows. A higher cost favours pages, a lower one single calls.
export const callCostBytes = 12_000;

// What a page that may turn out useless may cost.
const fewSingleCalls = 3;

// More than one, because each page repeats rows of the one before it. Short pages repeat a larger
// part: there are fewer limits to choose from, so fewer positions at which a page can begin.
const rowsReadPerRow = 1.25;
const rowsReadPerRowOfShortPages = 1.8;
const shortPage = 50;

/**
 * The way to load `wanted` records by id that costs less in calls and bytes: a single call for
 * each, or the pages of the list. If the request may not make as many single calls, it reads pages,
 * because they answer more.
 * @param rowsRead how many rows of the list this load has read. @default 0
 * @param callsLeft how many calls the request may still make. @default any number
 */
export function chooseLoadMethod(
  wanted: number,
  list: KnownList,
  rowsRead = 0,
  callsLeft = Number.POSITIVE_INFINITY,
): "one-by-one" | "pages" {
  const rows = countRowsToRead(wanted, list, rowsRead);
  if (rows <= 0) return "one-by-one";
  const pages = countPages(rows, list.maxLimit);
  if (wanted > callsLeft && pages < wanted) return "pages";
  const pagesCost = pages * callCostBytes + rows * list.rowBytes;
  return pagesCost < singleCallsCost(wanted, list) ? "pages" : "one-by-one";
}

/**
 * How many rows the first page should have; undefined for as many as the registry serves. While the
 * count is unknown, the page may turn out useless. So it has no more rows than wanted, and costs no
 * more than a few single calls, or a quarter of all of them, whichever is more.
 */
export function firstRows(wanted: number, list: KnownList): number | undefined {
  if (list.count !== null) return undefined;
  const maxCost = singleCallsCost(Math.max(fewSingleCalls, wanted / 4), list);
  const affordable = Math.floor((maxCost - callCostBytes) / list.rowBytes);
  return Math.max(1, Math.min(wanted, affordable));
}

// The rest of the list or, while the count is unknown, the first page, which shows the count.
function countRowsToRead(wanted: number, list: KnownList, rowsRead: number): number {
  if (list.count !== null) return list.count - rowsRead;
  // If one page did not show the count, no other will.
  if (rowsRead > 0 || wanted < 2 * fewSingleCalls) return 0;
  return firstRows(wanted, list) ?? 0;
}

function countPages(rows: number, maxLimit: number): number {
  if (rows < maxLimit) return 1;
  const rowsRead = rows * (maxLimit < shortPage ? rowsReadPerRowOfShortPages : rowsReadPerRow);
  return Math.ceil(rowsRead / maxLimit);
}

function singleCallsCost(calls: number, { rowBytes }: KnownList): number {
  return calls * (callCostBytes + rowBytes);
}

import type { LearnedCount } from "../../call/page.ts";
import type { PlacedPage } from "./placed-page.ts";
import { type Run, unmoved } from "./run.ts";

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

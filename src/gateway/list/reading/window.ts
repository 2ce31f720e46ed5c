import type { PageRequest } from "../../../registry-client/page.ts";

export interface Window {
  readonly start: number;
  readonly end: number;
}

export function coverWithOnePage({ start, end }: Window, maxLimit: number): PageRequest | null {
  for (let limit = end - start; limit <= Math.min(end, maxLimit); limit++) {
    const page = Math.floor(start / limit) + 1;
    if (page * limit >= end) return { limit, page };
  }
  return null;
}

/**
 * The fewest pages that together hold the window, in order. Each page repeats the last rows of the
 * one before, so that the reader sees whether the list moved between the two calls. At some
 * positions, pages of every limit end (with limits 1 and 2, after every second row). No page can
 * repeat a row there, so the next one starts at that position.
 *
 * Each page is computed when it is needed, because a window may have no end.
 * @param knownEnd from where the first page must hold rows: those before it are known. @default the
 * window's start
 * @param overlap how many positions each page repeats, where the limits allow. @default 1
 */
export function* coverWithPages(
  window: Window,
  maxLimit: number,
  knownEnd = window.start,
  overlap = 1,
): Generator<PageRequest, void> {
  let { start } = window;
  // The rows before the seam are covered, or known already.
  let seam = knownEnd;
  let last = coverWithOnePage(window, maxLimit);
  while (last === null) {
    const page = farthestPage(start, maxLimit);
    if (endOf(page) > seam) {
      yield page;
      seam = endOf(page);
      start = Math.max(seam - overlap, 0);
    } else {
      // No page holds both the row before the seam and the row after it, or none repeats so many.
      start = start < seam - 1 ? seam - 1 : seam;
    }
    last = coverWithOnePage({ start, end: window.end }, maxLimit);
  }
  yield last;
}

// Of all pages that hold a position, the one that ends last; of several, the smallest.
function farthestPage(position: number, maxLimit: number): PageRequest {
  let farthest = pageAt(position, maxLimit);
  // A page that holds the position ends at most its own length behind it.
  for (let limit = maxLimit - 1; limit > 0 && position + limit >= endOf(farthest); limit--) {
    const page = pageAt(position, limit);
    if (endOf(page) >= endOf(farthest)) farthest = page;
  }
  return farthest;
}

function pageAt(position: number, limit: number): PageRequest {
  return { limit, page: Math.floor(position / limit) + 1 };
}

function endOf({ limit, page }: PageRequest): number {
  return limit * page;
}

import type { PageRequest } from "./page-source.ts";

/** The positions from `start` up to, but not including, `end`. The first row of a list is at 0; `Infinity` is the list's end. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Minimum and maximum `limit` that a registry serves. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The smallest page that holds the whole window; null if none does at any limit served. */
export function coverWithOnePage({ start, end }: Window, { min, max }: Limits): PageRequest | null {
  const maxLimit = Math.min(Math.max(end, min), max);
  for (let limit = Math.max(end - start, min); limit <= maxLimit; limit++) {
    const page = Math.floor(start / limit) + 1;
    if (page * limit >= end) return { limit, page };
  }
  return null;
}

/**
 * The fewest pages that together hold the window, in order. A page repeats at least `overlap` rows of the one before, or as many as
 * it can, so that the reader sees whether the list moved between the two calls. At some
 * positions a page ends with every limit served (with limits 1 and 2, after each second row), so no page can overlap there.
 *
 * Each page is computed when it is needed, because a window may have no end.
 * @param firstSeam the first page must hold rows past this position, because those before it are known already.
 */
export function* coverWithPages(
  window: Window,
  limits: Limits,
  overlap: number,
  firstSeam = window.start,
): Generator<PageRequest, void> {
  // A seam is the position where one page ends and the next must continue.
  for (let start = window.start, seam = firstSeam; ; ) {
    const last = coverWithOnePage({ start, end: window.end }, limits);
    if (last) {
      yield last;
      return;
    }
    const page = farthestPage(start, limits);
    const end = page.limit * page.page;
    if (end > seam) {
      yield page;
      seam = end;
      start = Math.max(end - overlap, window.start + 1);
    } else {
      start += 1;
    }
  }
}

/** Of all pages that hold a position, the one that ends last; of several, the smallest. */
function farthestPage(position: number, { min, max }: Limits): PageRequest {
  let farthest = pageAt(position, min);
  for (let limit = min + 1; limit <= max; limit++) {
    const page = pageAt(position, limit);
    if (page.page * limit > farthest.page * farthest.limit) farthest = page;
  }
  return farthest;
}

function pageAt(position: number, limit: number): PageRequest {
  return { limit, page: Math.floor(position / limit) + 1 };
}

import type { PageRequest } from "./page-source.ts";

/** Positions in a list, counted from 0: `start` up to, and without, `end`; an infinite `end` is the list's own. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** The page sizes that a registry serves. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** The smallest page that holds a window whole; null where no page of a size served does. */
export function coverWithOnePage(
  { start, end }: Window,
  { least, most }: Limits,
): PageRequest | null {
  const largest = Math.min(Math.max(end, least), most);
  for (let limit = Math.max(end - start, least); limit <= largest; limit++) {
    const page = Math.floor(start / limit) + 1;
    if (page * limit >= end) return { limit, page };
  }
  return null;
}

/**
 * The fewest pages that hold a window between them, in order, each with at least `overlap` rows of the one before (or as many as can be),
 * so that the two can be held against each other. Where no page reaches over a seam (its position is a multiple of every limit,
 * as with a clamp to 1 or 2), the next page only adjoins. With a `firstSeam` the first page too reaches beyond what ends there.
 * Worked out one by one, as they are asked for: a window without an end has no last one.
 */
export function* coverWithPages(
  window: Window,
  limits: Limits,
  overlap: number,
  firstSeam = window.start,
): Generator<PageRequest, void> {
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

/** Of the pages that hold a position, the one that ends last; of those that do, the smallest. */
function farthestPage(position: number, { least, most }: Limits): PageRequest {
  let farthest = pageAt(position, least);
  for (let limit = least + 1; limit <= most; limit++) {
    const page = pageAt(position, limit);
    if (page.page * limit > farthest.page * farthest.limit) farthest = page;
  }
  return farthest;
}

function pageAt(position: number, limit: number): PageRequest {
  return { limit, page: Math.floor(position / limit) + 1 };
}

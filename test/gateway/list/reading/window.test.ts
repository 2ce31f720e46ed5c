import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  coverWithOnePage,
  coverWithPages,
  type Window,
} from "../../../../src/gateway/list/reading/window.ts";
import type { PageRequest } from "../../../../src/registry-client/page.ts";
import { runs, seed } from "../../../support/seed.ts";

function positions({ limit, page }: PageRequest): Window {
  return { start: (page - 1) * limit, end: page * limit };
}

function pagesAt(position: number, maxLimit: number): readonly Window[] {
  return Array.from({ length: maxLimit }, (_, index) => {
    const limit = index + 1;
    return positions({ limit, page: Math.floor(position / limit) + 1 });
  });
}

/** The fewest pages that cover a window and overlap, found by breadth-first search; null if no pages do. */
function fewestPages({ start, end }: Window, maxLimit: number): number | null {
  let ends = new Set(pagesAt(start, maxLimit).map((page) => page.end));
  for (let pages = 1; ; pages++) {
    const farthest = Math.max(...ends);
    if (farthest >= end) return pages;
    const next = new Set(
      [...ends].flatMap((seam) => pagesAt(seam - 1, maxLimit).map((page) => page.end)),
    );
    if (Math.max(...next) === farthest) return null;
    ends = next;
  }
}

const windows = fc
  .record({ start: fc.nat(3000), length: fc.integer({ min: 1, max: 120 }) })
  .map(({ start, length }) => ({ start, end: start + length }));

const limits = fc.integer({ min: 1, max: 80 });

describe(`covering a window (seed ${seed})`, () => {
  test("one page is the smallest that holds the window", () => {
    const property = fc.property(windows, limits, (window, maxLimit) => {
      const found = coverWithOnePage(window, maxLimit);
      const fitting = pagesAt(window.start, maxLimit).filter((page) => page.end >= window.end);
      const smallest = Math.min(...fitting.map((page) => page.end - page.start));
      expect(found?.limit ?? Number.POSITIVE_INFINITY).toBe(smallest);
      if (!found) return;
      expect(positions(found).start).toBeLessThanOrEqual(window.start);
      expect(positions(found).end).toBeGreaterThanOrEqual(window.end);
    });
    fc.assert(property, { seed, numRuns: runs(1_000) });
  });

  test("several pages hold the window, overlap, and are as few as possible", () => {
    const property = fc.property(windows, limits, (window, maxLimit) => {
      const pages = Array.from(coverWithPages(window, maxLimit), positions);
      const [first] = pages;
      expect(first?.start).toBeLessThanOrEqual(window.start);
      expect(pages.at(-1)?.end).toBeGreaterThanOrEqual(window.end);
      const fewest = fewestPages(window, maxLimit);
      if (fewest === null) return;
      expect(pages.length).toBe(fewest);
      for (const [index, page] of pages.slice(1).entries()) {
        expect(page.start).toBeLessThan(pages[index]?.end ?? 0);
      }
    });
    fc.assert(property, { seed, numRuns: runs(500) });
  });

  test("of a window without an end, the first page ends last of all that hold its start, and is the smallest of those", () => {
    const starts = fc.oneof(fc.nat(3000), fc.nat(1_000_000));
    const property = fc.property(starts, limits, (start, maxLimit) => {
      const held = pagesAt(start, maxLimit);
      const end = Math.max(...held.map((page) => page.end));
      const smallest = held.find((page) => page.end === end);
      const [first] = coverWithPages({ start, end: Number.POSITIVE_INFINITY }, maxLimit).take(1);
      expect(first && positions(first)).toEqual(smallest);
    });
    fc.assert(property, { seed, numRuns: runs(1_000) });
  });

  test("where no page can overlap a seam, the next page starts at it", () => {
    const pages = Array.from(coverWithPages({ start: 0, end: 5 }, 2), positions);
    expect(pages).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
      { start: 4, end: 5 },
    ]);
  });
});

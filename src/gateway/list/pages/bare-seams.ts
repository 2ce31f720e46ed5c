import type { PlacedPage } from "./placed-page.ts";
import type { PageReader } from "./reader.ts";
import type { Run } from "./run.ts";
import { areSameContents } from "./verdicts.ts";

/**
 * Joins the parts of a run that no page holds together, if nothing else tears it: the pages on both sides of each such seam are read
 * once more, and must show the same. That costs a call for each of these pages, and only where the registry's largest limit is so small
 * that a seam lies there.
 *
 * Premise: a page that shows the same rows and the same count twice showed them in between as well. Both pages of a seam were read before
 * either is read again, so there was a moment at which both showed these rows, and at one moment neighbouring pages adjoin.
 */
export async function joinBareSeams<Row>(
  reader: PageReader<Row>,
  run: Run<Row>,
  concurrency: number,
): Promise<Run<Row>> {
  const { isTorn, bareSeams = [], hasHoles, moved } = run;
  if (!isTorn || bareSeams === null || hasHoles || moved.ahead + moved.behind > 0) return run;
  const pages = pagesAround(reader.seen, bareSeams);
  if (pages === null || pages.some(({ count }) => count !== run.count)) return run;
  return (await areStill(reader, pages, concurrency)) ? { ...run, isTorn: false } : run;
}

/** The pages that end or begin at these positions, as they were seen last; null if any is missing. */
function pagesAround<Row>(
  seen: readonly PlacedPage<Row>[],
  positions: readonly number[],
): readonly PlacedPage<Row>[] | null {
  const pages = positions.flatMap((position) => [
    seen.findLast(({ start, rows }) => start + rows.length === position),
    seen.findLast(({ start }) => start === position),
  ]);
  const found = new Set(pages.filter((page) => page !== undefined));
  return pages.includes(undefined) ? null : [...found];
}

/** Whether a later look shows the same pages. If it fails, nothing is shown. */
async function areStill<Row>(
  reader: PageReader<Row>,
  pages: readonly PlacedPage<Row>[],
  concurrency: number,
): Promise<boolean> {
  const { source } = reader;
  const look = source.nextLook();
  const isStill = async (page: PlacedPage<Row>) => {
    const number = page.start / page.limit + 1;
    const again = await reader.fetchPlaced({ limit: page.limit, page: number }, look);
    const isInPlace = again?.start === page.start && again.count === page.count;
    return isInPlace && areSameContents(source, page.rows, again.rows);
  };
  try {
    for (let start = 0; start < pages.length; start += concurrency) {
      const batch = pages.slice(start, start + concurrency);
      if ((await Promise.all(batch.map(isStill))).includes(false)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

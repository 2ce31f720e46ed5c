import type { LearnedCount, Page, PageRequest, PageSource } from "./page-source.ts";
import { type PlacedPage, placePage, toCount } from "./placed-page.ts";
import { isEnd, type Run } from "./run.ts";
import { coverWithOnePage, type Limits } from "./window.ts";

/**
 * Reads a list page by page, and learns from each page: which limits the registry serves (kept here, for this reading), and whether
 * its `count` is right (kept in the source's `learned`, for all requests).
 */
export class PageReader<Row> {
  readonly source: PageSource<Row>;
  #limits: Limits;

  constructor(source: PageSource<Row>) {
    this.source = source;
    this.#limits = { min: 1, max: Math.max(source.maxLimit, 1) };
  }

  /** The limits that the registry serves, as far as this reading has found out. */
  get limits(): Limits {
    return this.#limits;
  }

  /**
   * The rows of one page; null if none of them can be used, because the registry serves only a smaller limit. What the page shows
   * about the list goes into `learned`.
   *
   * Costs one REST call. A short page that the envelope does not confirm as the last one may cost one more: either the list ends
   * there, or the registry cuts pages without saying so.
   * @throws the source's contradiction if it is a different page from the requested one, and any error of the source.
   */
  async fetchRun(request: PageRequest): Promise<Run<Row> | null> {
    const page = await this.#fetchPage(request);
    if (!page) return null;
    const placed = placePage(this.source, request, page);
    this.#learnLimit(request, placed.limit);
    const { learned } = this.source;
    const ending = this.#isCut(placed) ? await this.#probeEnd(placed) : placed.ending;
    const { rows, start, end } = placed;
    learned.maxRows = Math.max(learned.maxRows, rows.length);
    if (ending === "misplaced") return null;
    const run = { rows, start, end, isLast: ending !== "continues", isTorn: false };
    learnCount(learned, toCount(page.count), run);
    return run;
  }

  async #fetchPage(request: PageRequest): Promise<Page<Row> | null> {
    const { source } = this;
    try {
      const page = await source.fetchPage(request);
      if (page !== "limit-refused") {
        source.learned.count = toCount(page.count);
        return page;
      }
    } catch (error) {
      // If the count promised rows on this page, it may be outdated.
      const { count } = source.learned;
      if (count !== null && (request.page - 1) * request.limit < count) source.learned.count = null;
      throw error;
    }
    if (request.limit === 1) throw source.contradiction("the registry refuses every `limit`");
    const half = Math.floor(request.limit / 2);
    this.#lowerLimit(source.maxLimit < request.limit ? Math.max(source.maxLimit, 1) : half);
    return null;
  }

  /** Whether the registry may have cut a page short. If it has served a page as long as this one should be, it has not. */
  #isCut({ ending, limit }: PlacedPage<Row>): boolean {
    return ending === "unclear" && limit > this.source.learned.maxRows;
  }

  /**
   * Finds out why a page is short, by fetching one that holds the position after its last row and, if possible, that row too. That
   * page is no larger than what the registry sent. If the registry cuts its pages, this lowers the limit. `"misplaced"` means that
   * these rows do not stand where the envelope says.
   */
  async #probeEnd(placed: PlacedPage<Row>): Promise<"ends" | "continues" | "misplaced"> {
    const { rows, start, end } = placed;
    const around = { start: end - 1, end: end + 1 };
    const overlapping = coverWithOnePage(around, { ...this.#limits, max: rows.length });
    const request = overlapping ?? { limit: 1, page: end + 1 };
    const page = await this.#fetchPage(request);
    if (!page) return "misplaced";
    const probe = placePage(this.source, request, page);
    const isInPlace =
      !overlapping || isSameRow(this.source, probe.rows[end - 1 - probe.start], rows.at(-1));
    if (isInPlace && probe.end <= end) return "ends";
    this.#lowerLimit(rows.length);
    // The first page begins at 0 even if it was cut.
    return isInPlace || start === 0 ? "continues" : "misplaced";
  }

  #learnLimit(request: PageRequest, served: number): void {
    if (served < request.limit) this.#lowerLimit(served);
    if (served > request.limit) this.#raiseLimit(served);
  }

  #lowerLimit(limit: number): void {
    const max = Math.min(this.#limits.max, limit);
    this.#limits = { min: Math.min(this.#limits.min, max), max };
  }

  /** Some registries have a minimum limit. */
  #raiseLimit(limit: number): void {
    const { min, max } = this.#limits;
    this.#limits = { min: Math.min(Math.max(min, limit), max), max };
  }
}

/** Learns whether the envelope's `count` is right. Only a single page can show that: between two, the list may move. */
function learnCount<Row>(learned: LearnedCount, count: number | null, run: Run<Row>): void {
  if (count === null) return;
  if (isEnd(run)) {
    if (count !== run.end) learned.isCountTrue = false;
    else if (count > 0) learned.isCountTrue ??= true;
    return;
  }
  // An empty page past the end shows that the list has at most `start` rows. Any other page shows that it has at least `end`.
  const isContradicted = run.isLast ? count > run.start : count < run.end;
  if (isContradicted) learned.isCountTrue = false;
}

/** Whether two rows are the same record. Rows that could not be read count as the same. */
function isSameRow<Row>(
  source: PageSource<Row>,
  row: Row | undefined,
  other: Row | undefined,
): boolean {
  return row !== undefined && other !== undefined && source.idOf(row) === source.idOf(other);
}

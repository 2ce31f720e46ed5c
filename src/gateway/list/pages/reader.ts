import type { PageRequest } from "../../call/page.ts";
import { type Look, type PageSource, type PlacedPage, placePage } from "./page-source.ts";
import { areSameRows } from "./verdicts.ts";
import type { Limits } from "./window.ts";

/**
 * Reads a list page by page, and learns from each page: which limits the registry serves (kept here, for this reading), and whether
 * its numbers are right (kept in the source's `learned`, for all requests).
 */
export class PageReader<Row> {
  readonly source: PageSource<Row>;
  /** Whether a page of this reading has hidden rows: then a count that fits another page may do so by coincidence. */
  hasSeenHoles = false;
  /** How many pages it has asked for. */
  calls = 0;
  /** How many rows the longest page had. */
  longestPage = 0;
  /** The latest page that could not be used, because later looks at it showed other rows. */
  unsettled: PlacedPage<Row> | null = null;
  /** All pages that had rows, in the order in which they arrived. */
  readonly seen: PlacedPage<Row>[] = [];
  #limits: Limits;

  constructor(source: PageSource<Row>) {
    this.source = source;
    this.#limits = { min: 1, max: Math.max(source.maxLimit, 1) };
  }

  /** The limits that the registry serves, as far as this reading has found out. */
  get limits(): Limits {
    return this.#limits;
  }

  /** Whether the list has a row at a position. Costs one REST call. */
  async hasRowAt(position: number, look?: Look): Promise<boolean> {
    const page = await this.fetchPlaced({ limit: 1, page: position + 1 }, look);
    return page !== null && page.start + page.rows.length > position;
  }

  /**
   * A page, placed in its list; null if the registry serves only a smaller limit. Costs one REST call.
   * @throws the source's contradiction if it is a different page from the requested one, and any error of the source.
   */
  async fetchPlaced(request: PageRequest, look: Look = 0): Promise<PlacedPage<Row> | null> {
    const { source } = this;
    this.calls += 1;
    try {
      const page = await source.fetchPage(request, look);
      if (page !== "limit-refused") {
        const placed = placePage(source, request, page);
        source.learned.count = placed.count;
        if (placed.rows.length > 0) source.learned.hasRows = true;
        this.longestPage = Math.max(this.longestPage, placed.rows.length);
        this.#learnLimit(request, placed.limit);
        if (await this.#isLastPageAgain(request, placed)) return { ...placed, rows: [] };
        if (placed.rows.length > 0) this.seen.push(placed);
        return placed;
      }
    } catch (error) {
      // If the count promised rows on this page, it may be outdated.
      const { count } = source.learned;
      if (count !== null && (request.page - 1) * request.limit < count) source.learned.count = null;
      throw error;
    }
    if (request.limit === 1) throw source.contradiction("the registry refuses every `limit`");
    const half = Math.floor(request.limit / 2);
    this.lowerLimit(source.maxLimit < request.limit ? Math.max(source.maxLimit, 1) : half);
    return null;
  }

  /**
   * Whether a page that is past the end by the numbers of its envelope is the list's last page once more, with the number asked for.
   * Premise: a page with the same rows as the last one has none of its own.
   */
  async #isLastPageAgain(
    { limit, page: number }: PageRequest,
    { rows, start, count, pageCount, isPageBefore }: PlacedPage<Row>,
  ): Promise<boolean> {
    const { isCountTrue, isPageCountTrue, leavesOutHidden } = this.source.learned;
    const isBelieved =
      leavesOutHidden || (count === null ? isPageCountTrue : isCountTrue) !== false;
    const lastPage = pageCount ?? Math.ceil((count ?? 0) / limit);
    const isPastEnd = lastPage > 0 && lastPage < number && (count ?? 0) <= start;
    if (!isPastEnd || !isBelieved || isPageBefore || rows.length === 0) return false;
    // A single row behind all that are counted may be another one with the same id.
    if (rows.length === 1 && count !== null) return false;
    const last = await this.source.fetchPage({ limit, page: lastPage }, 0);
    return last !== "limit-refused" && areSameRows(this.source, rows, last.rows);
  }

  #learnLimit(request: PageRequest, served: number): void {
    if (served < request.limit) this.lowerLimit(served);
    if (served > request.limit) this.#raiseLimit(served);
  }

  /** The registry serves no page larger than this. */
  lowerLimit(limit: number): void {
    const max = Math.max(Math.min(this.#limits.max, limit), 1);
    this.#limits = { min: Math.min(this.#limits.min, max), max };
  }

  /** Some registries have a minimum limit. */
  #raiseLimit(limit: number): void {
    const { min, max } = this.#limits;
    this.#limits = { min: Math.min(Math.max(min, limit), max), max };
  }
}

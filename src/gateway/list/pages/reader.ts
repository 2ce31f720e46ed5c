import type { LearnedCount, PageRequest } from "../../call/page.ts";
import type { Look, PageSource } from "./page-source.ts";
import { type PlacedPage, placePage } from "./placed-page.ts";
import { type Run, unmoved } from "./run.ts";
import {
  areSameRows,
  haveSameRows,
  impliesCut,
  isAmong,
  judgeEnding,
  judgeShortPage,
  promisedLength,
} from "./verdicts.ts";
import { coverWithOnePage, type Limits } from "./window.ts";

/** How often a page is looked at again until two looks show the same. */
const maxLooks = 3;

/**
 * Reads a list page by page, and learns from each page: which limits the registry serves (kept here, for this reading), and whether
 * its numbers are right (kept in the source's `learned`, for all requests).
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
   * The rows of one page as a part of the list; null if they cannot be used, because the registry serves only a smaller limit, or
   * because it sends different rows each time. What the page shows about the list goes into `learned`.
   *
   * Costs one REST call. A short page costs more if its envelope does not confirm that the list ends with it: one call shows whether
   * the registry cut it and, if it did not, another look at the page shows whether the missing rows are hidden. A page that has an
   * id twice is looked at again too.
   * @throws the source's contradiction if it is a different page from the requested one, and any error of the source.
   */
  async fetchPart(request: PageRequest): Promise<Run<Row> | null> {
    const page = await this.#fetchPlaced(request);
    if (!page) return null;
    if (!this.#hasRepeatedIds(page)) return this.#settle(request, page);
    const confirmed = await this.#lookAgain(request, page);
    return confirmed && this.#settle(request, confirmed);
  }

  /** Whether the list has a row at a position. Costs one REST call. */
  async hasRowAt(position: number): Promise<boolean> {
    const page = await this.#fetchPlaced({ limit: 1, page: position + 1 });
    return page !== null && page.start + page.rows.length > position;
  }

  /** Finds out why a page is as long as it is. */
  async #settle(request: PageRequest, page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const { learned } = this.source;
    const ending = judgeEnding(page, learned);
    if (ending !== "unclear") return this.#toPart(page, ending === "ends");
    if (page.rows.length === 0) return this.#settleShort(request, page);
    const second = await this.#fetchBehind(page);
    if (!second) return null;
    const cause = judgeShortPage(this.source, page, second);
    if (cause === "cut") return this.#settleCut(request, page);
    if (cause === "misplaced" || impliesCut(page, second, learned)) return this.#reject(page);
    if (cause === "hidden" && (await this.#isFollowed(page, second))) return this.#reject(page);
    if (cause === "hidden") return this.#settleShort(request, page);
    const end = page.start + page.rows.length;
    // A count that fits is believed rather than a page count that does not.
    if (page.count === end && learned.isCountTrue !== false) return this.#toPart(page, true);
    const promised = Math.max(promisedLength(page, learned), promisedLength(second, learned));
    if (promised <= end) return this.#settleEnd(request, page);
    const confirmed = await this.#lookAgain(request, page);
    if (!confirmed) return null;
    if (!haveSameRows(this.source, page, confirmed)) return this.#settle(request, confirmed);
    // The row next to the last one may be hidden, and the page cut there.
    if (promised <= page.reach && (await this.hasRowAt(promised - 1))) return this.#reject(page);
    // All positions behind its rows are vacant. The list goes on only if more is promised than the page covers.
    return promised <= page.reach ? this.#toPart(page, true) : this.#toVacantPart(page, promised);
  }

  /** Finds out whether the registry cuts pages to as many rows as this one has, or whether it came short by accident. */
  async #settleCut(request: PageRequest, page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const again = await this.#lookAgain(request, page);
    if (!again) return null;
    if (!haveSameRows(this.source, page, again)) return this.#settle(request, again);
    this.#lowerLimit(page.rows.length);
    // A page of one row is too little to tell for all later requests.
    if (page.rows.length > 1) this.source.learnCut(page.rows.length);
    return this.#toPart(page, false);
  }

  /** The rows of a page do not stand where it says. Perhaps the registry serves only smaller pages. */
  #reject({ rows }: PlacedPage<Row>): null {
    this.#lowerLimit(rows.length);
    return null;
  }

  /**
   * Whether the registry has other rows behind a short page after all, if the page after it showed none of its own: some registries
   * serve pages of one size, whatever the limit.
   */
  async #isFollowed(page: PlacedPage<Row>, second: PlacedPage<Row>): Promise<boolean> {
    const limit = page.rows.length;
    if (second.rows.length > 0 || limit === 0) return false;
    const number = Math.floor((page.start + limit) / limit) + 1;
    const next = await this.#fetchPlaced({ limit, page: number });
    return next !== null && !isAmong(this.source, next.rows, page.rows);
  }

  /**
   * Finds out whether the list ends with a short page, if no row stands directly behind its last one and nothing is promised there:
   * the next page tells. Premise: a registry that hides that row does not hide the whole next page as well.
   */
  async #settleEnd(request: PageRequest, page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const { rows, limit, reach } = page;
    if (await this.#isCountRightAgain(page)) return this.#settle(request, page);
    const next = await this.#fetchPlaced({ limit, page: reach / limit + 1 });
    if (next === null) return null;
    if (isAmong(this.source, next.rows, rows)) return this.#toPart(page, true);
    // The next page shows the rows that its number promises, unless the registry has cut both.
    const [there] = (await this.#fetchPlaced({ limit: 1, page: reach + 1 }))?.rows ?? [];
    const [first] = next.rows;
    const isInPlace = there && first && this.source.idOf(there) === this.source.idOf(first);
    return isInPlace ? this.#settleShort(request, page) : this.#reject(page);
  }

  /**
   * Whether a count that is not believed counts rows behind a page after all: then one stands where it says that the last one does,
   * and it is believed again.
   */
  async #isCountRightAgain({ rows, start, count }: PlacedPage<Row>): Promise<boolean> {
    const { learned } = this.source;
    if (learned.isCountTrue !== false || count === null || count <= start + rows.length)
      return false;
    const last = await this.#fetchPlaced({ limit: 1, page: count });
    const isThere = last?.start === count - 1 && !isAmong(this.source, last.rows, rows);
    if (isThere) learned.isCountTrue = null;
    return isThere;
  }

  /** Finds out whether rows that a page lacks are hidden, or whether it came without them by accident. */
  async #settleShort(request: PageRequest, page: PlacedPage<Row>): Promise<Run<Row> | null> {
    const { learned } = this.source;
    const confirmed = await this.#lookAgain(request, page);
    if (!confirmed) return null;
    if (!haveSameRows(this.source, page, confirmed)) return this.#settle(request, confirmed);
    if (page.rows.length > 0) {
      const end = await this.#findCountedEnd(page);
      return end === "cut" ? this.#reject(page) : this.#toPartWithHoles(page, end);
    }
    const promised = Math.max(promisedLength(page, learned), promisedLength(confirmed, learned));
    if (promised > page.start) return this.#toVacantPart(page, promised);
    if (await this.#isCountRightAgain(page)) return this.#settle(request, page);
    // A single row may be hidden.
    const isEnd = page.limit > 1 || !(await this.hasRowAt(page.reach));
    return isEnd ? this.#toPart(page, true) : { ...this.#toPart(page, false), end: page.reach };
  }

  /**
   * Requests a page again, until it is full or two looks show the same rows: then the missing ones are hidden, and an id that occurs
   * twice is no accident. Null if each look shows something else.
   */
  async #lookAgain(request: PageRequest, page: PlacedPage<Row>): Promise<PlacedPage<Row> | null> {
    let earlier = page;
    for (let look: Look = 1; look < maxLooks; look++) {
      const again = await this.#fetchPlaced(request, look);
      if (!again) return null;
      const isFull = again.rows.length >= again.limit && !this.#hasRepeatedIds(again);
      if (isFull || haveSameRows(this.source, earlier, again)) return again;
      earlier = again;
    }
    return null;
  }

  async #fetchPlaced(request: PageRequest, look: Look = 0): Promise<PlacedPage<Row> | null> {
    const { source } = this;
    try {
      const page = await source.fetchPage(request, look);
      if (page !== "limit-refused") {
        const placed = placePage(source, request, page);
        source.learned.count = placed.count;
        this.#learnLimit(request, placed.limit);
        return (await this.#isLastPageAgain(request, placed)) ? { ...placed, rows: [] } : placed;
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

  /**
   * Whether a page that is past the end by both numbers of its envelope is the list's last page once more, with the number asked for.
   * Premise: a page with the same rows as the last one has none of its own.
   */
  async #isLastPageAgain(
    { limit, page: number }: PageRequest,
    { rows, start, count, pageCount }: PlacedPage<Row>,
  ): Promise<boolean> {
    const isPastEnd = count !== null && pageCount !== null && count <= start && pageCount < number;
    // A single row may be another one with the same id.
    if (!isPastEnd || rows.length < 2 || pageCount === 0) return false;
    const last = await this.source.fetchPage({ limit, page: pageCount }, 0);
    return last !== "limit-refused" && areSameRows(this.source, rows, last.rows);
  }

  /** A page, no larger than a short one, that holds the position behind the short one's last row and that row too. */
  async #fetchBehind({ rows, start }: PlacedPage<Row>): Promise<PlacedPage<Row> | null> {
    const end = start + rows.length;
    const around = { start: end - 1, end: end + 1 };
    const limits = { ...this.#limits, max: rows.length };
    const overlapping = rows.length > 1 ? coverWithOnePage(around, limits) : null;
    const page = overlapping && (await this.#fetchPlaced(overlapping));
    // A full page shows where its rows stand, and any page that the list goes on. If a page of two has only a row that is known, the
    // other may be hidden on either side of it.
    const isTelling =
      page && (page.rows.length >= page.limit || !isAmong(this.source, page.rows, rows));
    if (isTelling) return page;
    const [own, behind] = await Promise.all(
      [end, end + 1].map((number) => this.#fetchPlaced({ limit: 1, page: number })),
    );
    if (!own || !behind) return null;
    // The list's last page may have come in place of one past the end.
    const rowsBehind = behind.start < end ? [] : behind.rows;
    if (own.rows.length === 0) return { ...behind, start: end, rows: rowsBehind };
    return { ...behind, start: own.start, rows: [...own.rows, ...rowsBehind] };
  }

  /** The part that a page is, if it has all the rows that it should. */
  #toPart(page: PlacedPage<Row>, isLast: boolean): Run<Row> {
    const { rows, start, count } = page;
    const end = start + rows.length;
    learnFromEnd(this.source.learned, page, isLast);
    return {
      rows,
      start,
      end,
      isLast,
      isTorn: false,
      rowsEnd: end,
      slack: 0,
      promised: 0,
      hasHoles: false,
      count,
      moved: unmoved,
    };
  }

  /** The part that a page is, if all positions behind its rows are vacant. `promised` is how many positions are promised to be filled. */
  #toVacantPart(page: PlacedPage<Row>, promised: number): Run<Row> {
    const isLast = promised <= page.reach;
    const end = isLast ? Math.max(promised, page.start) : page.reach;
    return { ...this.#toPart(page, false), end, isLast, promised };
  }

  /**
   * Where the list ends by its count, if that is within a page with hidden rows and no row stands behind it; else null. A count may
   * or may not count the hidden ones. `cut` if other rows turn up where the page should have them.
   */
  async #findCountedEnd(page: PlacedPage<Row>): Promise<number | "cut" | null> {
    const { rows, start, reach, count } = page;
    const isWithin = count !== null && count > start + rows.length && count <= reach;
    if (!isWithin || this.source.learned.isCountTrue === false) return null;
    const hidden = count - start - rows.length;
    const behind = { start: count, end: count + hidden };
    const request = coverWithOnePage(behind, this.#limits) ?? { limit: 1, page: count + 1 };
    const next = await this.#fetchPlaced(request);
    if (next === null) return null;
    if (isAmong(this.source, next.rows, rows)) return count;
    return next.start + next.rows.length <= reach ? "cut" : null;
  }

  /**
   * The part that a page is, if the registry hides some rows among its own.
   * @param listEnd where the list ends; null if that is not known. Then the next page tells.
   */
  #toPartWithHoles(page: PlacedPage<Row>, listEnd: number | null): Run<Row> {
    const { rows, start, reach } = page;
    const end = listEnd ?? reach;
    const slack = end - start - rows.length;
    const part = this.#toPart(page, false);
    return { ...part, end, rowsEnd: end, isLast: listEnd !== null, slack, hasHoles: slack > 0 };
  }

  #hasRepeatedIds({ rows }: PlacedPage<Row>): boolean {
    const ids = new Set<string>();
    for (const row of rows) {
      const id = this.source.idOf(row);
      if (id === null) continue;
      if (ids.has(id)) return true;
      ids.add(id);
    }
    return false;
  }

  #learnLimit(request: PageRequest, served: number): void {
    if (served < request.limit) this.#lowerLimit(served);
    if (served > request.limit) this.#raiseLimit(served);
  }

  #lowerLimit(limit: number): void {
    const max = Math.max(Math.min(this.#limits.max, limit), 1);
    this.#limits = { min: Math.min(this.#limits.min, max), max };
  }

  /** Some registries have a minimum limit. */
  #raiseLimit(limit: number): void {
    const { min, max } = this.#limits;
    this.#limits = { min: Math.min(Math.max(min, limit), max), max };
  }
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

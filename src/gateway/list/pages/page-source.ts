import type { LearnedCount, Page, PageRequest } from "../../call/page.ts";

/** When a page is requested: 0 for the first look at a list, more for each later one. */
export type Look = number;

/** The source of a list's pages. It also keeps what they teach about the list. */
export interface PageSource<Row> {
  /** The largest `limit` worth asking for. A call may lower it. */
  readonly maxLimit: number;
  /** What earlier pages have taught about this list. It outlives the GraphQL request. */
  readonly learned: LearnedCount;
  /**
   * Costs one REST call, which equal requests within one GraphQL request share if they have the same `look`. A later look gets a new
   * response from the registry, never a kept one. `"limit-refused"` means that the registry serves no page this large, and that
   * `maxLimit` has been lowered.
   */
  fetchPage(request: PageRequest, look?: Look): Promise<Page<Row> | "limit-refused">;
  /** A look that is later than all before it: what it shows is not older than this moment. */
  nextLook(): Look;
  /** The registry's id of a row; null for a row that could not be read. */
  idOf(row: Row): string | null;
  /** Whether two rows have the same id and the same contents, so that the record was not edited in between. */
  isSame(row: Row, other: Row): boolean;
  /** The contents of a row as text, the same text for the same contents; null for a row that could not be read. */
  contentsOf(row: Row): string | null;
  /** The registry cuts pages to this many rows without saying so. Lowers `maxLimit` for later requests as well. */
  learnCut(limit: number): void;
  /** The error to throw when the registry's responses about this list contradict each other. */
  contradiction(reason: string): Error;
}

/** A page whose place in its list is known, and what its envelope says. */
export interface PlacedPage<Row> {
  readonly rows: readonly Row[];
  /** The position of the first row. */
  readonly start: number;
  /** The limit that the registry applied, according to its envelope. It may differ from the requested one. */
  readonly limit: number;
  /** The position after the last one that the page claims to cover, if it has fewer rows than its limit. */
  readonly reach: number;
  readonly count: number | null;
  readonly pageCount: number | null;
  /** Whether it is the list's last page, which came in place of one past the end. */
  readonly isPageBefore: boolean;
}

/**
 * Places the rows of a page in its list. The envelope's `limit` and `page` say where they stand.
 * @throws the source's contradiction if it is a different page from the requested one.
 */
export function placePage<Row>(
  source: PageSource<Row>,
  request: PageRequest,
  page: Page<Row>,
): PlacedPage<Row> {
  const limit = limitOf(request, page);
  const number = toPositive(page.page) ?? request.page;
  const isInstead = number < request.page && isLastPage(number, limit, page);
  if (number !== request.page && !isInstead) {
    throw source.contradiction(
      `the registry was asked for page ${request.page} and answered with page ${number}`,
    );
  }
  // The next page begins where the limit says, even if this one holds more rows.
  const rows = page.rows.length > limit ? page.rows.slice(0, limit) : page.rows;
  const start = (number - 1) * limit;
  return {
    rows,
    start,
    limit,
    reach: start + limit,
    count: toCount(page.count),
    pageCount: toCount(page.pageCount),
    isPageBefore: start < (request.page - 1) * limit,
  };
}

/**
 * Whether a page that came in place of a later one is its list's last. Premise: a registry that states neither count, and sends a page
 * other than its first, does not ignore which one is asked for, so it sends the last one in place of those past the end.
 */
function isLastPage<Row>(number: number, limit: number, { count, pageCount }: Page<Row>): boolean {
  if (count === null && pageCount === null) return number > 1;
  return number === pageCount || (count ?? Infinity) <= number * limit;
}

/**
 * The limit that the registry applied. As a rule the envelope states it. A stated limit larger than the requested one counts only
 * if the page holds more rows than requested, or if the list ends with this page. If the page holds more rows than the stated
 * limit, their number is the limit. A single extra row does not count, because some registries add the first row of the next page.
 */
function limitOf<Row>(request: PageRequest, { rows, limit, page, count }: Page<Row>): number {
  const stated = toPositive(limit) ?? request.limit;
  if (rows.length > stated + 1) return rows.length;
  if (stated <= request.limit || rows.length > request.limit) return stated;
  const start = ((toPositive(page) ?? request.page) - 1) * stated;
  return count === start + rows.length ? stated : request.limit;
}

/** A count from the envelope; null unless it is a whole number from 0 up. */
function toCount(number: number | null): number | null {
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function toPositive(number: number | null): number | null {
  const count = toCount(number);
  return count === 0 ? null : count;
}

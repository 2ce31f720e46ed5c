import type { Page, PageRequest } from "../../call/page.ts";
import type { PageSource } from "./page-source.ts";

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
export function toCount(number: number | null): number | null {
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function toPositive(number: number | null): number | null {
  const count = toCount(number);
  return count === 0 ? null : count;
}

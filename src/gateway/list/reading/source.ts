import type { Page, PageRequest } from "../../../registry-client/page.ts";
import type { ListMemory } from "../../call/learning/learned-list.ts";

/** 0 for the first look at a list, more for each later one. */
export type Look = number;

export interface PageSource<Row> {
  readonly maxLimit: number;
  readonly memory: ListMemory;
  /**
   * Costs one REST call, which equal requests of one GraphQL request share if they have the same
   * `look`. A later look gets a new response from the registry, never a kept one. `"limit-refused"`
   * means that the registry serves no page this large, and that `maxLimit` has been lowered.
   */
  fetchPage(request: PageRequest, look: Look): Promise<Page<Row> | "limit-refused">;
  nextLook(): Look;
  idOf(row: Row): string | null;
  /** The same text for the same contents; null for a row that could not be read. */
  contentsOf(row: Row): string | null;
  /** The registry cuts pages to this many rows without saying so. Lowers `maxLimit`. */
  learnCut(limit: number): void;
  contradiction(reason: string): Error;
}

export interface PlacedPage<Row> {
  readonly rows: readonly Row[];
  readonly start: number;
  readonly limit: number;
  readonly number: number;
  readonly count: number | null;
  readonly pageCount: number | null;
  readonly isSubstitute: boolean;
}

/**
 * Places the rows of a page in its list, by the `limit` and the `page` of its envelope.
 * @throws the source's contradiction if it is a different page from the requested one.
 */
export function placePage<Row>(
  source: PageSource<Row>,
  request: PageRequest,
  page: Page<Row>,
): PlacedPage<Row> {
  const limit = limitOf(request, page);
  const number = toPositive(page.page) ?? request.page;
  const isSubstitute = number < request.page && isLastPage(number, limit, page);
  if (number !== request.page && !isSubstitute) {
    throw source.contradiction(
      `the registry was asked for page ${request.page} and answered with page ${number}`,
    );
  }
  return {
    isSubstitute: isSubstitute || page.isMissing === true,
    // The next page begins where the limit says, even if this one holds more rows.
    rows: page.rows.length > limit ? page.rows.slice(0, limit) : page.rows,
    start: (number - 1) * limit,
    limit,
    number,
    count: page.count,
    pageCount: page.pageCount,
  };
}

/**
 * Whether a page that came in place of a later one is its list's last. A registry that states
 * neither count, and sends a page other than its first, does not ignore which one is asked for.
 */
function isLastPage<Row>(number: number, limit: number, { count, pageCount }: Page<Row>): boolean {
  if (count === null && pageCount === null) return number > 1;
  return number === pageCount || (count ?? Infinity) <= number * limit;
}

/**
 * The limit that the registry applied. A stated limit larger than the requested one counts only if
 * the page holds more rows than requested, or if the list ends with this page. If the page holds
 * more rows than the stated limit, their number is the limit. A single extra row does not count:
 * some registries add the first row of the next page.
 */
function limitOf<Row>(request: PageRequest, { rows, limit, page, count }: Page<Row>): number {
  const stated = toPositive(limit) ?? request.limit;
  if (rows.length > stated + 1) return rows.length;
  if (stated <= request.limit || rows.length > request.limit) return stated;
  const start = ((toPositive(page) ?? request.page) - 1) * stated;
  return count === start + rows.length ? stated : request.limit;
}

function toPositive(number: number | null): number | null {
  return number === 0 ? null : number;
}

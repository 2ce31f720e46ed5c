import type { PageRequest } from "./client.ts";
import { RegistryError } from "./errors.ts";
import type { RecordPage, RegistryRecord, Subject } from "./records.ts";

/** How many pages of one listing are asked for side by side. */
const pagesSideBySide = 4;

/** How often a listing begins again because the registry serves smaller pages than it was asked for. */
const mostRestarts = 12;

/** What a listing reads from: a list's pages, and the largest limit known to be served. */
export interface ListingSource<Kind extends Subject> {
  readonly maxLimit: number;
  fetchPage(request: PageRequest): Promise<RecordPage<Kind> | "limit-refused">;
}

/** The pages of a list from its start, as far as they were wanted. */
export interface Listing<Kind extends Subject> {
  readonly records: readonly RegistryRecord<Kind>[];
  /** Whether this is proven to be every record: as many different ones as every page counted, and the end was reached. */
  readonly isWhole: boolean;
}

/**
 * Reads a list from its start in pages as large as the registry serves, a few side by side once the count is known.
 * @param wantsMore asked before each step with the pages read so far; the reading ends when it says no, or at the list's end.
 * @throws RegistryError
 */
export async function readListing<Kind extends Subject>(
  source: ListingSource<Kind>,
  wantsMore: (pagesRead: number) => boolean,
): Promise<Listing<Kind>> {
  let pages: readonly RecordPage<Kind>[] = [];
  let restarts = 0;
  let limit = source.maxLimit;
  for (;;) {
    const ahead = pagesAhead(pages);
    if (ahead === 0 || !wantsMore(pages.length)) return toListing(pages, ahead === 0);
    const step = await fetchStep(source, limit, pages.length + 1, Math.min(ahead, pagesSideBySide));
    if (step !== "smaller-pages") {
      pages = [...pages, ...step];
    } else if (++restarts <= mostRestarts) {
      limit = Math.min(source.maxLimit, limit);
      pages = [];
    } else {
      return toListing(pages, false);
    }
  }
}

async function fetchStep<Kind extends Subject>(
  source: ListingSource<Kind>,
  limit: number,
  first: number,
  length: number,
): Promise<readonly RecordPage<Kind>[] | "smaller-pages"> {
  const numbers = Array.from({ length }, (_, index) => first + index);
  const step = await Promise.all(numbers.map((page) => source.fetchPage({ limit, page })));
  const served = step.filter((page) => page !== "limit-refused");
  const isAsAsked = served.length === length && served.every((page) => page.limit === limit);
  return isAsAsked ? served : "smaller-pages";
}

/** How many more pages there are: 1 while only the next one can tell. */
function pagesAhead(pages: readonly RecordPage<Subject>[]): number {
  const last = pages.at(-1);
  if (last === undefined) return 1;
  if (last.rows.length < last.limit || last.page !== pages.length) return 0;
  return last.count === null ? 1 : Math.max(0, Math.ceil(last.count / last.limit) - pages.length);
}

function toListing<Kind extends Subject>(
  pages: readonly RecordPage<Kind>[],
  reachedEnd: boolean,
): Listing<Kind> {
  const rows = pages.flatMap((page) => page.rows);
  const records = rows.filter(
    (row): row is RegistryRecord<Kind> => !(row instanceof RegistryError),
  );
  const distinct = new Set(records.map((record) => record.id)).size;
  const isWhole =
    reachedEnd && distinct === rows.length && pages.every((page) => page.count === distinct);
  return { records, isWhole };
}

import { readText } from "./query-string.ts";

/** Which page of a list is shown, according to the address. Without a cursor it is the first. */
export interface PageSearch {
  /** The cursor that the page comes after. */
  readonly after?: string;
  /** The cursor that the page comes before. */
  readonly before?: string;
  /** The page's number. With a cursor it is only shown to the user. */
  readonly page?: number;
}

/** Pages are counted up to here, so that their offsets are integers of GraphQL. */
const maxPage = 10_000_000;

/** Reads the page from the address of a list that also has pages by number alone. */
export function readNumberedPage(raw: Readonly<Record<string, unknown>>): PageSearch {
  const search = readPageSearch(raw);
  const page = readPage(raw);
  const hasCursor = search.after !== undefined || search.before !== undefined;
  return hasCursor || page === undefined || page > maxPage ? search : { page };
}

/** The change of an address that leads to the list's first page. Its search, filters and order stay. */
export const firstPage = { after: undefined, before: undefined, page: undefined } as const;

/** Reads the page from an address. Invalid values are left out. */
export function readPageSearch(raw: Readonly<Record<string, unknown>>): PageSearch {
  const [after, before] = [readText(raw["after"]), readText(raw["before"])];
  const hasCursor = after !== undefined || before !== undefined;
  const page = readPage(raw);
  return {
    ...(after !== undefined && { after }),
    ...(before !== undefined && after === undefined && { before }),
    ...(hasCursor && page !== undefined && { page }),
  };
}

function readPage(raw: Readonly<Record<string, unknown>>): number | undefined {
  const page = Number(readText(raw["page"]) ?? raw["page"]);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}

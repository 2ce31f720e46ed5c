import { readText } from "./query-string.ts";

/** Which page of a list is shown, according to the address. Without a cursor it is the first. */
export interface PageSearch {
  /** The cursor that the page comes after. */
  readonly after?: string;
  /** The cursor that the page comes before. */
  readonly before?: string;
  /** The page's number, to show it to the user. */
  readonly page?: number;
}

/** The change of an address that leads to the list's first page. Its search, filters and order stay. */
export const firstPage = { after: undefined, before: undefined, page: undefined } as const;

/** Reads the page from an address. Invalid values are left out. */
export function readPageSearch(raw: Readonly<Record<string, unknown>>): PageSearch {
  const [after, before] = [readText(raw["after"]), readText(raw["before"])];
  const hasCursor = after !== undefined || before !== undefined;
  const page = Number(readText(raw["page"]) ?? raw["page"]);
  return {
    ...(after !== undefined && { after }),
    ...(before !== undefined && after === undefined && { before }),
    ...(hasCursor && Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

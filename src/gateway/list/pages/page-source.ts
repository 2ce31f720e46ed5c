/**
 * The registry's response to one page request, in the envelope's own words (interface §2.4). A number that is missing or unreadable
 * is null.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly limit: number | null;
  readonly page: number | null;
  readonly count: number | null;
  readonly pageCount: number | null;
}

/** One page of the registry: the rows at positions `(page - 1) * limit` up to `page * limit` (interface §4.1, §4.3). */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** How often a page was requested before: 0 for the first time. */
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

/**
 * What pages have taught about the number of rows in the list of one key. All requests of the process read it and add to it. It
 * saves calls, but proves nothing: where a list ends is read from its pages, every time.
 */
export interface LearnedCount {
  /** The envelope's latest `count`; null if it is unknown. */
  count: number | null;
  /** Whether `count` was right the last time that a list's end showed it; null until one does. */
  isCountTrue: boolean | null;
  /** Whether `page_count` was right the last time that a list's end showed it; null until one does. */
  isPageCountTrue: boolean | null;
  /** How many of the counted rows the registry does not show, as of the last time that the whole list was read. */
  hiddenRows: number;
}

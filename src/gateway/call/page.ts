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
  /** How many positions of the list have no row because the registry hides it, as of the last time that the whole list was read. */
  hiddenRows: number;
  /** Whether a page was seen to hide rows since the list was last read whole without any. */
  hasHoles: boolean;
  /** Whether the list had rows when it was last read. */
  hasRows: boolean;
  /** Whether `count` was seen to leave out hidden rows: then it tells how many rows there are, but not where the list ends. */
  leavesOutHidden: boolean;
  /** The `limit` of the latest page past the end that the registry did not have: it sent a 404, not an empty page. Null if none. */
  missingPageLimit: number | null;
  /** Where pages were read in vain although `count` promised more rows, and that count; null if nowhere. */
  lastRow: {
    /** The id of the row ahead of them, if it has one. */
    readonly id: string | null;
    /** The position behind that row, at least. */
    readonly end: number;
    readonly count: number | null;
  } | null;
}

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
  /** How many of the counted rows the registry does not show, as of the last time that the whole list was read. */
  hiddenRows: number;
}

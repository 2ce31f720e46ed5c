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

/** The source of a list's pages. It also keeps what they teach about the list. */
export interface PageSource<Row> {
  /** The largest `limit` worth asking for. A call may lower it. */
  readonly maxLimit: number;
  /** What earlier pages have taught about this list. It outlives the GraphQL request. */
  readonly learned: LearnedCount;
  /**
   * Costs one REST call, which equal requests within one GraphQL request share. `"limit-refused"` means that the registry serves no
   * page this large, and that `maxLimit` has been lowered.
   */
  fetchPage(request: PageRequest): Promise<Page<Row> | "limit-refused">;
  /** The registry's id of a row; null for a row that could not be read. */
  idOf(row: Row): string | null;
  /** The error to throw when the registry's responses about this list contradict each other. */
  contradiction(reason: string): Error;
}

/**
 * What pages have taught about the number of rows in the list of one key. All requests of the process read it and add to it. Losing
 * it costs a REST call, but makes no page wrong.
 */
export interface LearnedCount {
  /** The envelope's latest `count`; null if it is unknown. */
  count: number | null;
  /**
   * Whether `count` is the number of rows in this list. Null until a page confirms or contradicts it. Once false, it stays false.
   */
  isCountTrue: boolean | null;
  /** Maximum number of rows that any page had. Up to this limit the registry serves full pages, so a short page ends the list. */
  maxRows: number;
}

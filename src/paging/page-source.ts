/**
 * The registry's answer to one page request, in the envelope's own words (interface §2.4). A number that is missing or unreadable
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

/** One list of the registry: fetches its pages, and remembers what they taught. */
export interface PageSource<Row> {
  /** Maximum `limit` that the registry is known to serve. A call may lower it. */
  readonly maxLimit: number;
  /** What earlier pages taught about this list. It outlives the GraphQL request. */
  readonly learned: LearnedCount;
  /**
   * Costs one REST call; equal requests within one GraphQL request share it.
   * `"limit-refused"` means that the registry does not serve so large a limit, and that `maxLimit` has been lowered.
   */
  fetchPage(request: PageRequest): Promise<Page<Row> | "limit-refused">;
  /** The registry's id of a row; null for a row that could not be read. */
  idOf(row: Row): string | null;
  /** The error to throw when the registry's answers about this list contradict one another. */
  contradiction(reason: string): Error;
}

/**
 * What pages have taught about how many rows the list of one key has. All requests of the process share it: each reads it and adds
 * to it.
 * Losing it costs a REST call, never a wrong answer.
 */
export interface LearnedCount {
  /** The envelope's latest `count`; null before the first. */
  count: number | null;
  /**
   * Whether `count` is the number of rows in this list. Null until a page confirms or contradicts it. Once false, it stays false.
   */
  isCountTrue: boolean | null;
  /** The maximum of rows that one page held. The registry cuts no limit up to this, so a shorter page means that the list ends. */
  maxRows: number;
}

/** What is known of a list that nobody has read yet. */
export function createLearnedCount(): LearnedCount {
  return { count: null, isCountTrue: null, maxRows: 0 };
}

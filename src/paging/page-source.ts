/** The registry's answer to one page request, in the envelope's own words (interface §2.4); null where a number is missing or unreadable. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly limit: number | null;
  readonly page: number | null;
  readonly count: number | null;
  readonly pageCount: number | null;
}

/** Which page of the registry: rows `(page - 1) * limit` up to `page * limit` (interface §4.1, §4.3). */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** Where a list's pages come from, and what is known of it. */
export interface PageSource<Row> {
  /** The largest `limit` known to be served now; may shrink after a call. */
  readonly maxLimit: number;
  /** What earlier answers taught about this list, kept from one GraphQL request to the next. */
  readonly memory: ListMemory;
  /**
   * One REST call; equal requests within one GraphQL request are one call.
   * `"limit-refused"`: the registry serves no limit this large, and `maxLimit` has been lowered.
   */
  fetchPage(request: PageRequest): Promise<Page<Row> | "limit-refused">;
  /** The registry's id of a row; null for a row that could not be read. */
  idOf(row: Row): string | null;
  /** The error that tells that the answers about the list contradict one another, so that none can be told as right. */
  contradiction(reason: string): Error;
}

/**
 * What the answers so far taught about one key's list. The source keeps it for the process, whoever reads the list reads and
 * writes it; losing it costs a REST call, never a wrong answer.
 */
export interface ListMemory {
  /** The envelope's `count` as last seen; null before the first. */
  count: number | null;
  /** Whether `count` is the number of this list's rows, which the list's end has shown; null before it was seen. Never true again after false. */
  isCountTrue: boolean | null;
  /** The most rows that one answer held: a shorter page than this is no clamp. */
  mostRows: number;
}

/** The memory of a list not seen so far. */
export function createListMemory(): ListMemory {
  return { count: null, isCountTrue: null, mostRows: 0 };
}

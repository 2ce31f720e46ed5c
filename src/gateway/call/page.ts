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
  /** Whether the registry has no such page, and so no row there. @default false */
  readonly isMissing?: boolean;
}

/** One page of the registry: the rows at positions `(page - 1) * limit` up to `page * limit` (interface §4.1, §4.3). */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** What the process remembers of one key's list. Losing it costs calls, and makes no response wrong. */
export interface ListMemory {
  /** The envelope's latest `count`; null if it is unknown. */
  count: number | null;
  /** Whether a page that was asked beyond `count` ended there. */
  isCountProven: boolean;
  /**
   * Whether the list's pages contradicted each other at two looks. Then plain pages come from the
   * snapshot of the whole list, until a whole reading proves the list sane.
   */
  isOdd: boolean;
}

import type { LearnedCount, Page, PageRequest } from "../../call/page.ts";

/** When a page is requested: 0 for the first look at a list, more for each later one. */
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
  /** A look that is later than all before it: what it shows is not older than this moment. */
  nextLook(): Look;
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

/**
 * What one REST call is worth, in kB of answer: the registry's and our own work for a request (parsing its head, looking up
 * the key, a connection held for a round trip) costs about as much as 12 kB of JSON, some twenty records, do to write,
 * carry and parse. Below it a listing would be read for the sake of a few records; far above it, nearly always gets.
 */
export const callWorthKilobytes = 12;

/** How much longer, in milliseconds, a caller may be made to wait for the cheaper way. */
const patienceMs = 1_000;

/** Before the first page has told the size of a row: a record of either kind with some additional data. */
const typicalRowKilobytes = 0.5;

/** What is known of a list when records are asked for by id. */
export interface ListKnowledge {
  /** How many records the list has; null before any page was seen. */
  readonly count: number | null;
  /** Rows that one page may have. */
  readonly maxLimit: number;
  /** Size of a row; null before any page was seen. */
  readonly rowKilobytes: number | null;
  /** How long one get takes; null before any was made. */
  readonly getMs: number | null;
  /** How long one page takes; null before any was read. */
  readonly pageMs: number | null;
  /** How many calls run side by side. */
  readonly concurrency: number;
}

/** How to load records by id: one get for each, or by reading the list. */
export type LoadPlan = "gets" | "pages";

/**
 * The cheaper way, in calls and bytes, to load `wanted` records by id, unless it makes the caller wait much longer.
 * @param pagesRead how many pages of this list, at `maxLimit`, the same load has read already without finding them.
 */
export function planLoad(wanted: number, knowledge: ListKnowledge, pagesRead = 0): LoadPlan {
  const { count, maxLimit, concurrency } = knowledge;
  const rowKilobytes = knowledge.rowKilobytes ?? typicalRowKilobytes;
  // Without a count the first page is the stake: it is full at the worst, and tells the count.
  const pages = count === null ? 1 : Math.max(0, Math.ceil(count / maxLimit) - pagesRead);
  if (pages === 0) return "gets";
  const rows = count === null ? maxLimit : count - pagesRead * maxLimit;
  const getsCost = wanted * (callWorthKilobytes + rowKilobytes);
  const pagesCost = pages * callWorthKilobytes + rows * rowKilobytes;
  if (pagesCost >= getsCost) return "gets";
  const { getMs, pageMs } = knowledge;
  if (getMs === null || pageMs === null) return "pages";
  const getsWait = Math.ceil(wanted / concurrency) * getMs;
  const pagesWait = Math.ceil(pages / concurrency) * pageMs;
  return pagesWait > getsWait + patienceMs ? "gets" : "pages";
}

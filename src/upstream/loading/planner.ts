import type { ListKnowledge } from "../learning/knowledge.ts";

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

/** So many gets are not worth a page that may be of no use. */
const fewGets = 3;

/** How to load records by id: one get for each, or by reading the list. */
export type LoadPlan = "gets" | "pages";

/**
 * The cheaper way, in calls and bytes, to load `wanted` records by id, unless it makes the caller wait much longer.
 * While the count is unknown, what is at stake is the first page, which tells it.
 * @param rowsRead how many rows of this list the same load has read already without finding them.
 */
export function planLoad(wanted: number, knowledge: ListKnowledge, rowsRead = 0): LoadPlan {
  const { count, maxLimit, concurrency } = knowledge;
  // A page that has not told the count was of no use: no other one will tell it.
  if (count === null && (wanted < 2 * fewGets || rowsRead > 0)) return "gets";
  const rows = count === null ? (firstRows(wanted, knowledge) ?? 0) : count - rowsRead;
  if (rows <= 0) return "gets";
  const pages = countPages(rows, maxLimit);
  const pagesCost = pages * callWorthKilobytes + rows * rowKilobytesOf(knowledge);
  if (pagesCost >= getsCost(wanted, knowledge)) return "gets";
  const { getMs, pageMs } = knowledge;
  if (getMs === null || pageMs === null) return "pages";
  const getsWait = Math.ceil(wanted / concurrency) * getMs;
  const pagesWait = Math.ceil(pages / concurrency) * pageMs;
  return pagesWait > getsWait + patienceMs ? "gets" : "pages";
}

/**
 * How many rows the first page should have that is read for `wanted` records: while the count is unknown no more than are wanted,
 * and no dearer than a few gets or a quarter of all that would be needed; undefined: as many as are served.
 */
export function firstRows(wanted: number, knowledge: ListKnowledge): number | undefined {
  if (knowledge.count !== null) return undefined;
  const stake = Math.max(getsCost(fewGets, knowledge), getsCost(wanted, knowledge) / 4);
  const affordable = Math.floor((stake - callWorthKilobytes) / rowKilobytesOf(knowledge));
  return Math.max(1, Math.min(wanted, affordable));
}

/** How many pages so many rows take, with the rows that each shares with the one before it. */
function countPages(rows: number, maxLimit: number): number {
  if (rows < maxLimit) return 1;
  const overlap = maxLimit >= 50 ? 1.25 : 1.8;
  return Math.ceil((overlap * rows) / maxLimit);
}

function getsCost(gets: number, knowledge: ListKnowledge): number {
  return gets * (callWorthKilobytes + rowKilobytesOf(knowledge));
}

function rowKilobytesOf({ rowKilobytes }: ListKnowledge): number {
  return rowKilobytes ?? typicalRowKilobytes;
}

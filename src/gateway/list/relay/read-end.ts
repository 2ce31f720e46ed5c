import type { PageRequest } from "../../call/page.ts";
import { fetchPart } from "../pages/page-inquiry.ts";
import { readRun } from "../pages/read-list.ts";
import type { PageReader } from "../pages/reader.ts";
import { isEnd, type Run } from "../pages/run.ts";
import { isSeenAhead, mayGoOnBehind } from "../pages/verdicts.ts";
import type { Window } from "../pages/window.ts";
import {
  around,
  firstOnOnePage,
  hasWanted,
  margin,
  type RowsAround,
  readOptions,
  type WantedRows,
  type Windows,
} from "./rows-around.ts";

/** Maximum number of windows to read in search of the end. */
const maxWindows = 64;

/** No list is this long. A registry that has rows at such a position sends the same ones at any. */
const maxLength = 2 ** 40;

/** Maximum number of windows whose run may be torn. */
const maxTornWindows = 4;

/**
 * Reads the rows at the end of a list. Costs one REST call if a page can hold the rows and the count is known, and one more if it
 * is unknown. If the count is wrong, an exponential search finds the end, which costs more.
 * @throws the source's contradiction if no end is found.
 */
export async function readEnd<Row>(
  reader: PageReader<Row>,
  wanted: WantedRows,
): Promise<RowsAround<Row>> {
  const ahead = Math.max(wanted.ahead, 1);
  const { count, lastRow } = reader.source.learned;
  const end = lastRow?.id && lastRow.count === count ? lastRow.end : count;
  if (end !== null) return searchEnd(reader, { ...wanted, ahead }, end);
  // Any page shows the count: once this one is read, `learned` has it. The page may also show the end.
  const first = await fetchFirst(reader, ahead + margin);
  if (first && isEnd(first) && !mayGoOnBehind(reader.source, first))
    return { run: first, index: first.rows.length, isDrifted: false };
  const guess = reader.source.learned.count ?? first?.end ?? ahead;
  return searchEnd(reader, { ...wanted, ahead }, guess);
}

function fetchFirst<Row>(reader: PageReader<Row>, rows: number): Promise<Run<Row> | null> {
  const { min, max } = reader.limits;
  const request: PageRequest = { limit: Math.max(min, Math.min(rows, max)), page: 1 };
  return fetchPart(reader, request);
}

async function searchEnd<Row>(
  reader: PageReader<Row>,
  wanted: WantedRows,
  guess: number,
): Promise<RowsAround<Row>> {
  const bounds: Window = { start: 0, end: Number.POSITIVE_INFINITY };
  let search: EndSearch = { guess, bounds, windowsRead: 0, torn: 0, hidden: 0 };
  while (
    search.windowsRead < maxWindows &&
    search.torn < maxTornWindows &&
    search.bounds.start < maxLength
  ) {
    const windows = windowsAtEnd(search, wanted);
    const run = await readRun(reader, firstOnOnePage(windows, reader.limits), readOptions);
    const index = run.rows.length;
    if (isEnd(run) && hasWanted(run, index, wanted)) return { run, index, isDrifted: run.isTorn };
    search = continueSearch(reader, search, run);
    // The list moves too much for its last rows to be read together: what was read is the best that there is.
    if (search.torn === maxTornWindows && !isSeenAhead(reader.source, run, reader.seen))
      return { run, index, isDrifted: true };
  }
  throw reader.source.contradiction("the end of the registry's list could not be found");
}

/** What is known of the end after some windows. */
interface EndSearch {
  /** Where the end may be. */
  readonly guess: number;
  /** The positions between which the end is. */
  readonly bounds: Window;
  readonly windowsRead: number;
  /** How many of them were torn. */
  readonly torn: number;
  /** How many positions more than rows the last one had: those of rows that the registry hides. */
  readonly hidden: number;
}

/** What is known after one more window, which did not show the wanted rows. */
function continueSearch<Row>(reader: PageReader<Row>, search: EndSearch, run: Run<Row>): EndSearch {
  const bounds = narrow(search.bounds, run);
  return {
    guess: isEnd(run) ? run.end : guessEnd(reader, bounds, search.guess),
    bounds,
    windowsRead: search.windowsRead + 1,
    torn: search.torn + (run.isTorn ? 1 : 0),
    hidden: Math.max(2 * (run.end - run.start - run.rows.length), 0),
  };
}

/** The windows that show the end if the guess is right. Each asks for more than the last: an equal call would get an equal response. */
function windowsAtEnd(
  { guess, windowsRead, hidden }: EndSearch,
  { ahead, withNeighbours }: WantedRows,
): Windows {
  const further = ahead + (withNeighbours ? margin : 0) + windowsRead + hidden;
  const wide = around(guess, further, margin + windowsRead);
  return windowsRead === 0 ? [wide, around(guess, ahead, 1)] : [wide];
}

/** The bounds of the end, narrowed by another run. If the run contradicts a bound, the list has moved, and the bound is dropped. */
function narrow<Row>({ start, end }: Window, run: Run<Row>): Window {
  const isPastEnd = run.rows.length === 0;
  if (isPastEnd) return { start: run.start < start ? 0 : start, end: run.start };
  return { start: run.end, end: run.end > end ? Number.POSITIVE_INFINITY : end };
}

/**
 * The next guess: the count if it is new and within the bounds. Otherwise it is twice the lower bound, or a page beyond it if that
 * is farther, but never past the middle of the bounds.
 */
function guessEnd<Row>(
  { source, limits }: PageReader<Row>,
  { start, end }: Window,
  previous: number,
): number {
  const { count } = source.learned;
  if (count !== null && count !== previous && count >= start && count <= end) return count;
  const farther = Math.max(2 * start, start + limits.max);
  return Math.min(farther, Math.floor((start + end) / 2));
}

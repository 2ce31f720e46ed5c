import type { PageRequest } from "../paging/page-source.ts";
import { readRun } from "../paging/read-list.ts";
import type { PageReader } from "../paging/reader.ts";
import { isEnd, type Run } from "../paging/run.ts";
import type { Window } from "../paging/window.ts";
import {
  around,
  firstOnOnePage,
  margin,
  readOptions,
  type View,
  type WantedRows,
  type Windows,
} from "./view.ts";

/** Maximum number of windows to read in search of the end. */
const maxProbes = 64;

/** Maximum number of them that are torn. */
const maxTornProbes = 4;

/**
 * Reads the rows at the end of a list. Costs one REST call if a page can hold the rows and the count is known, and one more if it
 * is unknown. If the count is wrong, an exponential search finds the end, which costs more.
 * @throws the source's contradiction if no end is found.
 */
export async function viewEnd<Row>(
  reader: PageReader<Row>,
  wanted: WantedRows,
): Promise<View<Row>> {
  const ahead = Math.max(wanted.ahead, 1);
  const { learned } = reader.source;
  // Any page shows the count; the first may show the end, too.
  const first = learned.count === null ? await fetchFirst(reader, ahead + margin) : null;
  if (first && isEnd(first)) return { run: first, index: first.rows.length, isDrifted: false };
  let guess = learned.count ?? first?.end ?? ahead;
  let bounds: Window = { start: 0, end: Number.POSITIVE_INFINITY };
  for (let probe = 0, torn = 0; probe < maxProbes && torn < maxTornProbes; probe++) {
    const windows = windowsAtEnd(guess, { ...wanted, ahead }, probe);
    const run = await readRun(reader, firstOnOnePage(windows, reader.limits), readOptions);
    const index = run.rows.length;
    if (isEnd(run) && (run.start === 0 || index >= ahead)) {
      return { run, index, isDrifted: run.isTorn };
    }
    if (run.isTorn) torn += 1;
    bounds = narrow(bounds, run);
    guess = isEnd(run) ? run.end : guessEnd(reader, bounds, guess);
  }
  throw reader.source.contradiction("The end of the registry's list could not be found.");
}

function fetchFirst<Row>(reader: PageReader<Row>, rows: number): Promise<Run<Row> | null> {
  const { min, max } = reader.limits;
  const request: PageRequest = { limit: Math.max(min, Math.min(rows, max)), page: 1 };
  return reader.fetchRun(request);
}

/** The windows that show the end if the guess is right. Each probe asks for more: an equal call would get an equal answer. */
function windowsAtEnd(
  guess: number,
  { ahead, withNeighbours }: WantedRows,
  probe: number,
): Windows {
  const further = ahead + (withNeighbours ? margin : 0) + probe;
  const wide = around(guess, further, margin + probe);
  return probe === 0 ? [wide, around(guess, ahead, 1)] : [wide];
}

/** The bounds of the end, narrowed by another run. If the run contradicts a bound, the list has moved, and the bound is dropped. */
function narrow<Row>({ start, end }: Window, run: Run<Row>): Window {
  const isPastEnd = run.rows.length === 0;
  if (isPastEnd) return { start: run.start < start ? 0 : start, end: run.start };
  return { start: run.end, end: run.end > end ? Number.POSITIVE_INFINITY : end };
}

/** The next guess: the count, if it is new and within the bounds; else twice as far, or halfway between the bounds. */
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

import { fetchRun, type Reader, type Run } from "./answer.ts";
import { type PageRequest, type PageSource, PageSourceError } from "./page-source.ts";
import { coverWithPages, type Window } from "./window.ts";

/** How many calls for one connection are under way together at most. */
const concurrency = 6;

/** How many rounds of calls in a row may bring no further row before reading is given up. */
const patience = 6;

/**
 * The rows from a window's start on, as many as it is long: fewer only where the list ends, and more where the pages held more.
 * Pages read one after another are joined by the rows that they share. Where they share none, the list moved between two calls, and
 * what is missing is read again with a larger overlap. An empty run means that the list ends at or before the window.
 *
 * One REST call where a page covers the window; else one by one until the served page size and the count are known, then several at a time.
 * @throws PageSourceError when the pages never fit together.
 */
export async function readRun<Row>(reader: Reader<Row>, window: Window): Promise<Run<Row>> {
  let run: Run<Row> | null = null;
  for (let overlap = 1, idle = 0; idle < patience; ) {
    const { most } = reader.limits;
    const pages: readonly PageRequest[] = missingPages(reader, window, run, overlap);
    const parts: readonly (Run<Row> | null)[] = await fetchAll(reader, pages);
    const grown: Run<Row> | null = joinAll(reader.source, run, parts, window.start);
    const length: number = grown ? lengthFrom(window.start, grown) : 0;
    if (grown && (grown.isLast || length >= window.end - window.start)) return grown;
    if (reader.limits.most < most || length > (run ? lengthFrom(window.start, run) : 0)) {
      idle = 0;
    } else {
      idle += 1;
      overlap *= 4;
    }
    run = grown;
  }
  throw new PageSourceError("The registry's pages do not fit together.");
}

/** How many of a run's rows count towards a window that begins at `start`. */
function lengthFrom<Row>(start: number, run: Run<Row>): number {
  return run.rows.length - (start - run.start);
}

/** The pages that hold what is left to read of a window, as far as the list is known to go. */
function missingPages<Row>(
  { source, limits }: Reader<Row>,
  window: Window,
  run: Run<Row> | null,
  overlap: number,
): readonly PageRequest[] {
  const reached = run ? run.end : window.start;
  const rest = window.end - window.start - (run ? lengthFrom(window.start, run) : 0);
  const start = run ? Math.max(reached - overlap, 0) : window.start;
  const [next, ...later] = coverWithPages({ start, end: reached + rest }, limits, overlap).filter(
    ({ limit, page }) => page * limit > reached,
  );
  const count = (source.memory.isCountTrue !== false && source.memory.count) || 0;
  const further = later.filter(({ limit, page }) => (page - 1) * limit < count);
  return next ? [next, ...further] : [];
}

/** The pages' runs in the order asked for; no further ones are asked for once one of them showed the list's end. */
async function fetchAll<Row>(
  reader: Reader<Row>,
  pages: readonly PageRequest[],
): Promise<readonly (Run<Row> | null)[]> {
  const runs: (Run<Row> | null)[] = [];
  for (let start = 0; start < pages.length; start += concurrency) {
    const batch = pages.slice(start, start + concurrency);
    const { most } = reader.limits;
    runs.push(...(await Promise.all(batch.map((page) => fetchRun(reader, page)))));
    if (reader.limits.most < most || runs.at(-1)?.isLast) break;
  }
  return runs;
}

function joinAll<Row>(
  source: PageSource<Row>,
  first: Run<Row> | null,
  parts: readonly (Run<Row> | null)[],
  start: number,
): Run<Row> | null {
  let run = first;
  for (const part of parts) {
    if (!part || run?.isLast) continue;
    if (run) run = join(source, run, part) ?? run;
    else if (part.start <= start && (part.end > start || part.isLast)) run = part;
  }
  return run;
}

/** A run and the rows that follow it in a later part of the list; null where nothing shows that they follow. */
function join<Row>(source: PageSource<Row>, run: Run<Row>, part: Run<Row>): Run<Row> | null {
  const shared = findShared(source, run, part);
  if (!shared) return part.start === run.end ? joinUnseen(run, part) : null;
  const [inRun, inPart] = shared;
  const further = part.rows.slice(inPart + 1);
  const behind = run.rows.length - 1 - inRun;
  // Rows that only the run has behind the shared one lie behind the whole part, or are gone if the part goes on.
  if (further.length === 0 && behind > 0) return { ...run, end: part.end + behind };
  return {
    ...run,
    rows: [...run.rows.slice(0, inRun + 1), ...further],
    end: part.end,
    isLast: part.isLast,
  };
}

/** No page reaches over this seam: a list that moved meanwhile goes unseen. */
function joinUnseen<Row>(run: Run<Row>, part: Run<Row>): Run<Row> {
  return { ...part, rows: [...run.rows, ...part.rows], start: run.start, isTorn: true };
}

/** Where the last row that both have stands in the run and in the part: at its own place if nothing moved, else wherever it is. */
function findShared<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): readonly [number, number] | null {
  const idAt = (rows: readonly Row[], index: number) => {
    const row = rows[index];
    return row === undefined ? null : source.idOf(row);
  };
  const last = run.rows.length - 1;
  const expected = run.end - 1 - part.start;
  const lastId = idAt(run.rows, last);
  if (lastId !== null && lastId === idAt(part.rows, expected)) return [last, expected];
  const places = new Map(part.rows.map((_, index) => [idAt(part.rows, index), index]));
  places.delete(null);
  for (let index = last; index >= 0; index--) {
    const place = places.get(idAt(run.rows, index));
    if (place !== undefined) return [index, place];
  }
  return null;
}

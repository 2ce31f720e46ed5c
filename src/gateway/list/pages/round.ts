import type { PageRequest } from "../../call/page.ts";
import type { PageSource } from "./page-source.ts";
import type { PageReader } from "./reader.ts";
import { countRowsFrom, type Run } from "./run.ts";
import { coverWithPages, type Window } from "./window.ts";

/** How far the reading of a window has come. */
export interface Progress<Row> {
  /** The rows read so far; null before the first. */
  readonly run: Run<Row> | null;
  /** How many rounds in a row have added nothing. */
  readonly idleRounds: number;
}

/** The pages to fetch in the next round: at most `concurrency` of them, or more after an idle round. */
export function planRound<Row>(
  reader: PageReader<Row>,
  window: Window,
  { run, idleRounds }: Progress<Row>,
  concurrency: number,
): readonly PageRequest[] {
  const { source, limits } = reader;
  const overlap = overlapOf(run, reader);
  if (!run) {
    const pages = coverWithPages(window, limits, { overlap });
    return [...withinCount(source, pages, window.start).take(concurrency)];
  }
  if (idleRounds === 0) {
    const rows = window.end - window.start - countRowsFrom(run, window.start);
    // The run's last rows are read again: they show where the next rows belong.
    // Behind rows that are hidden, nobody knows how far the next ones are.
    const missing =
      run.end > run.rowsEnd || run.slack > 0 ? Math.max(rows, limits.max - overlap) : rows;
    const rest = { start: Math.max(run.end - overlap, 0), end: run.end + missing };
    const pages = coverWithPages(rest, limits, { knownEnd: run.end, overlap });
    return [...withinCount(source, pages, run.end).take(concurrency)];
  }
  // The list moved. Each idle round looks farther around the run's end for a shared row. It uses other limits than the rounds
  // before, because within one request an equal call would get the same response again.
  const reach = Math.min(4 ** idleRounds, 4 * limits.max);
  const around = { start: Math.max(run.end - reach, 0), end: run.end + reach };
  const others = { min: limits.min, max: Math.max(limits.max - idleRounds, limits.min) };
  return [...withinCount(source, coverWithPages(around, others), run.end)];
}

/** How many positions two pages share where rows are hidden: of so many, one at least shows a row as a rule. */
const wideOverlap = 8;

/** How many positions the next page repeats. One row is enough, unless the registry may hide it. */
function overlapOf<Row>(run: Run<Row> | null, { source, limits }: PageReader<Row>): number {
  const mayHide = run?.hasHoles || source.learned.hiddenRows > 0;
  return mayHide ? Math.max(Math.min(wideOverlap, Math.floor(limits.max / 2)), 1) : 1;
}

/**
 * The pages that begin within the list according to its count. Those up to the first that goes beyond `position` are included in
 * any case, because the count may be wrong.
 */
function* withinCount<Row>(
  { learned }: PageSource<Row>,
  pages: Iterable<PageRequest>,
  position: number,
): Generator<PageRequest, void> {
  const count = learned.isCountTrue === false ? 0 : (learned.count ?? 0);
  let isPassed = false;
  for (const request of pages) {
    const { limit, page } = request;
    if (isPassed && (page - 1) * limit >= count) return;
    yield request;
    isPassed ||= page * limit > position;
  }
}

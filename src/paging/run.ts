import { countRowsFrom, type Run } from "./answer.ts";
import { joinAtSharedRow, joinByPosition } from "./join.ts";
import type { PageRequest, PageSource } from "./page-source.ts";
import { PageReader } from "./reader.ts";
import { planRound } from "./round.ts";
import { coverWithOnePage, type Window } from "./window.ts";

/** How fast a list is read, and how far. */
export interface ReadOptions {
  /** The most calls to have under way at a time. */
  readonly sideBySide: number;
  /** Called after each round with the position read up to; `false` stops the reading. @default reads on */
  readonly wantsMore?: (position: number) => boolean;
}

/** After this many rounds in a row that add nothing, reading gives up. */
const maxIdleRounds = 6;

/**
 * Reads a list from its start to its end, or until no more is wanted. The list is whole if the run is its last and not torn.
 * Pages are as large as the registry serves. `firstRows` makes the first one smaller.
 * @throws the source's contradiction where the list cannot be read at all; and whatever the source throws.
 */
export async function readList<Row>(
  source: PageSource<Row>,
  { firstRows, ...options }: ReadOptions & { readonly firstRows?: number | undefined },
): Promise<Run<Row>> {
  const reader = new PageReader(source);
  const whole = { start: 0, end: Number.POSITIVE_INFINITY };
  if (firstRows === undefined) return readRun(reader, whole, options);
  const end = Math.min(firstRows, reader.limits.most);
  const first = await readRun(reader, { start: 0, end }, options);
  if (first.isLast || options.wantsMore?.(first.end) === false) return first;
  return readRun(reader, whole, options, first);
}

/**
 * Reads the rows of a window, and more where the pages happen to hold more. It reads fewer only where the list ends, where no
 * more are wanted, or where it has to give up. An empty run means that the list ends at the window's start or before it.
 *
 * Rounds of calls each add to the run. A page is joined to it by a row that both have. If they have none, the list moved between
 * two calls, and the next round looks for one farther around. When reading gives up, the run is torn.
 *
 * Costs one REST call where one page holds the window. Otherwise several calls run side by side once the count is known.
 * @param begun a run that holds the window's start already, to go on from.
 * @throws the source's contradiction if no page holds the window's start.
 */
export async function readRun<Row>(
  reader: PageReader<Row>,
  window: Window,
  options: ReadOptions,
  begun: Run<Row> | null = null,
): Promise<Run<Row>> {
  let run = begun;
  let longest = 0;
  for (let idleRounds = 0; idleRounds < maxIdleRounds; ) {
    const { most } = reader.limits;
    const isLastRound = idleRounds === maxIdleRounds - 1;
    const pages = planRound(reader, window, { run, idleRounds }, options.sideBySide);
    for (const part of await fetchRuns(reader, pages, options.sideBySide)) {
      run = addPart(reader, window.start, { run, part, isLastRound });
    }
    if (run && isEnough(run, window, options)) return run;
    const length = run ? countRowsFrom(run, window.start) : 0;
    const hasAdvanced = length > longest || reader.limits.most < most;
    idleRounds = hasAdvanced ? 0 : idleRounds + 1;
    longest = Math.max(longest, length);
  }
  if (run) return { ...run, isTorn: true };
  throw reader.source.contradiction("The registry returns none of the pages that it is asked for.");
}

function isEnough<Row>(run: Run<Row>, { start, end }: Window, { wantsMore }: ReadOptions): boolean {
  return run.isLast || countRowsFrom(run, start) >= end - start || wantsMore?.(run.end) === false;
}

/**
 * Fetches pages, some at a time, in the order given. It stops once one shows the list's end, or teaches a smaller limit: the
 * pages that follow were planned with the larger one.
 */
async function fetchRuns<Row>(
  reader: PageReader<Row>,
  pages: readonly PageRequest[],
  sideBySide: number,
): Promise<readonly Run<Row>[]> {
  const runs: Run<Row>[] = [];
  for (let start = 0; start < pages.length; start += sideBySide) {
    const batch = pages.slice(start, start + sideBySide);
    const { most } = reader.limits;
    const fetched = await Promise.all(batch.map((page) => reader.fetchRun(page)));
    runs.push(...fetched.filter((run) => run !== null));
    if (reader.limits.most < most || fetched.at(-1)?.isLast) break;
  }
  return runs;
}

interface Addition<Row> {
  readonly run: Run<Row> | null;
  readonly part: Run<Row>;
  readonly isLastRound: boolean;
}

/** The run with a part added at its end; unchanged, or still null, if the part does not belong there. */
function addPart<Row>(
  reader: PageReader<Row>,
  start: number,
  { run, part, isLastRound }: Addition<Row>,
): Run<Row> | null {
  const holdsStart = part.start <= start;
  if (!run) return holdsStart && (part.end > start || part.isLast) ? part : null;
  if (run.isLast) return run;
  const joined = joinAtSharedRow(reader.source, run, part);
  if (joined) return joined;
  // The part has none of the rows read so far. They are gone if it covers all of their positions.
  if (holdsStart && (part.isLast || part.end > run.end)) return part;
  const isNext = isLastRound
    ? part.start <= run.end && (part.end >= run.end || part.isLast)
    : part.start === run.end && !canOverlap(reader, run.end);
  return isNext ? joinByPosition(run, part) : run;
}

/** Whether any page holds the rows on both sides of a position. */
function canOverlap<Row>({ limits }: PageReader<Row>, position: number): boolean {
  return coverWithOnePage({ start: position - 1, end: position + 1 }, limits) !== null;
}

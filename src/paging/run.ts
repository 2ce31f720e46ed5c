import { createReader, fetchRun, type Reader, type Run } from "./answer.ts";
import type { PageRequest, PageSource } from "./page-source.ts";
import { joinSeen, joinUnseen } from "./seam.ts";
import { coverWithOnePage, coverWithPages, type Window } from "./window.ts";

/** How much of a list is read at a time, and how far. */
export interface Pace {
  /** How many calls are under way together at most. */
  readonly sideBySide: number;
  /** Asked after each round, with the position up to which the list has been read. @default always */
  readonly wantsMore?: (position: number) => boolean;
}

/** How many rounds in a row may bring no further row before reading is given up. */
const patience = 6;

/**
 * A list from its start: up to its end, or as far as it is wanted. It is whole where the run is the list's last and not torn.
 * The pages are as large as the source serves, but for the first one, if `firstRows` bounds it.
 * @throws the source's contradiction where a list cannot be read at all; and whatever the source throws.
 */
export async function readList<Row>(
  source: PageSource<Row>,
  { firstRows, ...pace }: Pace & { readonly firstRows?: number | undefined },
): Promise<Run<Row>> {
  const reader = createReader(source);
  const whole = { start: 0, end: Number.POSITIVE_INFINITY };
  if (firstRows === undefined) return readRun(reader, whole, pace);
  const end = Math.min(firstRows, reader.limits.most);
  const first = await readRun(reader, { start: 0, end }, pace);
  if (first.isLast || pace.wantsMore?.(first.end) === false) return first;
  return readRun(reader, whole, pace, first);
}

/**
 * The rows from a window's start on, as many as it is long: fewer only where the list ends or no more are wanted, and more where the
 * pages held more. Pages read one after another are joined by the rows that they share. Where they share none, the list moved between
 * two calls, and what is missing is read again with a larger overlap; when that does not help either, the run ends there, or goes on
 * unseen, and is torn. An empty run means that the list ends at or before the window.
 *
 * One REST call where a page covers the window; else one by one until the served page size and the count are known, then several at a time.
 * @param begun rows from the window's start on that were read before.
 * @throws the source's contradiction when none of the pages given holds the window's start.
 */
export async function readRun<Row>(
  reader: Reader<Row>,
  window: Window,
  pace: Pace,
  begun: Run<Row> | null = null,
): Promise<Run<Row>> {
  let run = begun;
  let longest = 0;
  for (let idle = 0; idle < patience; ) {
    const { most } = reader.limits;
    const pages = missingPages(reader, window, { run, idle, ...pace });
    for (const part of await fetchAll(reader, pages, pace)) {
      if (part) run = extend(reader, window, { run, part, idle });
    }
    const length = run ? lengthFrom(window.start, run) : 0;
    if (run && (run.isLast || length >= window.end - window.start)) return run;
    if (run && pace.wantsMore?.(run.end) === false) return run;
    idle = length > longest || reader.limits.most < most ? 0 : idle + 1;
    longest = Math.max(longest, length);
  }
  if (run !== null) return { ...run, isTorn: true };
  throw reader.source.contradiction("The registry gives no page that was asked for.");
}

/** How many of a run's rows count towards a window that begins at `start`. */
function lengthFrom<Row>(start: number, run: Run<Row>): number {
  return run.rows.length - (start - run.start);
}

/** What was read so far, and after how many rounds in vain. */
interface Progress<Row> {
  readonly run: Run<Row> | null;
  readonly idle: number;
}

/**
 * The pages of the next round: the first ones of what is missing of a window, as far as the list is known to go. After idle rounds all that
 * hold what lies around the run's end, ever more of it, and by other limits than before: an equal request would be answered as before.
 */
function missingPages<Row>(
  { source, limits }: Reader<Row>,
  window: Window,
  { run, idle, sideBySide }: Progress<Row> & Pick<Pace, "sideBySide">,
): readonly PageRequest[] {
  if (!run) {
    const page = coverWithOnePage(window, limits);
    if (page) return [page];
    const pages = withinCount(source, coverWithPages(window, limits, 1), window.start);
    return [...pages.take(sideBySide)];
  }
  if (idle === 0) {
    const rest = window.end - window.start - lengthFrom(window.start, run);
    const missing = { start: Math.max(run.end - 1, 0), end: run.end + rest };
    const pages = withinCount(source, coverWithPages(missing, limits, 1, run.end), run.end);
    return [...pages.take(sideBySide)];
  }
  const overlap = Math.min(4 ** idle, 4 * limits.most);
  const seam = { start: Math.max(run.end - overlap, 0), end: run.end + overlap };
  const other = { least: limits.least, most: Math.max(limits.most - idle, limits.least) };
  return [...withinCount(source, coverWithPages(seam, other, 1), run.end)];
}

/** The first pages that begin within a list as long as its count, and in any case those up to the first that reaches a position. */
function* withinCount<Row>(
  { memory }: PageSource<Row>,
  pages: Iterable<PageRequest>,
  position: number,
): Generator<PageRequest, void> {
  const count = memory.isCountTrue === false ? 0 : (memory.count ?? 0);
  let isReached = false;
  for (const request of pages) {
    const { limit, page } = request;
    if (isReached && (page - 1) * limit >= count) return;
    yield request;
    isReached ||= page * limit > position;
  }
}

/** The pages' runs in the order asked for, a few at a time; no further ones are asked for once one of them showed the list's end. */
async function fetchAll<Row>(
  reader: Reader<Row>,
  pages: readonly PageRequest[],
  { sideBySide }: Pace,
): Promise<readonly (Run<Row> | null)[]> {
  const runs: (Run<Row> | null)[] = [];
  for (let start = 0; start < pages.length; start += sideBySide) {
    const batch = pages.slice(start, start + sideBySide);
    const { most } = reader.limits;
    runs.push(...(await Promise.all(batch.map((page) => fetchRun(reader, page)))));
    if (reader.limits.most < most || runs.at(-1)?.isLast) break;
  }
  return runs;
}

/** What was read so far, with another part of the list if it holds the window's start or goes on from there. */
function extend<Row>(
  reader: Reader<Row>,
  { start }: Window,
  { run, part, idle }: Progress<Row> & { readonly part: Run<Row> },
): Run<Row> | null {
  if (!run) return part.start <= start && (part.end > start || part.isLast) ? part : null;
  if (run.isLast) return run;
  const joined = joinSeen(reader.source, run, part);
  if (joined) return joined;
  // Nothing that was read before is left, and this part does without it.
  if (part.start <= start && (part.isLast || part.end > run.end)) return part;
  return isAtSeam(reader, run, { part, idle }) ? joinUnseen(run, part) : run;
}

/** Whether a part is taken to go on from a run unseen: no page reaches over their seam, or no other way is left. */
function isAtSeam<Row>(
  { limits }: Reader<Row>,
  { end }: Run<Row>,
  { part, idle }: { readonly part: Run<Row>; readonly idle: number },
): boolean {
  if (idle === patience - 1) return part.start <= end && (part.end >= end || part.isLast);
  return part.start === end && !coverWithOnePage({ start: end - 1, end: end + 1 }, limits);
}

import { fetchRun, type Reader, type Run } from "./answer.ts";
import type { PageRequest, PageSource } from "./page-source.ts";
import { coverWithOnePage, coverWithPages, type Window } from "./window.ts";

/** How many calls for one connection are under way together at most. */
const concurrency = 6;

/** How many rounds of calls in a row may bring no further row before reading is given up. */
const patience = 6;

/**
 * The rows from a window's start on, as many as it is long: fewer only where the list ends, and more where the pages held more.
 * Pages read one after another are joined by the rows that they share. Where they share none, the list moved between two calls, and
 * what is missing is read again with a larger overlap; when that does not help either, the run ends there, or goes on unseen, and is torn.
 * An empty run means that the list ends at or before the window.
 *
 * One REST call where a page covers the window; else one by one until the served page size and the count are known, then several at a time.
 * @throws the source's contradiction when none of the pages given holds the window's start.
 */
export async function readRun<Row>(reader: Reader<Row>, window: Window): Promise<Run<Row>> {
  let run: Run<Row> | null = null;
  let longest = 0;
  for (let idle = 0; idle < patience; ) {
    const { most } = reader.limits;
    const pages: readonly PageRequest[] = missingPages(reader, window, run, idle);
    for (const part of await fetchAll(reader, pages)) {
      if (!part || run?.isLast) continue;
      if (run) run = join(reader, run, part, idle) ?? run;
      else if (part.start <= window.start && (part.end > window.start || part.isLast)) run = part;
    }
    const length: number = run ? lengthFrom(window.start, run) : 0;
    if (run && (run.isLast || length >= window.end - window.start)) return run;
    idle = length > longest || reader.limits.most < most ? 0 : idle + 1;
    longest = Math.max(longest, length);
  }
  if (run !== null) return toTorn(run);
  throw reader.source.contradiction("The registry gives no page that was asked for.");
}

function toTorn<Row>(run: Run<Row>): Run<Row> {
  return { ...run, isTorn: true };
}

/** How many of a run's rows count towards a window that begins at `start`. */
function lengthFrom<Row>(start: number, run: Run<Row>): number {
  return run.rows.length - (start - run.start);
}

/**
 * The pages that hold what is left to read of a window, as far as the list is known to go. After idle rounds what lies around the run's end,
 * ever more of it, and by other limits than before: an equal request would be answered as before.
 */
function missingPages<Row>(
  { source, limits }: Reader<Row>,
  window: Window,
  run: Run<Row> | null,
  idle: number,
): readonly PageRequest[] {
  if (!run) return withinCount(source, coverWithPages(window, limits, 1), window.start);
  if (idle === 0) {
    const rest = window.end - window.start - lengthFrom(window.start, run);
    const missing = { start: Math.max(run.end - 1, 0), end: run.end + rest };
    return withinCount(source, coverWithPages(missing, limits, 1, run.end), run.end);
  }
  const overlap = Math.min(4 ** idle, 4 * limits.most);
  const seam = { start: Math.max(run.end - overlap, 0), end: run.end + overlap };
  const other = { least: limits.least, most: Math.max(limits.most - idle, limits.least) };
  return withinCount(source, coverWithPages(seam, other, 1), run.end);
}

/** The pages that begin within a list as long as its count, and in any case those up to the first that reaches a position. */
function withinCount<Row>(
  { memory }: PageSource<Row>,
  pages: readonly PageRequest[],
  position: number,
): readonly PageRequest[] {
  const count = memory.isCountTrue === false ? 0 : (memory.count ?? 0);
  const next = pages.findIndex(({ limit, page }) => page * limit > position);
  return pages.filter(({ limit, page }, index) => index <= next || (page - 1) * limit < count);
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

/** A run and the rows that follow it in a later part of the list; null where nothing shows that they follow. */
function join<Row>(
  reader: Reader<Row>,
  run: Run<Row>,
  part: Run<Row>,
  idle: number,
): Run<Row> | null {
  const shared = findShared(reader.source, run, part);
  if (!shared) return isAtSeam(reader, run, part, idle) ? joinUnseen(run, part) : null;
  const [inRun, inPart] = shared;
  const further = part.rows.slice(inPart + 1);
  const behind = run.rows.length - 1 - inRun;
  // What only the run has behind the shared row lies behind the whole part; it is gone, or new, if the part goes on or is the last.
  if (behind > 0 && further.length === 0 && !part.isLast) return { ...run, end: part.end + behind };
  const rows = [...run.rows.slice(0, inRun + 1), ...further];
  return { ...run, rows, end: part.end, isLast: part.isLast };
}

/** Whether a part is taken to go on from a run unseen: no page reaches over their seam, or no other way is left. */
function isAtSeam<Row>(
  { limits }: Reader<Row>,
  { end }: Run<Row>,
  part: Run<Row>,
  idle: number,
): boolean {
  if (idle === patience - 1) return part.start <= end && (part.end >= end || part.isLast);
  return part.start === end && !coverWithOnePage({ start: end - 1, end: end + 1 }, limits);
}

/** A list that moved between the two calls goes unseen: rows may be missing between these. */
function joinUnseen<Row>(run: Run<Row>, part: Run<Row>): Run<Row> {
  const rows = [...run.rows, ...part.rows.slice(run.end - part.start)];
  return { ...part, rows, start: run.start, isTorn: true };
}

/** Where the last row that both have stands in the run and in the part: at its own place if nothing moved, else wherever it is. */
function findShared<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): readonly [number, number] | null {
  const last = run.rows.length - 1;
  const expected = run.end - 1 - part.start;
  if (isAligned(source, run.rows, part.rows, last, expected)) return [last, expected];
  const inRun = placesOf(source, run.rows);
  const inPart = placesOf(source, part.rows);
  const [id, index] = [...inRun].findLast(([id]) => inPart.has(id)) ?? [];
  const place = id === undefined ? undefined : inPart.get(id);
  return index === undefined || place === undefined ? null : [index, place];
}

/** Whether two runs of rows agree from a place in each on backwards: up to the first row that has an id. */
function isAligned<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
  place: number,
  otherPlace: number,
): boolean {
  for (let back = 0; ; back++) {
    const [row, other] = [rows[place - back], others[otherPlace - back]];
    if (row === undefined || other === undefined) return false;
    const id = source.idOf(row);
    if (id !== source.idOf(other)) return false;
    if (id !== null) return true;
  }
}

/** The places of rows by their ids, in the rows' order; without those whose id comes twice, and so tells nothing. */
function placesOf<Row>(source: PageSource<Row>, rows: readonly Row[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const id = source.idOf(row);
    if (id === null) continue;
    if (places.has(id)) twice.add(id);
    places.set(id, index);
  }
  for (const id of twice) places.delete(id);
  return places;
}

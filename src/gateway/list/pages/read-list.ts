import type { PageRequest } from "../../call/page.ts";
import { fetchPart } from "./page-inquiry.ts";
import type { PageSource } from "./page-source.ts";
import { PageReader } from "./reader.ts";
import { planRound } from "./round.ts";
import { countRowsFrom, emptyRun, type Run, toPart } from "./run.ts";
import { RunBuilder } from "./run-builder.ts";
import { hasAllSeen, mayGoOnBehind, repeatsEnd, showsVisibleCount } from "./verdicts.ts";
import type { Window } from "./window.ts";

/** How fast a list is read, and how far. */
export interface ReadListOptions {
  /** Maximum number of calls in flight at a time. */
  readonly concurrency: number;
  /** Called after each round with the position up to which rows were read, at first where they begin. `false` stops the reading. @default reads on */
  readonly wantsMore?: (position: number) => boolean;
}

/** How many rounds in a row may add nothing before the reading gives up. */
const maxIdleRounds = 6;

/**
 * How many rounds in a row may show nothing but positions without a row. Premise: a registry that counts more rows than were read hides
 * no more pages together than that, or it has no more rows.
 */
const maxBarrenRounds = 8;

/** If they show less than a page each, there may be more rounds, up to as many positions as these pages hold. */
const maxBarrenPages = 8;

/**
 * How many calls a reading may cost, and how many more for each page of the positions that it has reached, if its pages were as long
 * as the longest one. A page with hidden rows costs about eight.
 */
const maxCallsAtLeast = 128;
const maxCallsPerPage = 16;

/** After so many rows, nearly all of them known or without an id, a list that is read by position alone is not read on. */
const manyFutileRows = 16;

/** As many are enough behind all that is counted. */
const fewFutileRows = 4;

/** After so many promised pages without a row, the last promised row decides whether to read on. */
const manyVacantPages = 4;

/**
 * Reads a list from its start to its end, or until no more is wanted. The run is the whole list if it reaches the end (`isLast`)
 * and is not torn. Pages are as large as the registry serves. `firstRows` makes the first one smaller.
 * @throws the source's contradiction if the list cannot be read at all, and any error of the source.
 */
export async function readList<Row>(
  source: PageSource<Row>,
  { firstRows, ...options }: ReadListOptions & { readonly firstRows?: number | undefined },
): Promise<Run<Row>> {
  const reader = new PageReader(source);
  const builder = new RunBuilder(reader, 0);
  if (firstRows !== undefined) {
    const end = Math.min(firstRows, reader.limits.max);
    const first = await extendRun(builder, { start: 0, end }, options);
    if (first.isLast || options.wantsMore?.(first.rowsEnd) === false) return first;
  }
  const run = await extendRun(builder, { start: 0, end: Number.POSITIVE_INFINITY }, options);
  return { ...run, seen: reader.seen };
}

/**
 * Reads the rows of a window, and more if the pages happen to hold more. It reads fewer only if the list ends, if no more are
 * wanted, or if it has to give up. An empty run means that the list ends at the window's start or before it.
 *
 * Each round of calls extends the run. A page is joined to it at rows that both have. If nothing proves that they adjoin, the next
 * round searches farther around the run's end. If reading gives up, the run is torn.
 *
 * Costs one REST call where one page holds the window. Otherwise several calls are in flight at a time once the count is known.
 * @throws the source's contradiction if no page holds the window's start.
 */
export function readRun<Row>(
  reader: PageReader<Row>,
  window: Window,
  options: ReadListOptions,
): Promise<Run<Row>> {
  return extendRun(new RunBuilder(reader, window.start), window, options);
}

/** Reads the rows of a window that a run still lacks. */
async function extendRun<Row>(
  builder: RunBuilder<Row>,
  window: Window,
  options: ReadListOptions,
): Promise<Run<Row>> {
  const { reader } = builder;
  const rounds = new Rounds();
  const callsBefore = reader.calls;
  const mayCall = () => {
    const reached = Math.max((builder.run?.end ?? 0) - window.start, 0);
    const pages = Math.ceil(reached / Math.max(reader.longestPage, 1));
    return reader.calls - callsBefore < maxCallsAtLeast + maxCallsPerPage * pages;
  };
  while (!rounds.areOver && mayCall()) {
    const { max } = reader.limits;
    const progress = { run: builder.run, idleRounds: rounds.idle };
    const pages = planRound(reader, window, progress, options.concurrency);
    const parts = await fetchParts(reader, pages, { concurrency: options.concurrency, mayCall });
    for (const part of parts) builder.add(part, rounds.isLastIdle ? "accept" : "refuse");
    // An inquiry may lower the limit, but not how much the registry hides.
    if (builder.run)
      rounds.noteVacant(builder.run, Math.max(reader.limits.max, reader.longestPage));
    if (builder.run) judgeEndOf(builder, builder.run, rounds.mayReadOn);
    const { run } = builder;
    if (run && repeatsBehindCount(run, reader)) return { ...run, isLast: true };
    if (run && isEnough(run, window, options)) return run;
    if (!run && options.wantsMore?.(window.start) === false) return emptyRun(window.start);
    if (run && (await isShownToEnd(builder, run, rounds.mayReadOn))) {
      // An end that comes again and again shows no position.
      const isPlaced = builder.repeats === 0 || run.start === 0;
      return { ...run, isLast: true, slack: isPlaced ? run.slack : Math.max(run.slack, 1) };
    }
    if (run && isEndless(run, reader)) break;
    rounds.note({
      length: builder.length,
      end: run?.end ?? 0,
      isLimitLower: reader.limits.max < max,
    });
  }
  const run = builder.run ?? unsettledRun(reader, window.start);
  if (run) return { ...run, isTorn: true };
  throw reader.source.contradiction("the registry returns none of the requested pages");
}

/** The page that holds a position, although each look at it showed other rows: all that there is if the list never stands still. */
function unsettledRun<Row>(
  { unsettled, source }: PageReader<Row>,
  position: number,
): Run<Row> | null {
  if (unsettled === null || unsettled.start > position) return null;
  const part = toPart(source.learned, unsettled, false);
  return part.end > position ? part : null;
}

/** Counts the rounds that bring nothing, so that reading ends whatever the registry sends. */
class Rounds {
  /** How many rounds in a row have added nothing. */
  idle = 0;
  /** How many rounds in a row have added positions at most, but no row. */
  #barren = 0;
  /** How many rounds in a row found that enough had been read in vain. */
  #spent = 0;
  #length = 0;
  #end = 0;
  /** Whether the positions behind the last row fill fewer pages than may be read in vain. */
  #isShort = false;

  get areOver(): boolean {
    return this.idle >= maxIdleRounds || this.#spent > 1;
  }

  /** Whether the next round is the last one if it adds nothing. */
  get isLastIdle(): boolean {
    return this.idle === maxIdleRounds - 1;
  }

  get mayReadOn(): boolean {
    return this.#barren < maxBarrenRounds || this.#isShort;
  }

  /** Notes how many positions behind the run's last row were read in vain by now. */
  noteVacant<Row>({ end, reach, rowsEnd }: Run<Row>, pageLength: number): void {
    const vacant = Math.max(end, reach) - rowsEnd;
    this.#isShort = vacant > 0 && vacant < maxBarrenPages * pageLength;
  }

  /** Notes how far the run reaches after a round. */
  note(run: { readonly length: number; readonly end: number; readonly isLimitLower: boolean }) {
    const { length, end, isLimitLower } = run;
    const hasAdvanced = length > this.#length || end > this.#end || isLimitLower;
    this.idle = hasAdvanced ? 0 : this.idle + 1;
    this.#barren = length > this.#length ? 0 : this.#barren + 1;
    this.#spent = this.mayReadOn ? 0 : this.#spent + 1;
    this.#length = Math.max(this.#length, length);
    this.#end = Math.max(this.#end, end);
  }
}

/** Learns from a run that shows its list's end, or takes the end back if there may be more rows behind it. */
function judgeEndOf<Row>(builder: RunBuilder<Row>, run: Run<Row>, mayReadOn: boolean): void {
  const { reader } = builder;
  const { learned } = reader.source;
  if (showsVisibleCount(run)) learned.leavesOutHidden = true;
  if (!run.isLast) return;
  const mayGoOn = mayGoOnBehind(reader.source, run);
  if (mayGoOn && mayReadOn) {
    builder.readOn();
    return;
  }
  // Where a row was seen that no part shows, the list does not end. Then nothing is known, and nothing learned.
  if (mayGoOn && !hasAllSeen(reader.source, run, reader.seen)) {
    builder.tear();
    return;
  }
  learnFromList(run, reader);
  if (!mayGoOn) return;
  const last = run.rows.at(-1);
  const id = last === undefined ? null : reader.source.idOf(last);
  learned.lastRow = { id, end: run.rowsEnd - run.slack, count: run.count };
}

/** Whether further calls show that a list ends with a run, although no page says so. */
async function isShownToEnd<Row>(
  { reader, repeats }: RunBuilder<Row>,
  run: Run<Row>,
  mayReadOn: boolean,
): Promise<boolean> {
  if (repeats > 1 && (await repeatsFarBehind(run, reader))) return true;
  const isVacant = await hasVacantEnd(run, reader, mayReadOn);
  if (isVacant) learnFromList(run, reader);
  return isVacant;
}

function isEnough<Row>(
  run: Run<Row>,
  { start, end }: Window,
  { wantsMore }: ReadListOptions,
): boolean {
  return (
    run.isLast || countRowsFrom(run, start) >= end - start || wantsMore?.(run.rowsEnd) === false
  );
}

/**
 * Learns that the envelope's numbers are wrong, from a list that was read from its start to its end. Premise: a registry that hides
 * rows hides some ahead of others as well, so that a list without gaps has no further rows.
 */
function learnFromList<Row>(run: Run<Row>, { source }: PageReader<Row>): void {
  const { start, rowsEnd, promised, isTorn, hasHoles, moved } = run;
  const isStill = start === 0 && !isTorn && moved.ahead + moved.behind === 0;
  if (isStill && run.count !== run.rows.length) source.learned.leavesOutHidden = false;
  const isExact = isStill && !hasHoles;
  if (!isExact || Math.max(promised, source.learned.count ?? 0) <= rowsEnd) return;
  source.learned.isCountTrue = (source.learned.count ?? 0) === rowsEnd;
  source.learned.isPageCountTrue = false;
}

/**
 * Whether a run was continued by position alone, with few ids again and again. Premise: a registry that repeats its last rows for ever
 * is more likely than one with so many rows of the same ids, or without one.
 */
function isEndless<Row>(run: Run<Row>, { source }: PageReader<Row>): boolean {
  return run.isTorn && run.rows.length >= manyFutileRows && areFutile(source, run.rows);
}

/**
 * Whether a run begins behind all that its registry counts, and was continued there by position alone, with few ids again and again. A
 * walk of such runs would not end. The run is torn, so its page says that it may be wrong.
 */
function repeatsBehindCount<Row>(
  { rows, start, isTorn, count }: Run<Row>,
  { source }: PageReader<Row>,
): boolean {
  return isTorn && count !== null && start >= count && areFutile(source, rows);
}

/** Whether there are many of some last rows, but nearly all of them have the same ids or none. */
function areFutile<Row>(source: PageSource<Row>, rows: readonly Row[]): boolean {
  const last = rows.slice(-manyFutileRows).map((row) => source.idOf(row));
  const ids = new Set(last.filter((id) => id !== null));
  return last.length >= fewFutileRows && ids.size * 4 <= last.length;
}

/** How many pages behind a run's end its end must show once more. */
const farBehind = 8;

/**
 * Whether the registry sends a run's end in place of pages far behind it, too. Premise: rows that moved while they were read may
 * look the same near the end, but not so far behind it.
 */
async function repeatsFarBehind<Row>(run: Run<Row>, reader: PageReader<Row>): Promise<boolean> {
  const { source, limits } = reader;
  const { count, isCountTrue } = source.learned;
  const isMorePromised = isCountTrue !== false && count !== null && count > run.end;
  if (isMorePromised) return false;
  const page = Math.ceil(run.end / limits.max) + farBehind;
  const part = await fetchPart(reader, { limit: limits.max, page });
  return part !== null && repeatsEnd(source, run, part);
}

/**
 * Whether all that an envelope promises beyond a run is not there. Premise: a registry that hides as many rows together as several
 * pages hold does not hide the very last one as well. What few calls can read is read instead.
 */
async function hasVacantEnd<Row>(
  { end, rowsEnd, promised }: Run<Row>,
  reader: PageReader<Row>,
  mayReadOn: boolean,
): Promise<boolean> {
  const many = manyVacantPages * reader.limits.max;
  if (end - rowsEnd <= many || (mayReadOn && promised - end <= 8 * many)) return false;
  return !(await reader.hasRowAt(promised - 1));
}

/**
 * Fetches pages in the order given, up to `concurrency` of them at a time. It stops when the last page of such a batch shows the
 * list's end. It also stops when a page teaches a smaller limit, because the pages that follow were planned with the larger one, and
 * when no further call is allowed.
 */
async function fetchParts<Row>(
  reader: PageReader<Row>,
  pages: readonly PageRequest[],
  { concurrency, mayCall }: { readonly concurrency: number; readonly mayCall: () => boolean },
): Promise<readonly Run<Row>[]> {
  const parts: Run<Row>[] = [];
  for (let start = 0; start < pages.length; start += concurrency) {
    const batch = pages.slice(start, start + concurrency);
    const { max } = reader.limits;
    const fetched = await Promise.all(batch.map((page) => fetchPart(reader, page)));
    parts.push(...fetched.filter((part) => part !== null));
    if (reader.limits.max < max || fetched.at(-1)?.isLast || !mayCall()) break;
  }
  return parts;
}

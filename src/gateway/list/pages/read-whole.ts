import type { Page } from "../../call/page.ts";
import { fetchPart } from "./page-inquiry.ts";
import type { Look, PageSource } from "./page-source.ts";
import { type ReadListOptions, readList } from "./read-list.ts";
import { PageReader } from "./reader.ts";
import { positionOfIndex, type Run } from "./run.ts";
import { type EarlierReading, judgeWhole, type WholeVerdict } from "./verdicts.ts";
import { coverWithOnePage } from "./window.ts";

/** How a whole list is read. */
export interface ReadWholeOptions extends ReadListOptions {
  /** How often it is read again until it is whole. */
  readonly maxReadings: number;
  /** How many rows the first page has, if it is to be smaller than the largest. */
  readonly firstRows?: number | undefined;
}

/** A list that was read from its start, and whether that is all of it. */
export interface WholeList<Row> extends Omit<WholeVerdict<Row>, "shortage" | "hasMoved"> {
  /** Whether the reading ended because no more was wanted. */
  readonly isStopped: boolean;
}

/**
 * Reads a list until nothing shows that a record is missing which was there all along, at most `maxReadings` times. If a record
 * that moved is missing, the list's first and last page are read once more: there an edited record turns up in most registries.
 *
 * If no reading is whole, this gives the one with the most rows. An error of a later reading is not thrown if an earlier one brought
 * rows, unless `isFatal` says so.
 * @throws the source's contradiction if the list cannot be read at all, and any error of the source.
 */
export async function readWhole<Row>(
  source: PageSource<Row>,
  options: ReadWholeOptions,
  isFatal: (error: unknown) => boolean = () => false,
): Promise<WholeList<Row>> {
  let best: WholeList<Row> | undefined;
  let earlier: EarlierReading<Row> | null = null;
  for (let reading = 0; reading < options.maxReadings; reading++) {
    try {
      const read: Reading<Row> = await readOnce(source, options, { reading, earlier });
      const { list } = read;
      if (list.isWhole || list.isStopped) return list;
      if (best === undefined || list.rows.length > best.rows.length) best = list;
      earlier = read.shown;
    } catch (error) {
      if (best === undefined || isFatal(error)) throw error;
      return best;
    }
  }
  if (best === undefined) throw new TypeError("a list is read at least once");
  return best;
}

/** One reading, and what it showed that the next one may confirm. */
interface Reading<Row> {
  readonly list: WholeList<Row>;
  readonly shown: EarlierReading<Row>;
}

interface ReadingState<Row> {
  /** The number of this reading, from 0. */
  readonly reading: number;
  readonly earlier: EarlierReading<Row> | null;
}

async function readOnce<Row>(
  source: PageSource<Row>,
  options: ReadWholeOptions,
  { reading, earlier }: ReadingState<Row>,
): Promise<Reading<Row>> {
  const counts: (number | null)[] = [];
  const wasCountTrue = source.learned.isCountTrue;
  // No page of an earlier reading is used again.
  const pages = new CountingSource(source, reading === 0 ? 0 : source.nextLook(), counts);
  const run = await readList(pages, options);
  const isStopped = !run.isLast && options.wantsMore?.(run.rowsEnd) === false;
  const judge = (read: Run<Row>) => judgeWhole(pages, { run: read, counts, wasCountTrue, earlier });
  let verdict = judge(run);
  // Rows that came and rows that went may cancel each other in the count.
  const mayCancel = counts.some((count) => count !== counts[0]);
  const isInDoubt = run.isLast && !run.isTorn && verdict.hasMoved;
  // Without a count nothing shows that a record has moved to where the reading had been.
  if (isInDoubt && (!verdict.isWhole || mayCancel || verdict.stated === null)) {
    const later = new CountingSource(source, source.nextLook(), counts);
    verdict = judge(await readEndsAgain(new PageReader(later), run, verdict.stated));
  }
  const { rows, stated, shortage, hasMoved } = verdict;
  // An id twice is believed only at a second reading, or where no count tells that another is missing.
  const mayHaveTwins = !hasMoved && (earlier !== null || stated === null);
  const isWhole =
    verdict.isWhole && (!mayHaveTwins || (await areTwinsShown(new PageReader(pages), run)));
  if (isWhole) {
    // Where rows moved, their positions do not tell how many are hidden: a row may have come ahead of those that were read.
    if (shortage !== null) source.learned.hiddenRows = shortage;
    else if (!hasMoved) source.learned.hiddenRows = Math.max(run.rowsEnd - rows.length, 0);
    source.learned.hasHoles = run.hasHoles;
  }
  return {
    list: { isWhole, rows, stated, isStopped },
    shown: { rows: hasMoved ? null : run.rows, shortage },
  };
}

/** How many ids that occur twice are looked at. */
const maxTwins = 8;

/**
 * Whether ids that a still list has twice are twice on one page as well. Premise: one page shows the list at one time and in one order,
 * but two pages may come from replicas that order equal records differently. Rows that no page holds together are believed.
 */
async function areTwinsShown<Row>(reader: PageReader<Row>, run: Run<Row>): Promise<boolean> {
  const { source, limits } = reader;
  const earlier = new Map<string, number>();
  let twins = 0;
  for (const [index, row] of run.rows.entries()) {
    const id = source.idOf(row);
    if (id === null) continue;
    const first = earlier.get(id);
    earlier.set(id, index);
    if (first === undefined || twins >= maxTwins) continue;
    twins += 1;
    const window = { start: positionOfIndex(run, first), end: positionOfIndex(run, index) + 1 };
    const request = coverWithOnePage(window, limits);
    const page = request && (await reader.fetchPlaced(request, source.nextLook()));
    if (page && page.rows.filter((other) => source.idOf(other) === id).length < 2) return false;
  }
  return true;
}

/**
 * Reads the first and the last page again. A record that has moved there gets its new place. Only rows that came to the list's start
 * explain that others moved towards its end: any other may have gone unseen from a page that was not read yet.
 */
async function readEndsAgain<Row>(
  reader: PageReader<Row>,
  run: Run<Row>,
  stated: number | null,
): Promise<Run<Row>> {
  const { max } = reader.limits;
  const lastPage = Math.max(Math.ceil(Math.max(stated ?? 0, run.end) / max), 1);
  const first = await fetchPart(reader, { limit: max, page: 1 });
  const last = lastPage > 1 ? await fetchPart(reader, { limit: max, page: lastPage }) : null;
  if (first === null || (lastPage > 1 && last === null)) return run;
  const { source } = reader;
  const ends = [...first.rows, ...(last?.rows ?? [])];
  const newer = new Map(ends.map((row) => [source.idOf(row), row]));
  const known = new Map(run.rows.map((row) => [source.idOf(row), row]));
  const atStart = movedTo(source, first.rows, { known, near: run.rows.slice(0, 2 * max) });
  const atEnd = movedTo(source, last?.rows ?? [], { known, near: run.rows.slice(-2 * max) });
  const moved = new Set([...atStart, ...atEnd].map((row) => source.idOf(row)));
  const others = run.rows.flatMap((row) => {
    const id = source.idOf(row);
    if (id === null) return [row];
    return moved.has(id) ? [] : [newer.get(id) ?? row];
  });
  const rows = [...atStart, ...others, ...atEnd];
  const { ahead } = run.moved;
  const behind = Math.max(run.moved.behind - atStart.length, 0);
  return { ...run, rows, moved: { ahead, behind } };
}

/** A list's rows by id, and those that stood near a page. */
interface EarlierRows<Row> {
  readonly known: ReadonlyMap<string | null, Row>;
  readonly near: readonly Row[];
}

/** Those of a page's rows that came to it: the list lacked them, or they were edited and stood elsewhere. */
function movedTo<Row>(
  source: PageSource<Row>,
  page: readonly Row[],
  { known, near }: EarlierRows<Row>,
): readonly Row[] {
  const nearIds = new Set(near.map((row) => source.idOf(row)));
  return page.filter((row) => {
    const id = source.idOf(row);
    const earlier = known.get(id);
    if (id === null || earlier === undefined) return id !== null;
    return !source.isSame(earlier, row) && !nearIds.has(id);
  });
}

/** A source whose pages are taken at one look, unless a later one is asked for. It notes the count of each page that arrives. */
class CountingSource<Row> implements PageSource<Row> {
  readonly #source: PageSource<Row>;
  readonly #firstLook: number;
  readonly #counts: (number | null)[];

  constructor(source: PageSource<Row>, firstLook: number, counts: (number | null)[]) {
    this.#source = source;
    this.#firstLook = firstLook;
    this.#counts = counts;
  }

  get maxLimit() {
    return this.#source.maxLimit;
  }

  get learned() {
    return this.#source.learned;
  }

  async fetchPage(
    request: Parameters<PageSource<Row>["fetchPage"]>[0],
    look = 0,
  ): Promise<Page<Row> | "limit-refused"> {
    const page = await this.#source.fetchPage(request, look === 0 ? this.#firstLook : look);
    if (page !== "limit-refused") this.#counts.push(page.count);
    return page;
  }

  nextLook(): Look {
    return this.#source.nextLook();
  }

  idOf(row: Row): string | null {
    return this.#source.idOf(row);
  }

  isSame(row: Row, other: Row): boolean {
    return this.#source.isSame(row, other);
  }

  contentsOf(row: Row): string | null {
    return this.#source.contentsOf(row);
  }

  learnCut(limit: number): void {
    this.#source.learnCut(limit);
  }

  contradiction(reason: string): Error {
    return this.#source.contradiction(reason);
  }
}

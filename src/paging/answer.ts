import type { ListMemory, Page, PageRequest, PageSource } from "./page-source.ts";
import { coverWithOnePage, type Limits } from "./window.ts";

/** Rows that follow one another in a list, as one answer or several showed them. */
export interface Run<Row> {
  readonly rows: readonly Row[];
  /** The position of the first row, when it was read. */
  readonly start: number;
  /** The position after the last row, when it was read. */
  readonly end: number;
  /** Whether the list has nothing after these rows. */
  readonly isLast: boolean;
  /** Whether some rows could not be held against the ones before, so that others may be missing between them. */
  readonly isTorn: boolean;
}

/** A source, and the page sizes that it turned out to serve while it is read. */
export interface Reader<Row> {
  readonly source: PageSource<Row>;
  limits: Limits;
}

/** A reader that has read nothing yet. */
export function createReader<Row>(source: PageSource<Row>): Reader<Row> {
  return { source, limits: { least: 1, most: Math.max(source.maxLimit, 1) } };
}

/**
 * The rows of one page, where the envelope's `limit` and `page` place them; null where the answer only taught a smaller limit.
 * One REST call, and one more where a page ends early while the envelope tells of more rows: a list that ends there,
 * or a registry that cuts pages without saying so.
 * @throws the source's contradiction for another page than the one asked for; and whatever the source throws.
 */
export async function fetchRun<Row>(
  reader: Reader<Row>,
  request: PageRequest,
): Promise<Run<Row> | null> {
  const page = await fetchPage(reader, request);
  if (!page) return null;
  const { memory } = reader.source;
  const run = placeRows(reader.source, request, page);
  const limit = limitOf(request, page);
  if (limit < request.limit) lowerLimit(reader, limit);
  if (limit > request.limit) raiseLimit(reader, limit);
  const isBefore = run.start < (request.page - 1) * limit;
  // A page past the end that was answered with the last one shows the end, also where that one is full.
  const isShort = run.rows.length < limit || (isBefore && isEndOf(page, run, limit));
  const isSure =
    !isShort || run.rows.length === 0 || isEndOf(page, run, limit) || limit <= memory.mostRows;
  const isLast = isSure ? isShort : await isListEnd(reader, run);
  memory.mostRows = Math.max(memory.mostRows, run.rows.length);
  if (isLast === "misplaced") return null;
  const placed = { ...run, isLast };
  learnCount(memory, toCount(page.count), placed);
  return placed;
}

async function fetchPage<Row>(
  reader: Reader<Row>,
  request: PageRequest,
): Promise<Page<Row> | null> {
  const { source } = reader;
  try {
    const page = await source.fetchPage(request);
    if (page !== "limit-refused") {
      source.memory.count = toCount(page.count);
      return page;
    }
  } catch (error) {
    // A count that holds no longer may have led to a page that is not there; one beyond it is no fault of the count.
    const { count } = source.memory;
    if (count !== null && (request.page - 1) * request.limit < count) source.memory.count = null;
    throw error;
  }
  if (request.limit === 1) throw source.contradiction("The registry refuses every `limit`.");
  const half = Math.floor(request.limit / 2);
  const lowered = source.maxLimit < request.limit ? Math.max(source.maxLimit, 1) : half;
  lowerLimit(reader, lowered);
  return null;
}

function lowerLimit<Row>(reader: Reader<Row>, limit: number): void {
  const most = Math.min(reader.limits.most, limit);
  reader.limits = { least: Math.min(reader.limits.least, most), most };
}

function raiseLimit<Row>(reader: Reader<Row>, limit: number): void {
  const { least, most } = reader.limits;
  reader.limits = { least: Math.min(Math.max(least, limit), most), most };
}

/** The page's rows without those beyond its limit: where the next page begins, the envelope's `limit` tells, not the rows. */
function placeRows<Row>(source: PageSource<Row>, request: PageRequest, page: Page<Row>): Run<Row> {
  const limit = limitOf(request, page);
  const number = toPositive(page.page) ?? request.page;
  // A page past the end may be answered with the last one.
  const isLastPage = number === page.pageCount || (page.count ?? Infinity) <= number * limit;
  if (number !== request.page && !(number < request.page && isLastPage)) {
    throw source.contradiction(
      `The registry was asked for page ${request.page} and answered with page ${number}.`,
    );
  }
  const rows = page.rows.length > limit ? page.rows.slice(0, limit) : page.rows;
  const start = (number - 1) * limit;
  return { rows, start, end: start + rows.length, isLast: false, isTorn: false };
}

/**
 * The limit that the rows follow: the envelope's; but the one asked for where that is none, or is larger and the rows do not bear it out,
 * and as many as there are where they are more than the one row that some registries look ahead.
 */
function limitOf<Row>(request: PageRequest, { rows, limit, page, count }: Page<Row>): number {
  const told = toPositive(limit) ?? request.limit;
  if (rows.length > told + 1) return rows.length;
  if (told <= request.limit || rows.length > request.limit) return told;
  const start = ((toPositive(page) ?? request.page) - 1) * told;
  return count === start + rows.length ? told : request.limit;
}

/** Whether the envelope says that the list ends with these rows. */
function isEndOf<Row>({ count, pageCount }: Page<Row>, run: Run<Row>, limit: number): boolean {
  return count === run.end && (pageCount === null || pageCount <= Math.ceil(run.end / limit));
}

/**
 * Whether the list ends where a page ended short although the envelope tells of more; if not, the registry cuts pages without saying so,
 * and is asked for pages of the size it serves from here on. Told by a page no larger than that, which holds the last row and the place after it.
 */
async function isListEnd<Row>(reader: Reader<Row>, run: Run<Row>): Promise<boolean | "misplaced"> {
  const served = run.rows.length;
  const around = coverWithOnePage(
    { start: run.end - 1, end: run.end + 1 },
    { ...reader.limits, most: served },
  );
  const request = around ?? { limit: 1, page: run.end + 1 };
  const page = await fetchPage(reader, request);
  if (!page) return "misplaced";
  const seen = placeRows(reader.source, request, page);
  const isPlaced =
    !around || isSameRow(reader.source, seen.rows[run.end - 1 - seen.start], run.rows[served - 1]);
  if (isPlaced && seen.end <= run.end) return true;
  lowerLimit(reader, served);
  return isPlaced || run.start === 0 ? false : "misplaced";
}

/** Notes whether the envelope's `count` is the number of rows: what one answer shows of both is of one moment. */
function learnCount<Row>(memory: ListMemory, count: number | null, run: Run<Row>): void {
  if (count === null) return;
  if (isEnd(run)) {
    if (count !== run.end) memory.isCountTrue = false;
    else if (count > 0) memory.isCountTrue ??= true;
  } else if (run.isLast ? count > run.start : count < run.end) {
    memory.isCountTrue = false;
  }
}

/** Whether a run shows where its list ends: an empty one shows only that it does not go as far. */
export function isEnd<Row>({ isLast, rows, start }: Run<Row>): boolean {
  return isLast && (rows.length > 0 || start === 0);
}

/** Whether two rows are one record; rows that could not be read are taken for one another. */
function isSameRow<Row>(
  source: PageSource<Row>,
  row: Row | undefined,
  other: Row | undefined,
): boolean {
  return row !== undefined && other !== undefined && source.idOf(row) === source.idOf(other);
}

function toCount(number: number | null): number | null {
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function toPositive(number: number | null): number | null {
  return toCount(number) === 0 ? null : toCount(number);
}

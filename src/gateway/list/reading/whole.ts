import { Reader, type Run } from "./reader.ts";
import type { Look, PageSource } from "./source.ts";

export interface WholeList<Row> {
  readonly rows: readonly Row[];
  /** If so, a record which it lacks was not in the list all along. */
  readonly isWhole: boolean;
  readonly isStopped: boolean;
  readonly stated: number | null;
}

interface ReadWholeOptions {
  readonly maxReadings: number;
  readonly concurrency: number;
  /** More than so many rows. @default yes */
  readonly wantsMore?: ((rows: number) => boolean) | undefined;
  readonly firstRows?: number | undefined;
  readonly isFatal?: (error: unknown) => boolean;
}

/**
 * Reads a list until its readings prove it whole: one whose rows are as many as the count (or in
 * which, without a count, nothing moved), two with the same rows, or two whose rows together are as
 * many as the last count. Otherwise it gives all that they brought. Whether pages proved themselves
 * meanwhile also tells whether the list is odd.
 * @throws the source's errors, unless an earlier reading brought rows.
 */
export async function readWhole<Row>(
  source: PageSource<Row>,
  options: ReadWholeOptions,
): Promise<WholeList<Row>> {
  let last: Reading<Row> | undefined;
  for (let readings = 0; readings < options.maxReadings; readings++) {
    try {
      const look = last === undefined ? 0 : source.nextLook();
      const reading: Reading<Row> = await readOnce(source, options, look, last);
      const { run, isStopped } = reading;
      if (isStopped) return { rows: run.rows, isWhole: false, isStopped, stated: run.count };
      const whole = isProven(reading) ? run.rows : last && findWhole(source, reading, last);
      if (whole) {
        if (reading.doubts > 0) source.memory.isOdd = true;
        else if (run.rows.length === (run.count ?? run.rows.length)) source.memory.isOdd = false;
        return { rows: whole, isWhole: true, isStopped, stated: run.count };
      }
      last = { ...reading, run: { ...run, rows: last ? unite(source, run, last.run) : run.rows } };
    } catch (error) {
      if (last === undefined || options.isFatal?.(error)) throw error;
      break;
    }
  }
  if (last === undefined) throw new TypeError("a list is read at least once");
  const { rows, count: stated } = last.run;
  return { rows, isWhole: false, isStopped: false, stated };
}

interface Reading<Row> {
  readonly run: Run<Row>;
  readonly isStopped: boolean;
  readonly doubts: number;
  readonly hasMoved: boolean;
  readonly hasCountFallen: boolean;
  readonly hasGap: boolean;
  readonly isUnique: boolean;
  readonly ids: string;
}

async function readOnce<Row>(
  source: PageSource<Row>,
  { concurrency, firstRows, wantsMore = () => true }: ReadWholeOptions,
  look: Look,
  last: Reading<Row> | undefined,
): Promise<Reading<Row>> {
  const emptyFrom = last?.run.isLast ? last.run.end : undefined;
  const reader = new Reader(source, { look, onDoubt: "note", concurrency, emptyFrom });
  let isStopped = false;
  const wants = (rows: number) => {
    isStopped = !wantsMore(rows);
    return !isStopped;
  };
  const first =
    firstRows === undefined
      ? null
      : await reader.read({ start: 0, end: Math.min(firstRows, reader.maxLimit) }, wants);
  const isEnough = first !== null && (first.isLast || isStopped);
  const read = isEnough
    ? first
    : await reader.read({ start: 0, end: Number.POSITIVE_INFINITY }, wants);
  // A row that moved while the list was read may have been met twice: at last where it is now.
  const run = reader.hasMoved ? { ...read, rows: lastOfEach(source, read.rows) } : read;
  const ids = run.rows.map((row) => source.idOf(row));
  const known = ids.filter((id) => id !== null);
  const { doubts, hasMoved, hasCountFallen, hasGap } = reader;
  return {
    ...{ run, doubts, hasMoved, hasCountFallen, hasGap },
    isStopped: isStopped && !run.isLast,
    isUnique: new Set(known).size === known.length,
    ids: JSON.stringify(ids),
  };
}

function lastOfEach<Row>(source: PageSource<Row>, rows: readonly Row[]): readonly Row[] {
  const last = new Map(rows.map((row, index) => [source.idOf(row), index]));
  return rows.filter((row, index) => {
    const id = source.idOf(row);
    return id === null || last.get(id) === index;
  });
}

function isProven<Row>(reading: Reading<Row>): boolean {
  const { run, doubts, hasMoved, hasCountFallen, isUnique } = reading;
  if (!run.isLast || doubts > 0 || hasCountFallen || !isUnique) return false;
  return run.count === null ? !hasMoved : run.count === run.rows.length;
}

// What two readings together prove to be all.
function findWhole<Row>(
  source: PageSource<Row>,
  reading: Reading<Row>,
  last: Reading<Row>,
): readonly Row[] | undefined {
  const isComplete = [reading, last].every(({ run, hasGap }) => run.isLast && !hasGap);
  if (!isComplete) return undefined;
  if (reading.ids === last.ids) return reading.run.rows;
  const rows = unite(source, reading.run, last.run);
  return rows.length === reading.run.count ? rows : undefined;
}

// The rows of the later run, and behind them those that only the earlier one has.
function unite<Row>(source: PageSource<Row>, { rows }: Run<Row>, earlier: Run<Row>) {
  const known = new Set(rows.map((row) => source.idOf(row)));
  const further = earlier.rows.filter((row) => {
    const id = source.idOf(row);
    return id !== null && !known.has(id);
  });
  return further.length === 0 ? rows : [...rows, ...further];
}

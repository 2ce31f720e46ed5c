import type { Run } from "./answer.ts";
import type { PageSource } from "./page-source.ts";

/** How far back from a run's end to look for a shared row, as a multiple of the next part's length. */
const partsBack = 8;

/** How many rows to look back at least, however short the part is. */
const leastBack = 1000;

/** A run that owns its rows, so that parts can be added in place. Copying a long run for each part would take too long. */
class GrownRun<Row> implements Run<Row> {
  readonly rows: Row[];
  readonly start: number;
  end: number;
  isLast: boolean;
  isTorn: boolean;

  constructor({ rows, start, end, isLast, isTorn }: Run<Row>) {
    this.rows = [...rows];
    this.start = start;
    this.end = end;
    this.isLast = isLast;
    this.isTorn = isTorn;
  }

  /** Keeps the first `kept` rows, and adds the part's rows from index `from` on. */
  append(kept: number, part: Run<Row>, from: number): void {
    this.rows.length = kept;
    for (let index = from; index < part.rows.length; index++) {
      const row = part.rows[index];
      if (row !== undefined) this.rows.push(row);
    }
    this.end = part.end;
    this.isLast = part.isLast;
  }
}

/**
 * A run with the rows of a later part added at its end; null if the two share no row to join them at.
 * Use only the run returned: the one given may have changed.
 */
export function joinAtSharedRow<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): Run<Row> | null {
  const shared = findSharedRow(source, run, part);
  if (!shared) return null;
  const grown = toGrown(run);
  const behind = run.rows.length - 1 - shared.inRun;
  const isPartsLastRow = shared.inPart === part.rows.length - 1;
  // The part ends with the shared row, but the list goes on: the run's own rows after that row follow the part.
  if (behind > 0 && isPartsLastRow && !part.isLast) grown.end = part.end + behind;
  // The part shows what follows the shared row. What only the run has there came or went between the two calls.
  else grown.append(shared.inRun + 1, part, shared.inPart + 1);
  return grown;
}

/**
 * A run with a part added by positions alone, where the two share no row. The list may have moved between the calls and rows may
 * be missing, so the run is torn. Use only the run returned.
 */
export function joinByPosition<Row>(run: Run<Row>, part: Run<Row>): Run<Row> {
  const grown = toGrown(run);
  grown.append(run.rows.length, part, Math.max(run.end - part.start, 0));
  grown.isTorn = true;
  return grown;
}

function toGrown<Row>(run: Run<Row>): GrownRun<Row> {
  return run instanceof GrownRun ? run : new GrownRun(run);
}

/** The indexes of one row in a run and in a part. */
interface SharedRow {
  readonly inRun: number;
  readonly inPart: number;
}

/** The last row that both have. As a rule nothing moved, and it is the run's last row, at its own position. */
function findSharedRow<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): SharedRow | null {
  const last = run.rows.length - 1;
  const expected = run.end - 1 - part.start;
  if (isAligned(source, run.rows, part.rows, last, expected)) {
    return { inRun: last, inPart: expected };
  }
  // Only the end of a long run is searched: a list that moves at every call would cost its whole length for each page.
  const back = Math.max(partsBack * part.rows.length, leastBack);
  const inRun = indexById(source, run.rows, Math.max(run.rows.length - back, 0));
  const inPart = indexById(source, part.rows, 0);
  const [id, index] = [...inRun].findLast(([id]) => inPart.has(id)) ?? [];
  const other = id === undefined ? undefined : inPart.get(id);
  return index === undefined || other === undefined ? null : { inRun: index, inPart: other };
}

/** Whether two lists of rows agree, backwards from an index in each, up to the first row that has an id. */
function isAligned<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
  index: number,
  otherIndex: number,
): boolean {
  for (let back = 0; ; back++) {
    const [row, other] = [rows[index - back], others[otherIndex - back]];
    if (row === undefined || other === undefined) return false;
    const id = source.idOf(row);
    if (id !== source.idOf(other)) return false;
    if (id !== null) return true;
  }
}

/** The indexes of rows by their ids, from one index on. An id that occurs twice identifies no row, so it is left out. */
function indexById<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  from: number,
): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = from; index < rows.length; index++) {
    const row = rows[index];
    const id = row === undefined ? null : source.idOf(row);
    if (id === null) continue;
    if (indexes.has(id)) repeated.add(id);
    indexes.set(id, index);
  }
  for (const id of repeated) indexes.delete(id);
  return indexes;
}

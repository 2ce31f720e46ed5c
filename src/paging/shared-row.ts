import type { PageSource } from "./page-source.ts";
import type { Run } from "./run.ts";

/** How far back from a run's end to look for a shared row, as a multiple of the next part's length. */
const partsBack = 8;

/** Minimum number of rows to look back, however short the part is. */
const minBack = 1000;

/** The indexes of one row in a run and in a part. */
export interface SharedRow {
  readonly inRun: number;
  readonly inPart: number;
}

/**
 * The last row that a run and a part share; null if they share none. As a rule nothing has moved: it is the run's last row, and the
 * part has it where it is expected.
 */
export function findSharedRow<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): SharedRow | null {
  const last = run.rows.length - 1;
  const expected = run.end - 1 - part.start;
  if (isAligned(source, run.rows, part.rows, last, expected)) {
    return { inRun: last, inPart: expected };
  }
  // Only the end of a long run is searched. Otherwise a list that moves at every call would cost its whole length for each page.
  const back = Math.max(partsBack * part.rows.length, minBack);
  const inRun = indexById(source, run.rows, Math.max(run.rows.length - back, 0));
  const inPart = indexById(source, part.rows, 0);
  for (const [id, index] of [...inRun].reverse()) {
    const other = inPart.get(id);
    if (other !== undefined) return { inRun: index, inPart: other };
  }
  return null;
}

/** Whether two lists of rows agree, going back from an index in each to the first row that has an id. */
function isAligned<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  others: readonly Row[],
  index: number,
  otherIndex: number,
): boolean {
  for (let back = 0; back <= index; back++) {
    const row = rows[index - back];
    const other = others[otherIndex - back];
    if (row === undefined || other === undefined) return false;
    const id = source.idOf(row);
    if (id !== source.idOf(other)) return false;
    if (id !== null) return true;
  }
  return false;
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

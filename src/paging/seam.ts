import type { Run } from "./answer.ts";
import type { PageSource } from "./page-source.ts";

/** So many times a part's length the rows before its seam are looked through for one that both have. */
const reach = 8;

/** At least so many of them are. */
const leastReach = 1000;

/** A run that has grown: its rows are nobody else's, so that the next part can be added in place. */
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

  /** Keeps the first rows, and puts a part's rows from one on behind them. */
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
 * A run and the rows that follow it in a later part of the list; null where nothing shows that they follow. The run given is
 * used up: only what is returned holds.
 */
export function joinSeen<Row>(
  source: PageSource<Row>,
  run: Run<Row>,
  part: Run<Row>,
): Run<Row> | null {
  const shared = findShared(source, run, part);
  if (!shared) return null;
  const [inRun, inPart] = shared;
  const grown = toGrown(run);
  const behind = run.rows.length - 1 - inRun;
  // What only the run has behind the shared row lies behind the whole part; it is gone, or new, if the part goes on or is the last.
  if (behind > 0 && inPart === part.rows.length - 1 && !part.isLast) grown.end = part.end + behind;
  else grown.append(inRun + 1, part, inPart + 1);
  return grown;
}

/** The same where no row can show it: a list that moved between the two calls goes unseen, so that rows may be missing between these. */
export function joinUnseen<Row>(run: Run<Row>, part: Run<Row>): Run<Row> {
  const grown = toGrown(run);
  grown.append(run.rows.length, part, Math.max(run.end - part.start, 0));
  grown.isTorn = true;
  return grown;
}

function toGrown<Row>(run: Run<Row>): GrownRun<Row> {
  return run instanceof GrownRun ? run : new GrownRun(run);
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
  // Not all of a long run: a list that moves at every call would cost its length times its pages.
  const far = Math.max(run.rows.length - Math.max(reach * part.rows.length, leastReach), 0);
  const inRun = placesOf(source, run.rows, far);
  const inPart = placesOf(source, part.rows, 0);
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

/** The places of rows by their ids, from one place on, in the rows' order; without those whose id comes twice, and so tells nothing. */
function placesOf<Row>(
  source: PageSource<Row>,
  rows: readonly Row[],
  from: number,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let index = from; index < rows.length; index++) {
    const row = rows[index];
    const id = row === undefined ? null : source.idOf(row);
    if (id === null) continue;
    if (places.has(id)) twice.add(id);
    places.set(id, index);
  }
  for (const id of twice) places.delete(id);
  return places;
}

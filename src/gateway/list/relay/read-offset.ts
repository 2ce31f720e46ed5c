import { fetchPart } from "../pages/page-inquiry.ts";
import { readRun } from "../pages/read-list.ts";
import type { PageReader } from "../pages/reader.ts";
import { indexOfPosition, isEnd, type Run } from "../pages/run.ts";
import { readEnd } from "./read-end.ts";
import {
  around,
  firstOnOnePage,
  margin,
  type RowsAround,
  readOptions,
  type WantedRows,
} from "./rows-around.ts";

/** The rows behind an offset. */
export interface RowsBehind<Row> extends RowsAround<Row> {
  /** Whether the list ends ahead of the offset. Its end may be elsewhere than the run. */
  readonly isPastEnd: boolean;
}

/**
 * Reads the rows behind the first `offset` rows of a list. Costs one REST call if a page can hold them. Where rows are hidden, the
 * registry's positions do not tell how many rows are ahead, so the list is read from its start.
 * @param mayStop whether to stop when an envelope counts no row at the offset, although no page has shown that. Then the list's end
 * tells whether it has one.
 */
export async function readFromOffset<Row>(
  reader: PageReader<Row>,
  offset: number,
  { behind, withNeighbours, mayStop }: Omit<WantedRows, "ahead"> & { readonly mayStop: boolean },
): Promise<RowsBehind<Row>> {
  const { hiddenRows, hasHoles, leavesOutHidden } = reader.source.learned;
  const end = behind + (withNeighbours ? 1 : 0);
  if (hiddenRows === 0 && !hasHoles && !leavesOutHidden) {
    const narrow = around(offset, 0, end);
    const window = withNeighbours
      ? firstOnOnePage([around(offset, margin, behind + margin), narrow], reader.limits)
      : narrow;
    const wantsMore = () => !mayStop || !isCountedAhead(reader, offset);
    const run = await readRun(reader, window, { ...readOptions, wantsMore });
    if (!run.hasHoles) {
      const index = indexOfPosition(run, offset);
      return rowsBehind(run, index, !wantsMore() && index >= run.rows.length);
    }
  }
  return rowsBehind(await readRun(reader, around(0, 0, offset + end), readOptions), offset, false);
}

function rowsBehind<Row>(run: Run<Row>, index: number, isCountedAhead: boolean): RowsBehind<Row> {
  return {
    run,
    index: Math.max(Math.min(index, run.rows.length), 0),
    isDrifted: run.isTorn,
    isPastEnd: (run.isLast || isCountedAhead) && !isEnd(run),
  };
}

/** A list's end, as a request beyond it learns of it. */
export interface EndAhead<Row> {
  readonly run: Run<Row>;
  readonly isDrifted: boolean;
  /** How many rows the list has, if the run does not show it. */
  readonly totalCount?: number;
}

/**
 * Reads the end of a list that seems to have no row at an offset; null if it has one after all. Costs one REST call if the registry's
 * envelope has its count. A registry that has no page past the end has already sent its first page instead, with which it costs none:
 * that envelope is believed if nothing contradicts it.
 * @param isShown whether a page past the end has shown that there is no row.
 */
export async function readEndAhead<Row>(
  reader: PageReader<Row>,
  offset: number,
  isShown: boolean,
): Promise<EndAhead<Row> | null> {
  const limit = isShown ? reader.source.learned.missingPageLimit : null;
  const first = limit === null ? null : await fetchPart(reader, { limit, page: 1 });
  if (first && isEnd(first)) return { run: first, isDrifted: false };
  const count = first && countAgreed(reader);
  if (first && count !== null && count <= offset) {
    const run = { ...first, rows: [], start: count, end: count, rowsEnd: count, isLast: true };
    return { run, isDrifted: false, totalCount: count - reader.source.learned.hiddenRows };
  }
  const { run, isDrifted } = await readEnd(reader, { ahead: 1, behind: 0, withNeighbours: false });
  return run.end > offset ? null : { run, isDrifted };
}

/**
 * Whether the latest page's envelope counts no row at an offset. Premise: a count of more rows than its page has counts the list. Any
 * other may count the page's rows alone.
 */
function isCountedAhead<Row>(reader: PageReader<Row>, offset: number): boolean {
  const count = countAgreed(reader);
  const rows = reader.seen.at(-1)?.rows ?? [];
  return count !== null && count <= offset && count > rows.length;
}

/** The count of the latest page with rows if it is known to be right, or if `page_count` says the same; else null. */
function countAgreed<Row>({ source, seen }: PageReader<Row>): number | null {
  const { isCountTrue, leavesOutHidden } = source.learned;
  const page = seen.at(-1);
  if (page === undefined || page.count === null || leavesOutHidden) return null;
  const isAgreed = isCountTrue ?? page.pageCount === Math.ceil(page.count / page.limit);
  return isAgreed ? page.count : null;
}

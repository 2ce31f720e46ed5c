import { type ConnectionArguments, parseCursors } from "./arguments.ts";
import { type Cursor, formatCursor, parseCursor } from "./cursor.ts";
import { type CursorRows, cursorAt, findInWhole, toCursorRows } from "./place.ts";
import {
  type ConnectionNeeds,
  type ReadPage,
  readPage,
  readPageInDoubt,
  type WantedPage,
} from "./reading/page.ts";
import type { PageSource } from "./reading/source.ts";

/**
 * A Relay connection. If neither rows nor page info were needed, it has no rows; `hasNextPage`
 * and `hasPreviousPage` are exact if page info was.
 */
export interface Connection<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** An error if the count could not be determined, null if it was not needed. */
  readonly totalCount: number | Error | null;
  readonly warnings: readonly ConnectionWarning[];
  cursorAt(index: number): string;
}

export interface ConnectionWarning {
  readonly code: "PAGE_DRIFT";
  readonly message: string;
}

export const driftWarning: ConnectionWarning = {
  code: "PAGE_DRIFT",
  message: "The list changed and this page's position was lost: it may repeat or skip records.",
};

export interface NamedSource<Row> extends PageSource<Row> {
  readonly listName: string;
}

export interface WholeSource<Row> {
  /** All rows, and why some may lack; null if there are too many to be read whole. */
  readonly read: () => Promise<{
    readonly rows: readonly Row[];
    readonly lack: Error | null;
  } | null>;
  readonly pause: () => Promise<void>;
  readonly isPreferred: boolean;
}

/**
 * Loads a page of a list by Relay's arguments: of the registry's own pages while they prove
 * themselves, else of the whole list. The cursors of both mean the same.
 *
 * Costs what `readPage` costs, or the calls of the list's snapshot.
 * @throws ArgumentError for a cursor that is not of this list, and any error of the list.
 */
export async function loadPage<Row>(
  list: NamedSource<Row>,
  args: ConnectionArguments & { readonly needs: ConnectionNeeds },
  whole: WholeSource<Row>,
): Promise<Connection<Row>> {
  const { memory, listName } = list;
  const cursors = parseCursors(args, (name, text) => parseCursor(listName, name, text));
  const wanted = { ...args, ...cursors };
  if (!memory.isOdd && !whole.isPreferred) {
    const page = await readPage(list, wanted);
    if (page !== null) return toConnection(list, page);
    // Two looks contradict each other. Without a count, there may just be no end to find.
    memory.isOdd = memory.count !== null;
  }
  const read = await whole.read();
  if (read !== null) {
    const { rows, lack } = read;
    return { ...(await pageOf(list, rows, wanted, whole.pause)), totalCount: lack ?? rows.length };
  }
  return toConnection(list, await readPageInDoubt(list, wanted));
}

function toConnection<Row>(
  list: NamedSource<Row>,
  { slice, totalCount }: ReadPage<Row>,
): Connection<Row> {
  if (slice === null) return { ...withoutRows, totalCount };
  const { run, from, to, isDrifted } = slice;
  const { rows } = run;
  let cursorRows: CursorRows | undefined;
  return {
    rows: from === 0 && to === rows.length ? rows : rows.slice(from, to),
    hasNextPage: to < rows.length || !run.isLast,
    hasPreviousPage: run.start + from > 0,
    totalCount,
    warnings: isDrifted ? [driftWarning] : [],
    cursorAt(index) {
      cursorRows ??= toCursorRows(list, run);
      return formatCursor(list.listName, cursorAt(cursorRows, from + index));
    },
  };
}

const withoutRows: Omit<Connection<never>, "totalCount"> = {
  rows: [],
  hasNextPage: false,
  hasPreviousPage: false,
  warnings: [],
  cursorAt() {
    throw new RangeError("a cursor can be made only for rows of the page");
  },
};

async function pageOf<Row>(
  list: NamedSource<Row>,
  rows: readonly Row[],
  { from, size, after, before, offset = 0 }: WantedPage,
  pause: () => Promise<void>,
): Promise<Omit<Connection<Row>, "totalCount">> {
  const cursorRows = cursorRowsOf(list, rows);
  const find = (cursor: Cursor | null, side: "after" | "before") =>
    cursor && findInWhole(cursorRows, cursor, side, pause);
  const [start, end] = [await find(after, "after"), await find(before, "before")];
  const first = Math.min(start?.index ?? offset, rows.length);
  const last = Math.max(end?.index ?? rows.length, first);
  const range =
    from === "start"
      ? { from: first, to: Math.min(first + size, last) }
      : { from: Math.max(last - size, first), to: last };
  return {
    rows: rows.slice(range.from, range.to),
    hasNextPage: range.to < rows.length,
    hasPreviousPage: range.from > 0,
    warnings: start?.isDrifted || end?.isDrifted ? [driftWarning] : [],
    cursorAt: (index) => formatCursor(list.listName, cursorAt(cursorRows, range.from + index)),
  };
}

// So that the digests of a snapshot are made once.
const cursorRowsBySnapshot = new WeakMap<readonly unknown[], CursorRows>();

function cursorRowsOf<Row>(list: NamedSource<Row>, rows: readonly Row[]): CursorRows {
  const found =
    cursorRowsBySnapshot.get(rows) ??
    toCursorRows(list, { rows, start: 0, isLast: true, count: rows.length });
  cursorRowsBySnapshot.set(rows, found);
  return found;
}

import { type Bitset, rowsPerWord, visitRows } from "../table/bitset.ts";
import type { Pace } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";
import { type CursorName, type CursorPlace, wrongCursor } from "./order-cursor.ts";
import { countAhead } from "./sort.ts";
import type { OrderKey, SortKey } from "./sort-key.ts";

/** Which of the matching rows to select: the first or the last `size` of those between two places. */
export interface PageRange {
  readonly from: "start" | "end";
  readonly size: number;
  readonly after: CursorPlace | null;
  readonly before: CursorPlace | null;
}

/** The place of a row or of a cursor in an order. */
interface Point {
  readonly keys: readonly OrderKey[];
  readonly id: string;
}

/** The place of a row. */
interface RowPoint extends Point {
  readonly row: number;
}

/**
 * Selects the rows of a range in one pass, without ordering the others.
 * @throws SearchError `BAD_USER_INPUT` for a place of another order.
 */
export async function selectPage<Row>(
  { table, pace }: Scan<Row>,
  rows: Bitset,
  { sortKeys, from, size, after, before }: PageRange & { readonly sortKeys: readonly SortKey[] },
) {
  const { compare, pointAt } = createPointOrder(table, sortKeys);
  const start = after && toPoint(sortKeys, after, "after");
  const end = before && toPoint(sortKeys, before, "before");
  // The page is filled from one of its ends. A row that is behind another comes later from that end.
  const isForward = from === "start";
  const isBehind = (row: number, point: Point) => compare(row, point) > 0 === isForward;
  const page: RowPoint[] = [];
  let [totalCount, upToStart, fromEnd] = [0, 0, 0];
  const visit = (row: number) => {
    totalCount++;
    const last = page[size - 1];
    // Most rows come after a full page. They are neither on it nor before it, so they need not be counted.
    if (last && isBehind(row, last)) return;
    const isUpToStart = start !== null && compare(row, start) <= 0;
    const isFromEnd = end !== null && compare(row, end) >= 0;
    if (isUpToStart) upToStart++;
    if (isFromEnd) fromEnd++;
    if (isUpToStart || isFromEnd || size === 0) return;
    const index = countAhead(page, (other) => isBehind(row, other));
    page.splice(index, 0, pointAt(row));
    if (page.length > size) page.pop();
  };
  await visitScattered(rows, visit, pace);
  const first = isForward ? upToStart : totalCount - fromEnd - page.length;
  const positions = (isForward ? page : page.toReversed()).map(({ row }) => row);
  const hasNextPage = first + page.length < totalCount;
  return { positions, totalCount, hasPreviousPage: first > 0, hasNextPage };
}

/** How rows become points, and how a row is compared with a point. Ids break ties. */
function createPointOrder<Row>({ list, rows }: Table<Row>, sortKeys: readonly SortKey[]) {
  const idAt = (row: number) => list.readId(rows[row] as Row);
  const pointAt = (row: number): RowPoint => {
    return { row, keys: sortKeys.map(({ keyAt }) => keyAt(row)), id: idAt(row) };
  };
  const compare = (row: number, { keys, id }: Point) => {
    for (let index = 0; index < keys.length; index++) {
      const key = sortKeys[index];
      const difference = key?.compare(key.keyAt(row), keys[index] ?? null) ?? 0;
      if (difference !== 0) return difference;
    }
    return list.compareIds(idAt(row), id);
  };
  return { compare, pointAt };
}

function toPoint(sortKeys: readonly SortKey[], place: CursorPlace, name: CursorName): Point {
  const keys = place.values.map((value, index) => sortKeys[index]?.keyOf(value));
  const known = keys.filter((key) => key !== undefined);
  if (known.length !== keys.length || known.length !== sortKeys.length) throw wrongCursor(name);
  return { keys: known, id: place.id };
}

/** Visits all rows in a scattered order. In the reverse of the wanted order, each row would replace one on the page. */
async function visitScattered(rows: Bitset, visit: (row: number) => void, pace: Pace) {
  const steps = 2 ** Math.ceil(Math.log2(Math.max(rows.length, 1)));
  // The number of steps is a power of two, so a leap of an odd number reaches each word once.
  const leap = Math.floor(steps * 0.618) | 1;
  const visitWord = (step: number) => visitRows(rows, (step * leap) & (steps - 1), visit);
  await pace.each(steps, visitWord, rowsPerWord);
}

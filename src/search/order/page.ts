import { type Bitset, rowsPerWord, visitRows } from "../table/bitset.ts";
import type { Pace } from "../table/pace.ts";
import type { Scan } from "../table/table.ts";
import { type CursorName, type CursorPlace, wrongCursor } from "./cursor.ts";
import type { Key, SortKey } from "./order.ts";
import { countAhead } from "./sort.ts";

/** Which of the rows that match are wanted: `size` of them from the start or from the end of what lies between two places. */
export interface Range {
  readonly from: "start" | "end";
  readonly size: number;
  readonly after: CursorPlace | null;
  readonly before: CursorPlace | null;
}

/** Where a row or a cursor stands in an order. */
interface Point {
  readonly keys: readonly Key[];
  readonly id: string;
}

/** Picks a range of rows by sort keys, and in the end by ids, without putting the others in order. Throws `SearchError` for a place of another order. */
export async function selectPage<Row>(
  { table, pace }: Scan<Row>,
  rows: Bitset,
  { sortKeys, from, size, after, before }: Range & { readonly sortKeys: readonly SortKey[] },
) {
  const { readId, compareIds } = table.list;
  const idAt = (row: number) => readId(table.rows[row] as Row);
  const isForward = from === "start";
  const start = after && toPoint(sortKeys, after, "after");
  const end = before && toPoint(sortKeys, before, "before");
  const compare = (row: number, { keys, id }: Point) => {
    for (let index = 0; index < keys.length; index++) {
      const key = sortKeys[index];
      const difference = key?.compare(key.keyAt(row), keys[index] ?? null) ?? 0;
      if (difference !== 0) return difference;
    }
    return compareIds(idAt(row), id);
  };
  const isBehind = (row: number, point: Point) => compare(row, point) > 0 === isForward;
  const kept: (Point & { readonly row: number })[] = [];
  let [totalCount, ahead, behind] = [0, 0, 0];
  const visit = (row: number) => {
    totalCount++;
    const last = kept[size - 1];
    // Most rows are: whether they lie between the places does not matter then.
    if (last && isBehind(row, last)) return;
    const isAhead = start !== null && compare(row, start) <= 0;
    const isBeyond = end !== null && compare(row, end) >= 0;
    if (isAhead) ahead++;
    if (isBeyond) behind++;
    if (isAhead || isBeyond || size === 0) return;
    const place = countAhead(kept, (other) => isBehind(row, other));
    kept.splice(place, 0, { row, keys: sortKeys.map(({ keyAt }) => keyAt(row)), id: idAt(row) });
    if (kept.length > size) kept.pop();
  };
  await visitScattered(rows, visit, pace);
  const first = isForward ? ahead : totalCount - behind - kept.length;
  const positions = kept.map(({ row }) => row);
  if (!isForward) positions.reverse();
  const hasNextPage = first + kept.length < totalCount;
  return { positions, totalCount, hasPreviousPage: first > 0, hasNextPage };
}

function toPoint(sortKeys: readonly SortKey[], place: CursorPlace, name: CursorName): Point {
  const keys = place.values.map((value, index) => sortKeys[index]?.keyOf(value));
  const known = keys.filter((key) => key !== undefined);
  if (known.length !== keys.length || known.length !== sortKeys.length) throw wrongCursor(name);
  return { keys: known, id: place.id };
}

/** Visits all rows in leaps over the list: where that has the reverse of the order asked for, each row would come ahead of all others. */
async function visitScattered(rows: Bitset, visit: (row: number) => void, pace: Pace) {
  const places = 2 ** Math.ceil(Math.log2(Math.max(rows.length, 1)));
  // An odd number of steps reaches each of a power of two of places once.
  const leap = Math.floor(places * 0.618) | 1;
  const visitWord = (step: number) => visitRows(rows, (step * leap) & (places - 1), visit);
  await pace.each(places, visitWord, rowsPerWord);
}

import { type Bitset, rowsOf, rowsPerWord } from "./bitset.ts";
import { type CursorPlace, wrongCursor } from "./cursor.ts";
import { lastKey, type SortKey } from "./order.ts";
import type { Pace } from "./pace.ts";
import type { Table } from "./table.ts";

/** Which of the rows that match are wanted: `size` of them from the start or from the end of what lies between two places. */
export interface Range {
  readonly from: "start" | "end";
  readonly size: number;
  readonly after: Place | null;
  readonly before: Place | null;
}

/**
 * A place between rows: in the registry's order how many rows of the list are ahead of it, whether they match or not; in
 * any other what a cursor says, which is the place of a row and not ahead or behind it.
 */
export type Place = number | CursorPlace;

/** The rows of a range, and where they stand among all that match. */
export interface Page {
  /** The rows' positions in the table, in the order asked for. */
  readonly positions: readonly number[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

/** An order of rows. */
export interface RowOrder {
  /** Below 0 where the first row comes first. */
  readonly compare: (one: number, other: number) => number;
  /** Tells rows by a place: below 0 for a row ahead of it, 0 for the row whose place it is. */
  readonly compareWith: (place: Place, name: "after" | "before") => (row: number) => number;
}

/** The order in which the rows came. */
export const registryOrder: RowOrder = {
  compare: (one, other) => one - other,
  compareWith(place) {
    if (typeof place !== "number") throw new TypeError("The registry's order knows no cursors");
    return (row) => (row < place ? -1 : 1);
  },
};

/** The order of sort keys, the first the most important; rows that are the same in all are in the order of their ids. */
export function createOrder<Row>(
  { list, rows }: Table<Row>,
  sortKeys: readonly SortKey[],
): RowOrder {
  const idOf = (position: number) => list.readId(rows[position] as Row);
  return {
    compare(one, other) {
      for (const { codes, keys } of sortKeys) {
        const left = keys[codes[one] ?? 0] ?? lastKey;
        const right = keys[codes[other] ?? 0] ?? lastKey;
        if (left !== right) return left < right ? -1 : 1;
      }
      return list.compareIds(idOf(one), idOf(other));
    },
    compareWith(place, name) {
      if (typeof place === "number") throw new TypeError("This order knows no positions");
      const wanted = sortKeys.map(({ keyOf }, index) => keyOf(place.values[index]));
      if (place.values.length !== sortKeys.length || wanted.includes(undefined)) {
        throw wrongCursor(name);
      }
      return (row) => {
        for (const [index, { codes, keys }] of sortKeys.entries()) {
          const left = keys[codes[row] ?? 0] ?? lastKey;
          const right = wanted[index] ?? lastKey;
          if (left !== right) return left < right ? -1 : 1;
        }
        return list.compareIds(idOf(row), place.id);
      };
    },
  };
}

/** Picks a range of the rows that match, without putting the others in order. */
export async function selectPage(
  matches: Bitset,
  order: RowOrder,
  { from: end, size, after, before }: Range,
  pace: Pace,
): Promise<Page> {
  const isForward = end === "start";
  const compare = isForward ? order.compare : (a: number, b: number) => order.compare(b, a);
  const withAfter = after === null ? null : order.compareWith(after, "after");
  const withBefore = before === null ? null : order.compareWith(before, "before");
  const stride = strideOf(matches.length);
  const positions: number[] = [];
  let totalCount = 0;
  let ahead = 0;
  let behind = 0;
  const visit = (row: number) => {
    const isAhead = withAfter !== null && withAfter(row) <= 0;
    const isBehind = withBefore !== null && withBefore(row) >= 0;
    totalCount++;
    if (isAhead) ahead++;
    if (isBehind) behind++;
    if (!isAhead && !isBehind) keepFirst(positions, row, { size, compare });
  };
  const visitWords = (from: number, to: number) => {
    for (let step = from; step < to; step++) {
      for (const row of rowsOf(matches, (step * stride) % matches.length)) visit(row);
    }
  };
  await pace.over(matches.length, visitWords, rowsPerWord);
  const first = isForward ? ahead : totalCount - behind - positions.length;
  if (!isForward) positions.reverse();
  return {
    positions,
    totalCount,
    hasPreviousPage: first > 0,
    hasNextPage: first + positions.length < totalCount,
  };
}

/** Puts a row in its place among the first that were seen so far, unless there are enough ahead of it. */
function keepFirst(
  positions: number[],
  row: number,
  { size, compare }: { readonly size: number; readonly compare: RowOrder["compare"] },
): void {
  const last = positions[size - 1];
  if (size === 0 || (last !== undefined && compare(last, row) < 0)) return;
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(positions[middle] ?? 0, row) < 0) low = middle + 1;
    else high = middle;
  }
  positions.splice(low, 0, row);
  if (positions.length > size) positions.pop();
}

/**
 * A step that visits so many words one by one, each once, all over the list: rows that the list has in the reverse of the
 * order asked for would each be better than the last.
 */
function strideOf(words: number): number {
  let stride = Math.max(1, Math.round(words * 0.618));
  while (greatestCommonDivisor(stride, words) > 1) stride++;
  return stride;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

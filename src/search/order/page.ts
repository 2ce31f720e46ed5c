import type { Pace } from "../table/pace.ts";
import type { Scan, Table } from "../table/table.ts";
import { type CursorName, type CursorPlace, wrongCursor } from "./order-cursor.ts";
import { countAhead, sortPart } from "./sort.ts";
import type { OrderKey, SortKey } from "./sort-key.ts";

/**
 * Which of the matching rows to select: the first or the last `size` of those between two places.
 */
export interface PageRange {
  readonly from: "start" | "end";
  readonly size: number;
  readonly after: CursorPlace | null;
  readonly before: CursorPlace | null;
  readonly offset?: number;
}

export interface SelectedPage {
  readonly positions: readonly number[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

export function selectInOrder(rows: Uint32Array, range: PageRange): SelectedPage {
  const { from, size, offset = 0 } = range;
  const { length } = rows;
  // A cursor of this order is the number of rows of the table ahead of its place.
  const countTo = ({ values }: CursorPlace) => countAhead(rows, (row) => row < Number(values[0]));
  const after = range.after === null ? Math.min(offset, length) : countTo(range.after);
  const before = range.before === null ? length : countTo(range.before);
  const isForward = from === "start";
  const start = isForward ? after : Math.max(after, before - size);
  const end = isForward ? Math.min(before, after + size) : before;
  const positions = Array.from(rows.subarray(start, Math.max(start, end)));
  const { length: found } = positions;
  const [hasPreviousPage, hasNextPage] = isForward
    ? [after > 0, after + found < length]
    : [before - found > 0, before < length];
  return { positions, totalCount: length, hasPreviousPage, hasNextPage };
}

interface Point {
  readonly keys: readonly OrderKey[];
  readonly id: string;
  /** Null for a cursor, whose row may be gone. */
  readonly row: number | null;
}

interface RowPoint extends Point {
  readonly row: number;
}

interface SortedRange extends PageRange {
  readonly sortKeys: readonly SortKey[];
}

/**
 * Selects the rows of a range in one pass, without ordering the others. After an offset it takes
 * several passes over ever fewer rows.
 * @throws SearchError `BAD_USER_INPUT` for a cursor of another order.
 */
export async function selectPage<Row>(
  { table, pace }: Scan<Row>,
  rows: Uint32Array,
  { sortKeys, from, size, after, before, offset = 0 }: SortedRange,
): Promise<SelectedPage> {
  const order = createPointOrder(table, sortKeys);
  const { compare, pointAt } = order;
  if (offset > 0) return selectFromOffset(rows, { size, offset, order }, pace);
  const start = after && toPoint(sortKeys, after, "after");
  const end = before && toPoint(sortKeys, before, "before");
  // The page is filled from one end of the range, its near end. The farther a row is from there,
  // the higher it compares.
  const isForward = from === "start";
  const [near, far] = isForward ? [start, end] : [end, start];
  const compareFromNear = (row: number, point: Point) =>
    isForward ? compare(row, point) : -compare(row, point);
  const page: RowPoint[] = [];
  let nearerCount = 0;
  const visit = (row: number) => {
    const last = page[size - 1];
    // Checked first, because most rows come after a full page.
    if (last !== undefined && compareFromNear(row, last) > 0) return;
    if (near !== null && compareFromNear(row, near) <= 0) {
      nearerCount += 1;
      return;
    }
    if (size === 0 || (far !== null && compareFromNear(row, far) >= 0)) return;
    const index = countAhead(page, (other) => compareFromNear(row, other) > 0);
    page.splice(index, 0, pointAt(row));
    if (page.length > size) page.pop();
  };
  await visitScattered(rows, visit, pace);
  const hasNearer = nearerCount > 0;
  const hasFarther = nearerCount + page.length < rows.length;
  const positions = (isForward ? page : page.toReversed()).map(({ row }) => row);
  const [hasPreviousPage, hasNextPage] = isForward
    ? [hasNearer, hasFarther]
    : [hasFarther, hasNearer];
  return { positions, totalCount: rows.length, hasPreviousPage, hasNextPage };
}

async function selectFromOffset(
  rows: Uint32Array,
  {
    size,
    offset,
    order: { compare, pointAt },
  }: {
    readonly size: number;
    readonly offset: number;
    readonly order: ReturnType<typeof createPointOrder>;
  },
  pace: Pace,
): Promise<SelectedPage> {
  const { length: totalCount } = rows;
  const found = rows.slice();
  const start = Math.min(offset, totalCount);
  const end = Math.min(start + size, totalCount);
  const compareTo = (pivot: number) => {
    const point = pointAt(pivot);
    return (row: number) => compare(row, point);
  };
  await sortPart(found, { start, end, compareTo }, pace);
  return {
    positions: Array.from(found.subarray(start, end)),
    totalCount,
    hasPreviousPage: start > 0,
    hasNextPage: end < totalCount,
  };
}

/**
 * How to make a point of a row, and how to compare a row with a point. Ids break ties. Rows that
 * share an id keep their order.
 */
function createPointOrder<Row>({ list, rows }: Table<Row>, sortKeys: readonly SortKey[]) {
  const idAt = (row: number) => list.readId(rows[row] as Row);
  const pointAt = (row: number): RowPoint => {
    return { row, keys: sortKeys.map(({ keyAt }) => keyAt(row)), id: idAt(row) };
  };
  const compare = (row: number, { keys, id, row: other }: Point) => {
    for (let index = 0; index < keys.length; index++) {
      const key = sortKeys[index];
      const difference = key?.compare(key.keyAt(row), keys[index] ?? null) ?? 0;
      if (difference !== 0) return difference;
    }
    return list.compareIds(idAt(row), id) || row - (other ?? row);
  };
  return { compare, pointAt };
}

function toPoint(sortKeys: readonly SortKey[], place: CursorPlace, name: CursorName): Point {
  const { values, id } = place;
  const keys = sortKeys.map(({ keyOf }, index) => {
    const key = keyOf(values[index]);
    if (key === undefined) throw wrongCursor(name);
    return key;
  });
  return { keys, id, row: null };
}

/** Scattered: in the reverse of the wanted order, each would displace another. */
async function visitScattered(rows: Uint32Array, visit: (row: number) => void, pace: Pace) {
  const steps = 2 ** Math.ceil(Math.log2(Math.max(rows.length, 1)));
  // The number of steps is a power of two and the leap is odd, so each row is visited once. Leaps
  // by the golden ratio scatter them evenly.
  const leap = Math.floor(steps * 0.618) | 1;
  await pace.each(steps, (step) => {
    // Not by `*`, whose product can be beyond 53 bits.
    const row = rows[Math.imul(step, leap) & (steps - 1)];
    if (row !== undefined) visit(row);
  });
}

import type { PageSource } from "../pages/page-source.ts";
import { positionOfIndex, type Run } from "../pages/run.ts";
import {
  type Cursor,
  checksumOf,
  digestOf,
  maxNeighbours,
  unknownContents,
  unreadableDigest,
} from "./cursor.ts";

/** The index of a row among those that a cursor's place is searched in. Its position counts from the list's start. */
export type RowIndex = number;

/** Rows that follow one another in a list, as cursors know them: by the digests of their ids. */
export interface CursorRows {
  /** The position of the first row. */
  readonly start: number;
  readonly length: number;
  /** Whether the list ends with these rows. */
  readonly isLast: boolean;
  /** The list's count; null if it is unknown. */
  readonly count: number | null;
  /** Whether rows may be missing somewhere among these. @default false */
  readonly isTorn?: boolean;
  /** The digest of a row by its index; `unreadableDigest` for a row without an id, and for an index that has no row. */
  readonly digestAt: (index: RowIndex) => number;
  /** The checksum of a row's contents by its index; `unknownContents` if it could not be read. */
  readonly contentsAt: (index: RowIndex) => number;
  /** The contents of a row by its index; null if it could not be read. */
  readonly textAt: (index: RowIndex) => string | null;
  /** The position of a row by its index. @default `start` and the index */
  readonly positionAt?: (index: RowIndex) => number;
  /** Where one page showed a row, by the row's index, and what it counted; undefined if that is not known. @default not known */
  readonly shownAt?: (index: RowIndex) => ShownPlace | undefined;
  /** Whether positions are estimates, because rows are hidden. @default false */
  readonly isEstimate?: boolean;
  /** Whether pages of the list were seen to hide rows, so that the position of a cursor may have been an estimate. @default false */
  readonly mayHide?: boolean;
}

/** The position of a row, and the list's count at the same time. */
type ShownPlace = Pick<Cursor, "position" | "count">;

/** The rows of a run, as cursors know them. A digest is made when it is first needed, because few are ever needed. */
export function toCursorRows<Row>(source: PageSource<Row>, run: Run<Row>): CursorRows {
  const { rows, start, rowsEnd, isLast, isTorn, count } = run;
  const digests: (number | undefined)[] = [];
  const digestAt = (index: number) => {
    const known = digests[index];
    if (known !== undefined) return known;
    const row = rows[index];
    if (row === undefined) return unreadableDigest;
    const id = source.idOf(row);
    const digest = id === null ? unreadableDigest : digestOf(id);
    digests[index] = digest;
    return digest;
  };
  const textAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? null : source.contentsOf(row);
  };
  const checksums: (number | undefined)[] = [];
  const contentsAt = (index: number) => {
    const known = checksums[index];
    if (known !== undefined) return known;
    const contents = textAt(index);
    const checksum = contents === null ? unknownContents : checksumOf(contents);
    checksums[index] = checksum;
    return checksum;
  };
  // As the last page showed them, like the count: rows may have moved since the first one was read.
  const positionAt = (index: number) =>
    run.hasHoles ? positionOfIndex(run, index) : Math.max(rowsEnd - rows.length + index, 0);
  const isEstimate =
    run.hasHoles || source.learned.hiddenRows > 0 || source.learned.leavesOutHidden;
  return {
    ...{ start, length: rows.length, isLast, count, isTorn, isEstimate },
    mayHide: source.learned.hasHoles,
    ...{ digestAt, contentsAt, textAt, positionAt },
    shownAt: findShownPlaces(source, run),
  };
}

/**
 * Where pages showed the rows of a run that moved while it was read: nobody knows where those that were read before stood at the time of
 * the run's count. Where rows are hidden, no page shows a position.
 */
function findShownPlaces<Row>(
  source: PageSource<Row>,
  { rows, count, moved, hasHoles, seen = [] }: Run<Row>,
): (index: RowIndex) => ShownPlace | undefined {
  const { leavesOutHidden, hiddenRows, ...learned } = source.learned;
  const isStill =
    moved.ahead + moved.behind === 0 && seen.every((page) => (page.count ?? count) === count);
  const hidesRows = hasHoles || learned.hasHoles || leavesOutHidden || hiddenRows > 0;
  if (isStill || hidesRows) return () => undefined;
  let places: Map<Row, ShownPlace> | undefined;
  return (index) => {
    const row = rows[index];
    if (row === undefined || source.idOf(row) === null) return undefined;
    places ??= new Map(
      seen.flatMap((page) =>
        page.rows.map((row, at) => [row, { position: page.start + at, count: page.count }]),
      ),
    );
    return places.get(row);
  };
}

/** The cursor of one of the rows. It knows the row's neighbours, unless they may not have been next to it. */
export function cursorAt(
  {
    start,
    length,
    count,
    isTorn,
    digestAt,
    contentsAt,
    positionAt = (at) => start + at,
    shownAt,
  }: CursorRows,
  index: RowIndex,
): Cursor {
  const neighbours = isTorn ? 0 : maxNeighbours;
  const first = Math.max(index - neighbours, 0);
  const end = Math.min(index + neighbours + 1, length);
  const indexes = Array.from({ length: end - first }, (_, nth) => first + nth);
  return {
    ...(shownAt?.(index) ?? { position: positionAt(index), count }),
    digests: indexes.map(digestAt),
    contents: indexes.map(contentsAt),
    own: index - first,
  };
}

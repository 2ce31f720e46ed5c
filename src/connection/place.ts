import type { Run } from "../paging/answer.ts";
import type { PageSource } from "../paging/page-source.ts";
import { type Cursor, digestOf, formatCursor, neighbours, unreadable } from "./cursor.ts";

/** Which boundary of its row a cursor stands for: the one behind it (`after`) or the one ahead of it (`before`). */
export type Side = "after" | "before";

/** The boundary between two rows of a run that a cursor stands for. */
export interface Place {
  /** How many rows of the run are ahead of the boundary. */
  readonly index: number;
  /** Whether the run shows that every row which was on one side of the boundary, and is still there, is on that side. */
  readonly isSure: boolean;
}

/** Rows that follow one another, as far as places among them are told by it. */
export interface Extent extends Pick<Run<unknown>, "start" | "isLast"> {
  readonly rows: { readonly length: number };
}

/** The digest of a run's row by its index; `unreadable` for a row without an id, and for no row. */
export type DigestAt = (index: number) => number;

/** The digests of a run's rows, each made when it is first asked for. */
export function createDigests<Row>(source: PageSource<Row>, { rows }: Run<Row>): DigestAt {
  const digests: (number | undefined)[] = [];
  return (index) => {
    const known = digests[index];
    if (known !== undefined) return known;
    const row = rows[index];
    if (row === undefined) return unreadable;
    const id = source.idOf(row);
    const digest = id === null ? unreadable : digestOf(id);
    digests[index] = digest;
    return digest;
  };
}

/** The position of a cursor's boundary, were the list as it was when the cursor was made. */
export function positionOf(cursor: Cursor, side: Side): number {
  return side === "after" ? cursor.position + 1 : cursor.position;
}

/** The cursor of one of the rows of a list that had so many by its count. */
export function cursorAt(
  list: string,
  { rows, start }: Extent,
  digestAt: DigestAt,
  { index, count }: { readonly index: number; readonly count: number | null },
): string {
  const first = Math.max(index - neighbours, 0);
  const end = Math.min(index + neighbours + 1, rows.length);
  const digests = Array.from({ length: end - first }, (_, place) => digestAt(first + place));
  return formatCursor(list, { position: start + index, count, digests, own: index - first });
}

/**
 * The place of a cursor in a run: at its own row; if that is gone, behind the nearest row ahead of it that is still there (`after`),
 * or ahead of the nearest one behind it (`before`). Null where the run has none of the rows that the cursor knows.
 */
export function findPlace(
  run: Extent,
  digestAt: DigestAt,
  cursor: Cursor,
  side: Side,
): Place | null {
  const unmoved = findUnmoved(run, digestAt, cursor, side);
  if (unmoved !== null) return unmoved;
  const search = new DigestSearch(cursor);
  for (let row = 0; row < run.rows.length; row++) search.look(row, digestAt(row));
  return placeBy(search.found, run, digestAt, { cursor, side });
}

/** The place of a cursor whose own row is where it was. */
export function findUnmoved(
  run: Extent,
  digestAt: DigestAt,
  { digests, own, position }: Cursor,
  side: Side,
): Place | null {
  const expected = position - run.start;
  if (digests[own] === unreadable || digests[own] !== digestAt(expected)) return null;
  return { index: side === "after" ? expected + 1 : expected, isSure: true };
}

/** The place of a cursor by the rows of a run that have its digests. */
export function placeBy(
  found: FoundDigests,
  run: Extent,
  digestAt: DigestAt,
  { cursor, side }: { readonly cursor: Cursor; readonly side: Side },
): Place | null {
  const { digests, own, position } = cursor;
  const boundary = side === "after" ? own + 1 : own;
  if (isUnmoved(run, cursor, found)) {
    return { index: position - run.start + boundary - own, isSure: true };
  }
  const left = found.findLastIndex((index, digest) => digest < boundary && index !== null);
  const right = found.findIndex((index, digest) => digest >= boundary && index !== null);
  const [ahead, behind] = [found[left] ?? null, found[right] ?? null];
  // Rows without an id cannot be found: as many as there were up to the boundary are taken for the same.
  const low = ahead === null ? null : skip(ahead + 1, 1, count(digests.slice(left + 1, boundary)));
  const high = behind === null ? null : skip(behind, -1, count(digests.slice(boundary, right)));
  const index = side === "after" ? (low ?? high) : (high ?? low);
  if (index === null) return isAllGone(run, cursor, boundary) ? { index: 0, isSure: true } : null;
  const isBeside = (left >= 0 && left === boundary - 1) || right === boundary;
  const isBetween = (low !== null || run.start === 0) && (high !== null || run.isLast);
  return { index, isSure: isBeside || isBetween };

  function skip(index: number, step: 1 | -1, most: number): number {
    let place = index;
    for (let rest = most; rest > 0; rest--) {
      const next = step === 1 ? place : place - 1;
      if (next < 0 || next >= run.rows.length || digestAt(next) !== unreadable) break;
      place += step;
    }
    return place;
  }
}

function count(digests: readonly number[]): number {
  return digests.filter((digest) => digest === unreadable).length;
}

/** Whether the whole list is in view, and has no row that was ahead of the boundary: all of those are known, and gone. */
function isAllGone(run: Extent, { digests, own, position }: Cursor, boundary: number): boolean {
  if (run.start > 0 || !run.isLast) return false;
  return (
    run.rows.length === 0 || (own === position && !digests.slice(0, boundary).includes(unreadable))
  );
}

/** Whether a row that could not be read is taken to be in its place: the rows around it are in theirs, or could not be read either. */
function isUnmoved(run: Extent, { digests, own, position }: Cursor, found: FoundDigests): boolean {
  const expected = position - run.start;
  if (digests[own] !== unreadable || expected < 0 || expected >= run.rows.length) return false;
  if (found.every((place) => place === null)) return digests.every((one) => one === unreadable);
  return found.every((place, index) => place === null || place - expected === index - own);
}

/** For each of a cursor's digests the row that has it; null where none has, or where the id is no evidence because it comes twice. */
export type FoundDigests = readonly (number | null)[];

/** Looks for the rows that a cursor knows, one row after the other. */
export class DigestSearch {
  readonly #digests: readonly number[];
  readonly #places: Map<number, number | null>;
  readonly #seen = new Set<number>([unreadable]);

  constructor({ digests }: Cursor) {
    this.#digests = digests;
    this.#places = new Map(digests.map((digest) => [digest, null]));
  }

  /** Takes note of a row. */
  look(row: number, digest: number): void {
    if (!this.#places.has(digest)) return;
    this.#places.set(digest, this.#seen.has(digest) ? null : row);
    this.#seen.add(digest);
  }

  /** What was found among the rows so far. */
  get found(): FoundDigests {
    const digests = this.#digests;
    const isTwice = (digest: number, index: number) =>
      digests.indexOf(digest) !== index || digests.lastIndexOf(digest) !== index;
    return digests.map((digest, index) =>
      isTwice(digest, index) ? null : (this.#places.get(digest) ?? null),
    );
  }
}

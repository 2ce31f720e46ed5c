import type { Run } from "../paging/answer.ts";
import type { PageSource } from "../paging/page-source.ts";
import { type Cursor, digestOf, unreadable } from "./cursor.ts";

/** Which boundary of its row a cursor stands for: the one behind it (`after`) or the one ahead of it (`before`). */
export type Side = "after" | "before";

/** The boundary between two rows of a run that a cursor stands for. */
export interface Place {
  /** How many rows of the run are ahead of the boundary. */
  readonly index: number;
  /** Whether the run shows that every row which was on one side of the boundary, and is still there, is on that side. */
  readonly isSure: boolean;
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

/**
 * The place of a cursor in a run: at its own row; if that is gone, behind the nearest row ahead of it that is still there (`after`),
 * or ahead of the nearest one behind it (`before`). Null where the run has none of the rows that the cursor knows.
 */
export function findPlace<Row>(
  run: Run<Row>,
  digestAt: DigestAt,
  cursor: Cursor,
  side: Side,
): Place | null {
  const { digests, own, position } = cursor;
  const boundary = side === "after" ? own + 1 : own;
  const expected = position - run.start;
  const unmoved = { index: expected + boundary - own, isSure: true };
  if (digests[own] !== unreadable && digests[own] === digestAt(expected)) return unmoved;
  const found = findDigests(run, digestAt, cursor);
  if (isUnmoved(run, cursor, found)) return unmoved;
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
function isAllGone<Row>(
  run: Run<Row>,
  { digests, own, position }: Cursor,
  boundary: number,
): boolean {
  if (run.start > 0 || !run.isLast) return false;
  return (
    run.rows.length === 0 || (own === position && !digests.slice(0, boundary).includes(unreadable))
  );
}

/** Whether a row that could not be read is taken to be in its place: the rows around it are in theirs, or could not be read either. */
function isUnmoved<Row>(
  run: Run<Row>,
  { digests, own, position }: Cursor,
  found: readonly (number | null)[],
): boolean {
  const expected = position - run.start;
  if (digests[own] !== unreadable || expected < 0 || expected >= run.rows.length) return false;
  if (found.every((place) => place === null)) return digests.every((one) => one === unreadable);
  return found.every((place, index) => place === null || place - expected === index - own);
}

/** For each of a cursor's digests the row that has it; null where none has, or where the id is no evidence because it comes twice. */
function findDigests<Row>(
  run: Run<Row>,
  digestAt: DigestAt,
  { digests }: Cursor,
): readonly (number | null)[] {
  const places = new Map<number, number | null>();
  for (const digest of digests) places.set(digest, null);
  const seen = new Set<number>([unreadable]);
  for (let row = 0; row < run.rows.length; row++) {
    const digest = digestAt(row);
    if (!places.has(digest)) continue;
    places.set(digest, seen.has(digest) ? null : row);
    seen.add(digest);
  }
  const isTwice = (digest: number, index: number) =>
    digests.indexOf(digest) !== index || digests.lastIndexOf(digest) !== index;
  return digests.map((digest, index) =>
    isTwice(digest, index) ? null : (places.get(digest) ?? null),
  );
}

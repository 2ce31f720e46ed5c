import fc from "fast-check";
import { tagFields } from "./arbitraries.ts";
import type { TagRow } from "./tags.ts";

type Fields = Omit<TagRow, "id">;

/** What happens to a list between two pages. Places are parts of its length. */
export interface Move {
  readonly place: number;
  /** How many records go from there on. */
  readonly remove: number;
  /** Records that come there. */
  readonly insert: readonly Fields[];
  /** What the records from there on become. */
  readonly change: readonly Fields[];
}

/** What happens between the pages of a walk. */
export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    remove: fc.nat(3),
    insert: fc.array(tagFields, { maxLength: 3 }),
    change: fc.array(tagFields, { maxLength: 2 }),
  }),
  { maxLength: 30 },
);

let made = 0;

/** A list after a move; a record that changes is another object. */
export function moveOn(rows: readonly TagRow[], { place, remove, insert, change }: Move): TagRow[] {
  const start = Math.floor(place * rows.length);
  const fresh = insert.map((fields) => ({ ...fields, id: `new ${made++}` }));
  const stayed = rows.slice(start + remove).map((row, index) => {
    return index < change.length ? { ...change[index], id: row.id } : row;
  });
  return [...rows.slice(0, start), ...fresh, ...stayed];
}

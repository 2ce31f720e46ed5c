import fc from "fast-check";
import { tagFields } from "./arbitraries.ts";
import type { TagRow } from "./tags.ts";

type Fields = Omit<TagRow, "id">;

/** What happens to a list between two pages. */
export interface Move {
  /** Where it happens, as a fraction of the list's length. */
  readonly place: number;
  /** How many records are removed there. */
  readonly remove: number;
  /** The records that are inserted there. */
  readonly insert: readonly Fields[];
  /** The new fields of the records that follow. */
  readonly change: readonly Fields[];
}

/** The moves between the pages of a walk. */
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

/** A list after a move. A record that changes is a new object. */
export function moveOn(rows: readonly TagRow[], { place, remove, insert, change }: Move): TagRow[] {
  const start = Math.floor(place * rows.length);
  const fresh = insert.map((fields) => ({ ...fields, id: `new ${made++}` }));
  const stayed = rows.slice(start + remove).map((row, index) => {
    return index < change.length ? { ...change[index], id: row.id } : row;
  });
  return [...rows.slice(0, start), ...fresh, ...stayed];
}

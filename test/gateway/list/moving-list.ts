import fc from "fast-check";
import { createIds, type ModelList, type ModelOptions } from "./model-list.ts";

/** A change of the list: at `place`, a fraction of its length, `remove` rows go and `insert` new ones come. */
export interface Move {
  readonly place: number;
  readonly remove: number;
  readonly insert: number;
}

/** The moves after each call. */
export type Moves = readonly (readonly Move[])[];

/** Applies moves between calls, and records which ids were removed. */
export function createMover(moves: Moves) {
  const removed = new Set<string | null>();
  let call = 0;
  let made = 0;
  return {
    removed,
    afterCall(list: ModelList) {
      for (const { place, remove, insert } of moves[call++] ?? []) {
        const start = Math.floor(place * list.rows.length);
        const fresh = createIds(insert, `new-${made++}`);
        for (const id of list.rows.splice(start, remove, ...fresh)) removed.add(id);
      }
    },
  };
}

/** Moves for at most the first 40 calls: up to `times` after each, of up to `rows` rows. */
export function moves(rows: number, times: number): fc.Arbitrary<Moves> {
  const move = fc.record({
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    remove: fc.integer({ min: 0, max: rows }),
    insert: fc.integer({ min: 0, max: rows }),
  });
  return fc.array(fc.array(move, { maxLength: times }), { maxLength: 40 });
}

/** Page limits: none, or small ones, by a clamp, by refusals or by the gateway's setting. */
export function limits(min: number): fc.Arbitrary<ModelOptions> {
  const limit = fc.integer({ min, max: 60 });
  return fc.oneof<fc.Arbitrary<ModelOptions>[]>(
    fc.constant({}),
    fc.record({ clamp: limit }),
    fc.record({ refuseAbove: limit }),
    fc.record({ maxLimit: limit }),
    fc.record({ clamp: limit, refuseAbove: limit, maxLimit: limit }),
  );
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConnection } from "../../../../src/gateway/list/relay/connection.ts";
import { digestOf, formatCursor, parseCursor } from "../../../../src/gateway/list/relay/cursor.ts";
import { type CursorRows, cursorAt } from "../../../../src/gateway/list/relay/cursor-rows.ts";
import { findBoundary } from "../../../../src/gateway/list/relay/find-boundary.ts";
import { createIds, createModelList } from "../pages/model-list.ts";
import { createMover, moves } from "../pages/moving-list.ts";
import { seed } from "./seed.ts";

/** A list of ids in memory. */
function createList(ids: readonly (string | null)[]): CursorRows {
  const { length } = ids;
  const digestAt = (index: number) => {
    const id = ids[index];
    return typeof id === "string" ? digestOf(id) : 0;
  };
  // A row that is taken out and put in again looks the same here.
  const contentsAt = () => 0;
  const textAt = () => null;
  return { start: 0, length, isLast: true, count: length, digestAt, contentsAt, textAt };
}

const formatCursorAt = (list: CursorRows, position: number) =>
  formatCursor("letters", cursorAt(list, position));

const parse = (cursor: string) => parseCursor("letters", "after", cursor);

/** The rows after or before a cursor's boundary in a list. */
async function restOf(ids: readonly (string | null)[], cursor: string, side: "after" | "before") {
  const sought = { cursor: parse(cursor), side };
  const found = await findBoundary(createList(ids), sought, async () => {});
  const { position, isDrifted } = found;
  return { isDrifted, rest: side === "after" ? ids.slice(position) : ids.slice(0, position) };
}

describe(`a list in memory (seed ${seed})`, () => {
  test("keeps every record that stayed on its side of a cursor, unless it reports drift", async () => {
    const outcomes = { complete: 0, drifted: 0 };
    const given = fc.record({
      length: fc.integer({ min: 1, max: 300 }),
      own: fc.nat(),
      side: fc.constantFrom("after" as const, "before" as const),
      moving: moves(40, 3),
    });
    const property = fc.asyncProperty(given, async ({ length, own, side, moving }) => {
      const ids = createIds(length);
      const cursor = formatCursorAt(createList(ids), own % length);
      const mover = createMover(moving.slice(0, 4));
      const list = createModelList(ids);
      for (let step = 0; step < 4; step++) mover.afterCall(list);
      const { rest, isDrifted } = await restOf(list.rows, cursor, side);
      outcomes[isDrifted ? "drifted" : "complete"] += 1;
      if (isDrifted) return;
      const before = side === "after" ? ids.slice((own % length) + 1) : ids.slice(0, own % length);
      const isKept = (id: string | null) => !mover.removed.has(id) && ids.includes(String(id));
      expect(rest.filter(isKept)).toEqual(before.filter(isKept));
    });
    await fc.assert(property, { seed, numRuns: 3000 });
    expect(outcomes.complete).toBeGreaterThan(2000);
  });

  test("shares its cursors with the list that is read page by page", async () => {
    const ids = createIds(50).map((id, index) => (index % 9 === 4 ? null : id));
    const known = ids.filter((id) => id !== null);
    const list = createModelList(ids);
    const load = (args: object) =>
      loadConnection(
        { from: "start", size: 1000, after: null, before: null, ...args },
        list.source("letters"),
        { rows: true, pageInfo: true, totalCount: false },
      );
    const all = await load({});
    for (const [index] of ids.entries()) {
      const { rest, isDrifted } = await restOf(known, all.cursorAt(index), "after");
      expect([rest, isDrifted]).toEqual([ids.slice(index + 1).filter((id) => id !== null), false]);
    }
    for (const [index, id] of known.entries()) {
      const cursor = formatCursorAt(createList(known), index);
      const { rows, warnings } = await load({ after: cursor });
      expect([rows, warnings]).toEqual([ids.slice(ids.indexOf(id) + 1), []]);
    }
  });

  test("finds a cursor anywhere, and pauses while it searches many rows", async () => {
    const ids = createIds(30);
    const cursor = parse(formatCursorAt(createList(ids), 12));
    const [ahead, behind] = [createIds(45_000, "ahead"), createIds(45_000, "behind")];
    let looks = 0;
    let most = 0;
    const rows = [...ahead, ...ids.slice(15), ...behind];
    const whole = createList(rows);
    const pause = async () => {
      looks = 0;
    };
    const digestAt = (index: number) => {
      looks += 1;
      most = Math.max(most, looks);
      return whole.digestAt(index);
    };
    const found = await findBoundary({ ...whole, digestAt }, { cursor, side: "after" }, pause);
    expect(found).toEqual({
      position: 45_000,
      isDrifted: false,
    });
    expect(most).toBeLessThan(rows.length / 4);
  });

  test("reports drift when nothing that a cursor knows is left, and returns the best position known", async () => {
    const cursor = formatCursorAt(createList(createIds(100)), 50);
    const others = createIds(80, "other");
    expect(await restOf(others, cursor, "after")).toEqual({
      isDrifted: true,
      rest: others.slice(31),
    });
    expect(await restOf(others, cursor, "before")).toEqual({
      isDrifted: true,
      rest: others.slice(0, 50),
    });
    expect(await restOf([], cursor, "after")).toEqual({ isDrifted: false, rest: [] });
  });
});

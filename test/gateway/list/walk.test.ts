import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "../../support/seed.ts";
import {
  Contradiction,
  createIds,
  createModelList,
  loadConnection,
  type ModelOptions,
} from "./model-list.ts";
import { createMover, limits, type Moves, moves } from "./moving-list.ts";
import { type WalkPlan, walkList } from "./walk-list.ts";

interface Walk extends WalkPlan {
  readonly length: number;
  /** One row in this many cannot be read; 0 if all can. */
  readonly unreadable: number;
  readonly moves: Moves;
  readonly limits: ModelOptions;
  readonly turns: readonly number[];
}

function walks(moving: fc.Arbitrary<Moves>, minLimit: number): fc.Arbitrary<Walk> {
  return fc.record({
    length: fc.integer({ min: 0, max: 200 }),
    unreadable: fc.constantFrom(0, 0, 0, 10),
    size: fc.integer({ min: 1, max: 30 }),
    direction: fc.constantFrom("forward", "backward"),
    moves: moving,
    limits: limits(minLimit),
    turns: fc.array(fc.nat(8), { maxLength: 20 }),
  });
}

/** No page costs this many calls, however the list moves. */
const maxCalls = 300;

async function check(given: Walk): Promise<"complete" | "drifted"> {
  const mover = createMover(given.moves);
  const ids = createIds(given.length);
  const rows = ids.map((id, index) => (index % given.unreadable === 1 ? null : id));
  const list = createModelList(rows, {
    ...given.limits,
    turns: given.turns,
    afterCall: mover.afterCall,
  });
  const { ids: seen, hasDrifted, calls } = await walkList(list, given);
  expect(Math.max(...calls)).toBeLessThan(maxCalls);
  if (hasDrifted) return "drifted";
  const stayed = rows.filter((id) => id !== null && !mover.removed.has(id));
  const expected = new Set(stayed);
  expect(seen.filter((id) => expected.has(id))).toEqual(stayed);
  return "complete";
}

describe(`every record that was there all along is seen once, in order (seed ${seed})`, () => {
  test("while nothing moves, without a warning", async () => {
    const given = walks(fc.constant([]), 8);
    const property = fc.asyncProperty(given, async (walk) => {
      expect(await check(walk)).toBe("complete");
    });
    await fc.assert(property, { seed, numRuns: 1500 });
  });

  test("while single records come and go between any two calls, without a warning", async () => {
    const given = walks(moves(1, 1), 20);
    const property = fc.asyncProperty(given, async (walk) => {
      expect(await check(walk)).toBe("complete");
    });
    await fc.assert(property, { seed, numRuns: 2500 });
  });

  test("between two cursors, while records come and go, unless PAGE_DRIFT says otherwise", async () => {
    const outcomes = { complete: 0, drifted: 0 };
    const places = fc.tuple(fc.nat(), fc.nat());
    const property = fc.asyncProperty(walks(moves(3, 2), 20), places, async (given, ends) => {
      outcomes[await checkBetween(given, ends)] += 1;
    });
    await fc.assert(property, { seed, numRuns: 2000 });
    expect(outcomes.complete).toBeGreaterThan(1500);
  });

  test.each([
    ["are not small", 60],
    ["are small", 10],
  ])(
    "while whole neighbourhoods come and go and limits %s, unless PAGE_DRIFT says otherwise",
    async (_, least) => {
      const outcomes = { complete: 0, drifted: 0 };
      const property = fc.asyncProperty(walks(moves(25, 3), least), async (walk) => {
        outcomes[await check(walk)] += 1;
      });
      await fc.assert(property, { seed, numRuns: 2000 });
      expect(outcomes.complete).toBeGreaterThan(1000);
    },
  );

  test("while whole neighbourhoods come and go and limits are tiny, unless PAGE_DRIFT or an error says otherwise", async () => {
    const outcomes = { complete: 0, drifted: 0, refused: 0 };
    const property = fc.asyncProperty(walks(moves(25, 3), 1), async (walk) => {
      outcomes[await check(walk).catch(toRefused)] += 1;
    });
    await fc.assert(property, { seed, numRuns: 1500 });
    expect(outcomes.complete).toBeGreaterThan(500);
    expect(outcomes.refused).toBeLessThan(15);
  });
});

/** Checks a walk between two cursors that were made before the list moved. */
async function checkBetween(
  given: Walk,
  ends: readonly [number, number],
): Promise<"complete" | "drifted"> {
  const mover = createMover(given.moves);
  const ids = createIds(given.length + 2);
  const [first = 0, last = 0] = ends.map((end) => end % ids.length).sort((a, b) => a - b);
  const still = await loadConnection(
    { from: "start", size: 1000, after: null, before: null },
    createModelList(ids).source(),
    { rows: true, pageInfo: true, totalCount: false },
  );
  const between = { after: still.cursorAt(first), before: still.cursorAt(last) };
  const list = createModelList(ids, {
    ...given.limits,
    turns: given.turns,
    afterCall: mover.afterCall,
  });
  const { ids: seen, hasDrifted } = await walkList(list, { ...given, between });
  if (hasDrifted) return "drifted";
  const stayed = ids.filter((id) => !mover.removed.has(id));
  const inside = ids.slice(first + 1, last).filter((id) => !mover.removed.has(id));
  const expected = new Set<string | null>(stayed);
  expect(seen.filter((id) => expected.has(id))).toEqual(inside);
  return "complete";
}

function toRefused(error: unknown): "refused" {
  if (error instanceof Contradiction) return "refused";
  throw error;
}

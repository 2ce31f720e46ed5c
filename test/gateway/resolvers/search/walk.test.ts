import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../search/arbitraries.ts";
import { type Move, moveOn, moves } from "../../../search/moves.ts";
import { findNaively } from "../../../search/naive.ts";
import type { TagRow } from "../../../search/tags.ts";
import {
  type ListGateway,
  type ListQuery,
  startListGateway,
} from "../../../support/list-gateway.ts";
import { seed } from "../../../support/seed.ts";
import { asRead, randomSearches, toItems, toListQuery } from "./random.ts";

interface Walk {
  readonly query: ListQuery;
  readonly size: number;
  readonly direction: "forward" | "backward";
  readonly moves: readonly Move[];
}

interface Walked {
  readonly ids: readonly string[];
  readonly hasDrifted: boolean;
  /** The list at the end of the walk. */
  readonly rows: readonly TagRow[];
}

/** Pages through a list that moves between any two pages. */
async function walkList(
  gateway: ListGateway,
  given: readonly TagRow[],
  { query, size, direction, moves }: Walk,
): Promise<Walked> {
  const isForward = direction === "forward";
  let rows = [...given];
  let seen: readonly string[] = [];
  await gateway.registry.replace("tag", rows);
  for (let cursor: string | undefined, page = 0; ; page++) {
    const from = isForward ? { first: size, after: cursor } : { last: size, before: cursor };
    const { ids, cursors, ...info } = await gateway.find({ ...query, ...from });
    if (info.warnings.some(({ code }) => code === "PAGE_DRIFT")) {
      return { ids: seen, hasDrifted: true, rows };
    }
    seen = isForward ? [...seen, ...ids] : [...ids, ...seen];
    const hasMore = isForward ? info.hasNextPage : info.hasPreviousPage;
    if (!hasMore) return { ids: seen, hasDrifted: false, rows };
    expect(ids).toHaveLength(size);
    cursor = isForward ? cursors.at(-1) : cursors[0];
    const move = moves[page];
    if (move !== undefined) {
      rows = moveOn(rows, move);
      await gateway.registry.replace("tag", rows);
    }
  }
}

const paces = fc.record({
  size: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom("forward" as const, "backward" as const),
  moves,
});

test(`a walk over a moving list sees every matching record that stays exactly once, in order (seed ${seed})`, async () => {
  const outcomes = { whole: 0, drifted: 0 };
  const property = fc.asyncProperty(randomSearches(3), paces, async (random, pace) => {
    const { structure, rows, queries } = random;
    await using gateway = await startListGateway({
      structures: { tag: toItems(structure) },
      settings: { SNAPSHOT_TTL_SECONDS: "0" },
    });
    for (const [at, { filter, ...searched }] of queries.entries()) {
      // Without an order, cursors stand for positions. Those of orders are walked in test/search.
      const query = at === 0 ? { filter, ...searched } : { filter: filter ?? {} };
      const walked = await walkList(gateway, rows, { ...pace, query: toListQuery(query) });
      outcomes[walked.hasDrifted ? "drifted" : "whole"] += 1;
      if (walked.hasDrifted) continue;
      const stayed = rows.filter((row) => walked.rows.includes(row)).map(asRead);
      const expected = findNaively(stayed, query, structure).map(({ id }) => id);
      expect(walked.ids.filter((id) => expected.includes(id))).toEqual(expected);
    }
  });
  await fc.assert(property, { seed, numRuns: runs(20) });
  expect(outcomes.whole).toBeGreaterThan(runs(20));
  expect(outcomes.drifted).toBeLessThan(outcomes.whole / 20);
});

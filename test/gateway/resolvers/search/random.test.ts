import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../search/arbitraries.ts";
import { findNaively } from "../../../search/naive.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { seed } from "../../../support/seed.ts";
import { asRead, randomSearches, toItems, toListQuery } from "./random.ts";

test(`random queries over HTTP find what a naive filter finds (seed ${seed})`, async () => {
  const property = fc.asyncProperty(randomSearches(10), async ({ structure, rows, queries }) => {
    await using gateway = await startListGateway({
      tags: rows,
      structures: { tag: toItems(structure) },
    });
    for (const query of queries) {
      const { ids, totalCount } = await gateway.find({ ...toListQuery(query), first: 1000 });
      const expected = findNaively(rows.map(asRead), query, structure).map(({ id }) => id);
      expect([ids, totalCount]).toEqual([expected, expected.length]);
    }
  });
  await fc.assert(property, { seed, numRuns: runs(20) });
});

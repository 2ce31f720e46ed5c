import fc from "fast-check";
import { expect, test } from "vitest";
import { readWhole } from "../../../src/gateway/list/reading/whole.ts";
import { runs } from "../../search/arbitraries.ts";
import { seed } from "../../support/seed.ts";
import { editsWithin, makeEdit } from "./edits.ts";
import { createIds, createModelList } from "./model-list.ts";

const cases = fc.record({
  length: fc.integer({ min: 20, max: 60 }),
  isCounted: fc.boolean(),
  edits: editsWithin(9, { minLength: 1 }),
});

test(`a list is whole only with every record that was there all along, however others come, go and move meanwhile (seed ${seed})`, async () => {
  let whole = 0;
  const property = fc.asyncProperty(cases, async ({ length, isCounted, edits }) => {
    const lasting = new Set(createIds(length));
    const list = createModelList([...lasting], {
      maxLimit: 10,
      ...(!isCounted && { lie: (page) => ({ ...page, count: null, pageCount: null }) }),
      afterCall: (moving) => makeEdit(edits, moving, lasting),
    });
    const source = list.source();
    const { rows, isWhole } = await readWhole(source, { concurrency: 1, maxReadings: 3 });
    if (!isWhole) return;
    whole += 1;
    expect([...lasting].filter((id) => !rows.includes(id))).toEqual([]);
  });
  await fc.assert(property, { seed, numRuns: runs(3000) });
  expect(whole).toBeGreaterThan(runs(3000) * 0.92);
});

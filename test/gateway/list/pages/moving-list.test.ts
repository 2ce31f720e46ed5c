import fc from "fast-check";
import { expect, test } from "vitest";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { seed } from "../relay/seed.ts";
import { runs } from "../search/arbitraries.ts";
import { createIds, createModelList } from "./model-list.ts";

const part = fc.double({ min: 0, max: 0.999, noNaN: true });
const edits = fc.uniqueArray(
  fc.record({
    afterCall: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom("add", "remove", "move", "move"),
    at: part,
    to: part,
  }),
  { selector: ({ afterCall }) => afterCall, minLength: 1, maxLength: 3 },
);
const cases = fc.record({
  length: fc.integer({ min: 20, max: 60 }),
  isCounted: fc.boolean(),
  edits,
});

test(`a list is whole only with every record that was there all along, however others come, go and move meanwhile (rule 2, seed ${seed})`, async () => {
  let whole = 0;
  const property = fc.asyncProperty(cases, async ({ length, isCounted, edits }) => {
    const lasting = new Set(createIds(length));
    const list = createModelList([...lasting], {
      maxLimit: 10,
      ...(!isCounted && { lie: (page) => ({ ...page, count: null, pageCount: null }) }),
      afterCall: ({ calls, rows }) => {
        const edit = edits.find(({ afterCall }) => afterCall === calls.length);
        if (edit === undefined) return;
        const [at, to] = [edit.at, edit.to].map((share) => Math.floor(share * rows.length));
        const taken = edit.kind === "add" ? [`new-${calls.length}`] : rows.splice(at ?? 0, 1);
        if (edit.kind === "remove") lasting.delete(taken[0] ?? "");
        else rows.splice(to ?? 0, 0, ...taken);
      },
    });
    const source = list.source();
    const { rows, isWhole } = await readWhole(source, { concurrency: 1, maxReadings: 3 });
    if (!isWhole) return;
    whole += 1;
    expect([...lasting].filter((id) => !rows.includes(id))).toEqual([]);
    // Nothing is hidden here, and nothing may be taken for it.
    expect(source.learned.hiddenRows).toBe(0);
  });
  await fc.assert(property, { seed, numRuns: runs(3000) });
  expect(whole).toBeGreaterThan(runs(2900));
});

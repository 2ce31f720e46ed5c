import { describe, expect, test } from "vitest";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { walkList } from "../relay/walk-list.ts";
import { createIds, createModelList, type ModelList } from "./model-list.ts";

interface HidingList {
  readonly list: ModelList;
  readonly shown: readonly string[];
}

/** A registry that counts only the rows that it shows, and pages them together with a block that it hides. */
function hidingBlock(
  [before, hidden, behind]: readonly [number, number, number],
  maxLimit: number,
): HidingList {
  const ids = createIds(before + hidden + behind);
  return hiding(ids, new Set(ids.slice(before, before + hidden)), maxLimit);
}

function hiding(ids: readonly string[], hidden: ReadonlySet<string>, maxLimit: number): HidingList {
  const shown = ids.filter((id) => !hidden.has(id));
  const isShown = new Set<string | null>(shown);
  const list = createModelList(ids, {
    maxLimit,
    lie: ({ rows, ...envelope }) => ({
      ...envelope,
      rows: rows.filter((row) => isShown.has(row)),
      count: shown.length,
      pageCount: Math.ceil(shown.length / (envelope.limit ?? 1)),
    }),
  });
  return { list, shown };
}

describe("an empty page ends no list as long as the count has more rows than were read (rule 1)", () => {
  test.each<[readonly [number, number, number], number]>([
    [[20, 250, 30], 50],
    [[20, 250, 30], 1000],
    [[0, 250, 30], 50],
    [[100, 2500, 400], 1000],
    [[1000, 1000, 1000], 1000],
  ])("%j rows shown, hidden and shown, by pages of %i", async (layout, maxLimit) => {
    const { list, shown } = hidingBlock(layout, maxLimit);
    const whole = await readWhole(list.source(), { concurrency: 8, maxReadings: 3 });
    expect(whole).toMatchObject({ rows: shown, isWhole: true });
  });

  test.each<[readonly [number, number, number], number, number, "forward" | "backward"]>([
    [[20, 250, 30], 50, 10, "forward"],
    [[20, 250, 30], 50, 50, "forward"],
    [[20, 250, 30], 50, 50, "backward"],
    [[20, 250, 30], 1000, 50, "backward"],
    [[100, 2500, 400], 1000, 50, "forward"],
    [[100, 2500, 400], 1000, 50, "backward"],
  ])(
    "%j rows shown, hidden and shown, by pages of %i: a walk by %i %s, and another one",
    async (layout, maxLimit, size, direction) => {
      const { list, shown } = hidingBlock(layout, maxLimit);
      for (const _ of [1, 2]) {
        const { ids, hasDrifted } = await walkList(list, { size, direction });
        expect({ ids, hasDrifted }).toEqual({ ids: shown, hasDrifted: false });
      }
    },
  );
});

test("where a page was seen to hide rows, a later one that fits the count of those shown by chance ends no list (rule 1)", async () => {
  const ids = createIds(48);
  const { list, shown } = hiding(ids, new Set([...ids.slice(6, 16), "id-37"]), 1000);
  const walk = await walkList(list, { size: 9, direction: "forward" });
  expect(walk).toMatchObject({ ids: shown, hasDrifted: false });
});

test("a list with a block of hidden rows is not whole without the rows behind it, however often it is read (rule 2)", async () => {
  for (let before = 1; before <= 40; before += 1) {
    const { list, shown } = hidingBlock([before, 44, 34], 10);
    for (const reading of [1, 2, 3]) {
      const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 3 });
      const missing = isWhole ? shown.filter((id) => !rows.includes(id)) : [];
      expect({ before, reading, missing }).toEqual({ before, reading, missing: [] });
    }
  }
});

test("a count that promises more rows than there are costs at most eight pages behind the last one, once (rule 1)", async () => {
  const { list, shown } = hidingBlock([300, 0, 0], 100);
  const { rows } = list;
  list.rows = rows.slice(0, 295);
  const read = () => readWhole(list.source(), { concurrency: 1, maxReadings: 1 });
  await read();
  const first = list.calls.splice(0).length;
  const { rows: again } = await read();
  expect(again).toEqual(shown.slice(0, 295));
  expect(list.calls.length).toBeLessThan(first);
  expect(first).toBeLessThanOrEqual(3 + 5 + 2 * 8);
});

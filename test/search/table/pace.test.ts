import { expect, test } from "vitest";
import { Pace } from "../../../src/search/table/pace.ts";
import { nextTurn } from "../tags.ts";

test("many small pieces of work pause after a turn's worth of rows, all who wait together", async () => {
  const turns: number[] = [];
  const pace = new Pace(async () => {
    await nextTurn();
    turns.push(0);
  });
  const work = async () => {
    await pace.begin(25);
    turns.push((turns.pop() ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: 1_000 }, work));
  // A turn has 2,500 rows, and so 100 pieces.
  expect(turns).toEqual(Array.from({ length: 10 }, () => 100));
});

test("a pause that fails ends the work of all who wait for it, and no other", async () => {
  let isOver = true;
  const pace = new Pace(async () => {
    if (isOver) throw new Error("over");
  });
  const outcomes = await Promise.allSettled([pace.begin(1), pace.begin(1)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isOver = false;
  await pace.begin(1);
  await pace.begin(1);
});

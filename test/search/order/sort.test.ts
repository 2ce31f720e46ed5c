import { expect, test } from "vitest";
import { sortInTurns } from "../../../src/search/order/sort.ts";
import { Pace } from "../../../src/search/table/pace.ts";

test("sorting reads few characters between two pauses, however long the strings are", async () => {
  const strings = Array.from(
    { length: 2_000 },
    (_, index) => `${"x".repeat(5_000)}${(index * 7_919) % 2_000}`,
  );
  let read = 0;
  const stretches: number[] = [];
  const pace = new Pace(async () => {
    stretches.push(read);
    read = 0;
  });
  const compare = (one: string, other: string) => {
    read += one.length;
    pace.countCharacters(one.length);
    return one < other ? -1 : 1;
  };
  expect(await sortInTurns(strings, compare, pace)).toEqual(strings.toSorted());
  const total = stretches.reduce((sum, stretch) => sum + stretch, read);
  expect(Math.max(...stretches, read)).toBeLessThan(total / 50);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactSum } from "../../../src/search/facets/sum.ts";
import { seed } from "../../support/seed.ts";
import { runs } from "../arbitraries.ts";
import { roundNaively, sumNaively } from "../naive-sums.ts";

function add(numbers: readonly number[]): ExactSum {
  const sum = new ExactSum();
  for (const number of numbers) sum.add(number);
  return sum;
}

describe("the sum of numbers", () => {
  test.each([
    [[0.1, 0.2, 0.3], 0.6, 0.2],
    [[1e308, 1e308], null, 1e308],
    [[-1e308, -1e308, -1e308], null, -1e308],
    [[1e308, 1e308, -1e308, -1e308], 0, 0],
    [[1e308, 1, -1e308], 1, 1 / 3],
    [[1e308, 1e308, 1e-300, -1e308, -1e308], 1e-300, 2e-301],
    [[1, 1e100, 1, -1e100], 2, 0.5],
    [[1e308, 1e100, 1e-100, -1e308, -1e100], 1e-100, 2e-101],
    [[Number.MAX_VALUE, Number.MAX_VALUE], null, Number.MAX_VALUE],
    [[Number.MIN_VALUE, Number.MIN_VALUE], 2 * Number.MIN_VALUE, Number.MIN_VALUE],
    [[-0, -0], 0, 0],
    [[-0], 0, 0],
    [[-Number.MIN_VALUE, 0, 0], -Number.MIN_VALUE, 0],
    [Array.from({ length: 1_000_000 }, () => 0.1), 100_000, 0.1],
  ])("%j is %d, and their mean %d (rule 10)", (numbers, sum, mean) => {
    const added = add(numbers);
    if (sum === null) expect(added.sum).toBeNull();
    else expect(added.sum).toBeCloseTo(sum, 12);
    expect(Math.abs(added.mean - mean)).toBeLessThanOrEqual(Math.abs(mean) * 1e-12);
    for (const number of [added.sum, added.mean]) expect(Object.is(number, -0)).toBe(false);
  });

  test(`has twelve digits of the exact sum, whatever cancels out (rule 10, seed ${seed})`, () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(1e308, -1e308, 1e16, -1e16, 1, -1, 0.1, -0, 1e-300, Number.MAX_VALUE),
    );
    let overflows = 0;
    const property = fc.property(fc.array(numbers, { minLength: 1, maxLength: 40 }), (given) => {
      // Some cancel out.
      const all = [...given, ...given.slice(0, given.length >> 1).map((one) => -one)];
      const { sum, mean } = add(all);
      const exact = sumNaively(all);
      const expected = roundNaively(exact, 1);
      if (Number.isFinite(expected)) {
        expect(Math.abs((sum ?? Number.NaN) - expected)).toBeLessThanOrEqual(
          Math.abs(expected) * 1e-12,
        );
      } else {
        expect(sum).toBeNull();
        overflows += 1;
      }
      expect(Number.isFinite(mean)).toBe(true);
      const expectedMean = roundNaively(exact, all.length);
      expect(Math.abs(mean - expectedMean)).toBeLessThanOrEqual(
        Math.max(Math.abs(expectedMean) * 1e-12, Number.MIN_VALUE),
      );
    });
    fc.assert(property, { seed, numRuns: runs(2_000) });
    expect(overflows).toBeGreaterThan(20);
  });
});

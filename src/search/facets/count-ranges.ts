import type { Comparison } from "../filter/comparison.ts";
import { countAhead } from "../order/sort.ts";
import type { Pace } from "../table/pace.ts";
import type { CountedGroups } from "./count-values.ts";
import { type FacetCounts, noTimes } from "./facet.ts";

export async function countRanges(
  { values, counts }: CountedGroups,
  bounds: readonly number[],
  comparisons: readonly Comparison[],
  pace: Pace,
): Promise<FacetCounts> {
  const rangeCounts = new Array<number>(bounds.length + 1).fill(0);
  await pace.each(values.length, (group) => {
    const value = values[group];
    if (typeof value !== "number") return;
    const range = countAhead(bounds, (bound) => bound <= value);
    rangeCounts[range] = (rangeCounts[range] ?? 0) + (counts[group] ?? 0);
  });
  const ofNumbers = comparisons.filter(({ kind }) => kind === "number");
  const [lower, upper] = [operandsOf("gte", ofNumbers), operandsOf("lt", ofNumbers)];
  const isLimited = lower.length + upper.length > 0;
  return {
    values: rangeCounts.map((count, range) => {
      const [from, to] = [bounds[range - 1] ?? null, bounds[range] ?? null];
      const isSelected = isLimited && isLimitedBy(lower, from) && isLimitedBy(upper, to);
      return { value: null, from, to, ...noTimes, count, isSelected };
    }),
    otherCount: 0,
    nullCount: counts[0] ?? 0,
  };
}

export function operandsOf(operator: "gte" | "lt", comparisons: readonly Comparison[]) {
  return comparisons.flatMap((comparison) =>
    comparison.operator === operator ? [comparison.operand] : [],
  );
}

/**
 * Whether the filter's limit on this side is exactly this bound; for an open side, whether there is
 * no limit.
 */
export function isLimitedBy(operands: readonly unknown[], bound: number | null): boolean {
  return bound === null ? operands.length === 0 : operands.includes(bound);
}

import type { Comparison } from "../filter/comparison.ts";
import { countAhead } from "../order/sort.ts";
import type { Pace } from "../table/pace.ts";
import { compareStrings } from "../table/text.ts";
import type { Readers, Scalar } from "../table/values.ts";
import { type FacetCounts, noTimes } from "./facet.ts";
import type { Groups } from "./groups.ts";

export interface CountedGroups extends Pick<Groups, "kind" | "values"> {
  readonly counts: Uint32Array;
  readonly wanted: readonly WantedValue[];
}

export interface WantedValue {
  readonly operand: Scalar;
  /**
   * The groups whose value reads as the operand. There may be several if the structure gives no
   * kind.
   */
  readonly groups: readonly number[];
}

/** Counts a facet by values: the `first` most frequent ones, then those that the filter selects. */
export async function countValues(
  { kind, values, counts, wanted }: CountedGroups,
  first: number,
  pace: Pace,
): Promise<FacetCounts> {
  const { frequent, total } = await findMostFrequent({ values, counts }, first, pace);
  const selected = new Set(wanted.flatMap((one) => one.groups));
  const entries = [...new Set([...frequent, ...selected])].map((group) => ({
    ...toEntry(values[group] ?? null, counts[group]),
    isSelected: selected.has(group),
  }));
  // A selected value that no record has is also listed. If the facet counts text, it is listed as
  // text.
  const missing = wanted.flatMap((one) => (one.groups.length > 0 ? [] : [one.operand]));
  for (const value of new Set(kind === "text" ? missing.map(String) : missing)) {
    entries.push({ ...toEntry(value, 0), isSelected: true });
  }
  const otherCount = entries.reduce((rest, { count }) => rest - count, total);
  return { values: entries, otherCount, nullCount: counts[0] ?? 0 };
}

function toEntry(value: Scalar | null, count = 0) {
  return { value, from: null, to: null, ...noTimes, count };
}

/**
 * The groups with the most rows, by how many they have, then by value. `total` is the number of
 * rows that have a value.
 */
async function findMostFrequent(
  { values, counts }: Pick<CountedGroups, "values" | "counts">,
  first: number,
  pace: Pace,
): Promise<{ readonly frequent: readonly number[]; readonly total: number }> {
  const compare = (one: number, other: number) =>
    (counts[other] ?? 0) - (counts[one] ?? 0) ||
    compareStrings(String(values[one]), String(values[other]));
  const frequent: number[] = [];
  let total = 0;
  await pace.each(values.length, (group) => {
    const count = counts[group] ?? 0;
    if (group === 0 || count === 0) return;
    total += count;
    const last = frequent[first - 1];
    if (first === 0 || (last !== undefined && compare(last, group) <= 0)) return;
    const index = countAhead(frequent, (other) => compare(other, group) <= 0);
    frequent.splice(index, 0, group);
    if (frequent.length > first) frequent.pop();
  });
  return { frequent, total };
}

interface FoundGroups extends WantedValue {
  readonly groups: number[];
}

export async function findWantedValues(
  { values, readers }: Pick<Groups, "values"> & { readonly readers: Readers },
  comparisons: readonly Comparison[],
  pace: Pace,
): Promise<readonly WantedValue[]> {
  const wanted = new Map<Comparison["kind"], Map<unknown, FoundGroups>>();
  for (const { kind, operator, operand } of comparisons) {
    if (operator !== "eq" && operator !== "in") continue;
    const operands = operator === "eq" ? [operand as Scalar] : (operand as ReadonlySet<Scalar>);
    const ofKind = wanted.get(kind) ?? new Map<unknown, FoundGroups>();
    for (const value of operands) ofKind.set(value, { operand: value, groups: [] });
    wanted.set(kind, ofKind);
  }
  await pace.each(wanted.size === 0 ? 0 : values.length, (group) => {
    for (const [kind, ofKind] of wanted) {
      ofKind.get(readers[kind](values[group]))?.groups.push(group);
    }
  });
  return [...wanted.values()].flatMap((ofKind) => [...ofKind.values()]);
}

import type { Pace } from "../table/pace.ts";
import type { Compare } from "../table/values.ts";

/** Sorts values by merging longer and longer sorted runs. Each step moves one value, so that other requests get their turn. */
export async function sortInTurns<T>(
  values: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  let runs = values;
  for (let width = 1; width < values.length; width *= 2) {
    const merged: T[] = [];
    let [left, right] = [0, 0];
    await pace.each(values.length, (index) => {
      const start = index - (index % (2 * width));
      if (index === start) [left, right] = [start, start + width];
      const isLeftUsed = left === start + width;
      const isRightUsed = right >= Math.min(start + 2 * width, values.length);
      const takesLeft =
        isRightUsed || (!isLeftUsed && compare(runs[left] as T, runs[right] as T) <= 0);
      merged.push(runs[takesLeft ? left++ : right++] as T);
    });
    runs = merged;
  }
  return runs;
}

/** How many values of a sorted list come ahead of a place in it. */
export function countAhead<T>(values: readonly T[], isAhead: (value: T) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAhead(values[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

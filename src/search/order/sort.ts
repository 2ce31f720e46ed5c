import type { Pace } from "../table/pace.ts";
import type { Compare } from "../table/values.ts";

/**
 * Sorts values by merging longer and longer sorted runs, with pauses in which other requests get
 * their turn.
 */
export async function sortInTurns<T>(
  values: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  let runs = values;
  for (let width = 1; width < values.length; width *= 2) {
    runs = await mergePairs({ runs, width }, compare, pace);
  }
  return runs;
}

interface SortedRuns<T> {
  readonly runs: readonly T[];
  readonly width: number;
}

async function mergePairs<T>(
  { runs, width }: SortedRuns<T>,
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let [left, right] = [0, width];
  await pace.each(runs.length, (index) => {
    const start = index - (index % (2 * width));
    const middle = start + width;
    const end = Math.min(middle + width, runs.length);
    if (index === start) [left, right] = [start, middle];
    const isFromLeft =
      left < middle && (right >= end || compare(runs[left] as T, runs[right] as T) <= 0);
    merged.push(runs[isFromLeft ? left : right] as T);
    if (isFromLeft) left += 1;
    else right += 1;
  });
  return merged;
}

/**
 * Moves the rows that belong from `start` up to, but not including, `end` in sorted order to these
 * places, in their order. The others are hardly compared.
 */
export async function sortPart(
  rows: Uint32Array,
  {
    start,
    end,
    compareTo,
  }: {
    readonly start: number;
    readonly end: number;
    readonly compareTo: (pivot: number) => (row: number) => number;
  },
  pace: Pace,
): Promise<void> {
  const parts: (readonly [number, number])[] = [[0, rows.length]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [low, high] = part;
    if (high - low < 2 || high <= start || low >= end) continue;
    // Any fixed choice would have rows whose order makes every part nearly as long as the whole.
    const pivotAt = low + Math.floor(Math.random() * (high - low));
    const pivot = rows[pivotAt] ?? 0;
    const compare = compareTo(pivot);
    rows[pivotAt] = rows[high - 1] ?? 0;
    let middle = low;
    await pace.each(high - 1 - low, (index) => {
      const row = rows[low + index] ?? 0;
      if (compare(row) > 0) return;
      rows[low + index] = rows[middle] ?? 0;
      rows[middle] = row;
      middle += 1;
    });
    rows[high - 1] = rows[middle] ?? 0;
    rows[middle] = pivot;
    parts.push([low, middle], [middle + 1, high]);
  }
}

export function countAhead<T>(values: ArrayLike<T>, isAhead: (value: T) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAhead(values[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

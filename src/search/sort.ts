import type { Pace } from "./pace.ts";

/** How many values are sorted in one go, before they are merged. */
const runLength = 4_096;

/** Sorts numbers by a comparison, which gives 0 for those that may stay in either order. */
export async function sortInTurns(
  numbers: Uint32Array,
  compare: (one: number, other: number) => number,
  pace: Pace,
): Promise<Uint32Array> {
  const { length } = numbers;
  let sorted = numbers;
  await pace.over(
    Math.ceil(length / runLength),
    (from, to) => {
      for (let run = from; run < to; run++) {
        numbers.subarray(run * runLength, (run + 1) * runLength).sort(compare);
      }
    },
    runLength,
  );
  for (let width = runLength; width < length; width *= 2) {
    const merged = new Uint32Array(length);
    for (let start = 0; start < length; start += 2 * width) {
      const runs = { start, middle: start + width, end: Math.min(start + 2 * width, length) };
      await mergeRuns(sorted, merged, { ...runs, compare, pace });
    }
    sorted = merged;
  }
  return sorted;
}

interface Merge {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly compare: (one: number, other: number) => number;
  readonly pace: Pace;
}

/** Merges two adjoining runs of a list into the same places of another. */
async function mergeRuns(
  from: Uint32Array,
  into: Uint32Array,
  { start, middle, end, compare, pace }: Merge,
): Promise<void> {
  let left = start;
  let right = middle;
  await pace.over(end - start, (first, last) => {
    for (let place = start + first; place < start + last; place++) {
      const one = from[left] ?? 0;
      const other = from[right] ?? 0;
      const takesOne = left < middle && (right >= end || compare(one, other) <= 0);
      if (takesOne) left++;
      else right++;
      into[place] = takesOne ? one : other;
    }
  });
}

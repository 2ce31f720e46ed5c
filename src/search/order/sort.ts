import type { Pace } from "../table/pace.ts";
import type { Compare } from "../table/values.ts";

/** About how many values a bucket has, and how many samples are taken for each bucket. */
const bucket = { size: 1_024, samples: 16 };

/** Sorts values in short steps: divides them into buckets, each of which comes before the next, then sorts each bucket. */
export async function sortInTurns<T>(
  values: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  const sampled = Math.floor(values.length / bucket.size) * bucket.samples;
  // Samples come from the whole list, at irregular distances, because its order may repeat at regular ones.
  const places = Array.from({ length: sampled }, (_, index) => (index * 0.618) % 1);
  const sample = places.map((place) => values[Math.floor(place * values.length)] as T);
  const pivots = sample.sort(compare).filter((_, index) => index % bucket.samples === 0);
  const buckets = Array.from({ length: pivots.length + 1 }, (): T[] => []);
  await pace.each(values.length, (index) => {
    const value = values[index] as T;
    buckets[countAhead(pivots, (pivot) => compare(pivot, value) <= 0)]?.push(value);
  });
  await pace.each(buckets.length, (index) => buckets[index]?.sort(compare), 2 * bucket.size);
  return buckets.flat();
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

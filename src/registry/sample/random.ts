export type Random = ReturnType<typeof createRandom>;

/** Creates random choices by mulberry32, which is small, quick and good enough for a sample. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: <T>(choices: readonly [T, ...T[]]): T =>
      choices[integer(0, choices.length - 1)] ?? choices[0],
    chance: (probability: number) => next() < probability,
    hex: (digits: number) =>
      Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(""),
  };
}

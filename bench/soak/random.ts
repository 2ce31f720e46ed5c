export function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from");
  return value;
}

/** Every other time one of the first: what many ask for comes from a cache. */
export function pickPopular<T>(values: readonly T[]): T {
  return pick(chance(0.5) ? values.slice(0, 20) : values);
}

/** A whole number between these, both included. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

/** True as often as this share says. */
export function chance(share: number): boolean {
  return Math.random() < share;
}

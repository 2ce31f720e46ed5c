/** The seed of the random tests: fixed, so that a failure can be repeated. `FAST_CHECK_SEED` sets another. */
export const seed = Number(process.env["FAST_CHECK_SEED"] ?? 20_261_121);

/** How often a property is tried. `RUNS_FACTOR` multiplies it, as CI does. */
export function runs(usual: number): number {
  return Math.ceil(usual * Number(process.env["RUNS_FACTOR"] ?? 1));
}

/** The seed of the random tests: fixed, so that a failure can be repeated. `FAST_CHECK_SEED` sets another. */
export const seed = Number(process.env["FAST_CHECK_SEED"] ?? 20_261_121);

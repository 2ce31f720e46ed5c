/** Numbers in JSON that 64-bit floating point cannot hold: more digits, or beyond the range. */
export const unholdableNumbers = [
  "12345678901234567890",
  "-9007199254740993",
  "9007199254740993.0",
  "1e400",
  "-1E+400",
  "1e-400",
  "0.1e0999",
  "1.2345678901234567890e19",
] as const;

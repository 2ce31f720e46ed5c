/** Matches an integer that is small enough to be shifted exactly. */
export const exactInteger = /^-?\d{1,15}$/;

interface Steps {
  /** For integers, by their number of digits. The steps grow with it, so that the order stays. */
  readonly byDigits: readonly number[];
  readonly fraction: number;
}

/** The maximum number of digits of an integer that can be shifted exactly. */
const maxDigits = 15;

/**
 * Creates a cipher that shifts numbers and keeps their order.
 * @param terminals the ids of terminals, which must not gain a digit.
 * @param draw returns a random number from 0 up to, but not including, 1.
 */
export function createNumberCipher(
  terminals: ReadonlySet<string>,
  draw: () => number,
): (number: number) => number {
  const steps = { byDigits: drawSteps(terminals, draw), fraction: draw() };
  return (number) => shiftNumber(number, steps);
}

/** Draws steps that are large enough to hide a number, but too small to give a terminal's id another digit. */
function drawSteps(terminals: ReadonlySet<string>, draw: () => number): readonly number[] {
  const ids = [...terminals]
    .filter((id) => exactInteger.test(id))
    .map((id) => Math.abs(Number(id)));
  const byDigits: number[] = [];
  let maxStep = Number.POSITIVE_INFINITY;
  for (let digits = maxDigits; digits >= 1; digits -= 1) {
    const end = 10 ** digits;
    const largest = Math.max(end / 10, ...ids.filter((id) => id < end && id >= end / 10));
    maxStep = Math.min(maxStep, 0.8 * end, Math.max(end - 1 - largest, 1));
    const step = 1 + Math.floor(draw() * maxStep);
    byDigits[digits] = step;
    maxStep = Math.min(maxStep, step);
  }
  return byDigits;
}

/** Shifts a number by the step for its number of digits. One with decimals also gets a fraction. A very large one is scaled. */
function shiftNumber(number: number, { byDigits, fraction }: Steps): number {
  const size = Math.abs(number);
  if (size >= 10 ** maxDigits) {
    const factor = 1 + (1 + fraction) / 4;
    return size > 1e300 ? number / factor : number * factor;
  }
  const step = byDigits[Math.floor(size).toString().length] ?? 1;
  // The shift is away from 0, so that a negative number cannot become equal to a positive one.
  const sign = number < 0 ? -1 : 1;
  if (Number.isInteger(number)) return number + sign * step;
  const [, decimals = ""] = String(number).split(".");
  return Number((number + sign * (step + fraction)).toFixed(Math.min(decimals.length, 20)));
}

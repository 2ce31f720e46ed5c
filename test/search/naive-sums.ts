/** All finite numbers are whole multiples of this power of two. */
const lowest = 1074;

/** The exact sum of numbers, as a multiple of 2^-1074. */
export function sumNaively(numbers: readonly number[]): bigint {
  return numbers.reduce((sum, number) => sum + toMultiple(number), 0n);
}

/** The nearest number to an exact sum divided by a count; infinite if it is beyond the range of floating point. */
export function roundNaively(sum: bigint, count: number): number {
  const quotient = sum / BigInt(count);
  const digits = (quotient < 0n ? -quotient : quotient).toString(2);
  // 60 binary digits are more than a number holds.
  const shift = Math.max(digits.length - 60, 0);
  const leading = Number(quotient >> BigInt(shift));
  // In two steps, because 2^-1074 times a large number would be rounded too early.
  const exponent = shift - lowest;
  const half = Math.trunc(exponent / 2);
  return leading * 2 ** half * 2 ** (exponent - half);
}

function toMultiple(number: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

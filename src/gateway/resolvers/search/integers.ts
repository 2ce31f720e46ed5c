import { compareCodeUnits } from "../../list/search/table/text.ts";

const integer = /^-?\d+$/;

/** Compares strings of digits of any length as whole numbers. All other strings come after them, by code units. */
export function compareIntegers(one: string, other: string): number {
  const isOne = integer.test(one);
  const isOther = integer.test(other);
  if (isOne !== isOther) return isOne ? -1 : 1;
  if (!isOne) return compareCodeUnits(one, other);
  const difference = Number(one) - Number(other);
  if (difference < 0 || difference > 0) return difference;
  // Different integers can round to the same floating-point number, or be too large for one.
  const [left, right] = [BigInt(one), BigInt(other)];
  if (left === right) return compareCodeUnits(one, other);
  return left < right ? -1 : 1;
}

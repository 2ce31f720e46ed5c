import { compareCodeUnits } from "../../search/table/text.ts";

const integer = /^-?\d+$/;

/** Compares strings of digits of any length as whole numbers. All other strings come after them, by code units. */
export function compareIntegers(one: string, other: string): number {
  const isOne = integer.test(one);
  const isOther = integer.test(other);
  if (!isOne || !isOther) return Number(isOther) - Number(isOne) || compareCodeUnits(one, other);
  const difference = Number(one) - Number(other);
  if (difference !== 0) return difference;
  const [left, right] = [BigInt(one), BigInt(other)];
  return left < right ? -1 : left > right ? 1 : compareCodeUnits(one, other);
}

import { isRawNumber, isSameNumber } from "../gateway/base/collections/raw-number.ts";
import { isJsonObject } from "./json-values.ts";

/**
 * Whether two JSON values mean the same. The order of keys does not matter, and a number equals its
 * digits (5 and "5"). A stack of pairs replaces recursion, because values can nest deeper than the
 * call stack allows.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, value] of left.entries()) pairs.push([value, right[index]]);
    } else if (isJsonObject(left) && isJsonObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pairs.push([left[key], right[key]]);
      }
    } else if (!isSameSpelling(left, right)) {
      return false;
    }
  }
  return true;
}

function isSameSpelling(one: unknown, other: unknown): boolean {
  if (isRawNumber(one))
    return isRawNumber(other) ? isSameNumber(one, other) : one.rawJSON === other;
  if (isRawNumber(other)) return one === other.rawJSON;
  if (typeof one === "number" && typeof other === "string") return String(one) === other;
  return typeof one === "string" && typeof other === "number" && one === String(other);
}

import { expect, test } from "vitest";
import { median } from "../../../../bench/harness/table.ts";
import { bytesOfValue } from "../../../../src/gateway/base/collections/memory-size.ts";
import { parseJson } from "../../../../src/gateway/base/collections/raw-number.ts";
import { readHeap } from "../../../support/heap.ts";

const many = (toText: (index: number) => string) =>
  `[${Array.from({ length: 5_000 }, (_, index) => toText(index)).join()}]`;

const toObject = (names: readonly unknown[]) => `{${names.map((name) => `"${name}":1`).join()}}`;

/** The names of so many members, in an order that depends on the seed. */
function shuffle(count: number, seed: number): readonly string[] {
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  const rank = (name: string) => Math.sin((seed + 1) * Number(name.slice(1)) * 12.9898);
  return names.sort((a, b) => rank(a) - rank(b));
}

const objectOf = (count: number) =>
  toObject(Array.from({ length: count }, (_, index) => `n${index}`));
const objectOf128 = objectOf(128);
const objectOf200 = objectOf(200);
const manyNumbers = toObject(Array.from({ length: 20 }, (_, index) => 7_919 * index));

const largeObject = `{${Array.from({ length: 2_000 }, (_, index) => `"name${index}":1`).join()}}`;

test.each([
  ["empty objects", many(() => "{}"), 1.2],
  ["empty lists", many(() => "[]"), 1.2],
  ["lists in lists", many(() => "[[[1]]]"), 1.2],
  ["small objects", many((index) => `{"a":${index},"b":null}`), 1.5],
  ["fractions", many((index) => `{"a":[${index}.5,${index}.25]}`), 1.7],
  ["numbers beyond the range", many(() => "1e400"), 1.5],
  ["short strings", many((index) => `"${index}"`), 1.2],
  ["long strings", many((index) => `"${"é".repeat(20)}${index}"`), 1.2],
  ["strings beyond Latin-1", many((index) => `"${"я".repeat(20)}${index}"`), 1.2],
  ["objects with a name of their own", many((index) => `{"name${index}":1}`), 1.5],
  [
    "objects with few of many names",
    many((index) => toObject(shuffle(30, index).slice(0, 5))),
    1.6,
  ],
  ["names in many orders", many((index) => toObject(shuffle(10, index))), 1.6],
  ["whole numbers as names", many((index) => `{"2024":1,"${2025 + index}":2}`), 1.2],
  ["small numbers as names", many(() => '{"7":1,"31":2}'), 1.2],
  ["many numbers as names", `[${Array.from({ length: 500 }, () => manyNumbers).join()}]`, 1.6],
  ["zeros below zero", many(() => '-0,"a"'), 1.2],
  ["objects with 128 members", `[${Array.from({ length: 500 }, () => objectOf128).join()}]`, 1.2],
  ["objects with 200 members", `[${Array.from({ length: 500 }, () => objectOf200).join()}]`, 1.2],
  ["objects with many members", `[${Array.from({ length: 100 }, () => largeObject).join()}]`, 1.7],
])("a value counts as at least the memory that it takes: %s", (_, text, most) => {
  let value: unknown;
  const measure = () => {
    value = undefined;
    const before = readHeap();
    value = parseJson(text);
    return readHeap() - before;
  };
  // Memory of something else may be freed at the same time.
  const bytes = median([measure(), measure(), measure()]);
  const ratio = bytesOfValue(value) / bytes;
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(most);
});

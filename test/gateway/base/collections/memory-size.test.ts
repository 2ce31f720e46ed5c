import { expect, test } from "vitest";
import { bytesOfValue } from "../../../../src/gateway/base/collections/memory-size.ts";
import { parseJson } from "../../../../src/gateway/base/collections/raw-number.ts";
import { readHeap } from "../../../support/heap.ts";

const many = (toText: (index: number) => string) =>
  `[${Array.from({ length: 20_000 }, (_, index) => toText(index)).join()}]`;

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
  ["objects with many members", `[${Array.from({ length: 100 }, () => largeObject).join()}]`, 1.7],
])("a value counts as at least the memory that it takes: %s", (_, text, most) => {
  const before = readHeap();
  const value = parseJson(text);
  const bytes = readHeap() - before;
  const ratio = bytesOfValue(value) / bytes;
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(most);
});

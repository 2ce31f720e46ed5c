import { expect, test } from "vitest";
import { ReadCache } from "../../../../src/registry/store/sqlite/read-cache.ts";

function createCounting(maxBytes: number) {
  const cache = new ReadCache<string>(maxBytes, (text) => text.length);
  const reads: string[] = [];
  const get = (name: string, text = "") =>
    cache.get(name, () => {
      reads.push(name);
      return text;
    });
  return { cache, reads, get };
}

test("a value is read once, even an empty one", () => {
  const { reads, get } = createCounting(1000);
  expect([get("a", "1"), get("a", "2"), get("b"), get("b")]).toEqual(["1", "1", "", ""]);
  expect(reads).toEqual(["a", "b"]);
});

test("the least recently used values are dropped when there are too many bytes, names and entries included (rule 25)", () => {
  // Each takes ten bytes, two for its name, and two hundred for its entry.
  const { reads, get } = createCounting(3 * 212);
  for (const name of ["a", "b", "c", "a", "d"]) get(name, "x".repeat(10));
  reads.length = 0;
  for (const name of ["a", "c", "d", "b"]) get(name, "x".repeat(10));
  expect(reads).toEqual(["b"]);
});

test("a value larger than the cache is returned, and not kept", () => {
  const { reads, get } = createCounting(240);
  expect(get("a", "x".repeat(50))).toHaveLength(50);
  get("a");
  expect(reads).toEqual(["a", "a"]);
});

test("nothing is cached after clearing", () => {
  const { cache, reads, get } = createCounting(1000);
  get("a", "1");
  cache.clear();
  expect(get("a", "2")).toBe("2");
  expect(reads).toEqual(["a", "a"]);
});

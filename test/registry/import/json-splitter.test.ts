import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonPart, JsonSplitter } from "../../../src/registry/import/json-splitter.ts";
import { PlacedError } from "../../../src/registry/import/place.ts";
import { hostileJson, hostileText } from "../../support/hostile.ts";
import { runs } from "../../support/seed.ts";

function split(text: string, size = text.length + 1): JsonPart[] {
  const splitter = new JsonSplitter((name) => name === "list");
  const parts: JsonPart[] = [];
  for (let at = 0; at < text.length; at += size)
    parts.push(...splitter.push(text.slice(at, at + size)));
  splitter.finish();
  return parts;
}

test("any object is split into its members, and its lists into their elements, however it is chunked", () => {
  const members = fc.array(fc.tuple(hostileText, hostileJson), { maxLength: 4 });
  fc.assert(
    fc.property(
      members,
      fc.array(hostileJson, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(0, 2),
      (others, list, size, indent) => {
        const body = { ...Object.fromEntries(others), list };
        const parts = split(JSON.stringify(body, null, indent), size);
        const elements = parts.filter(({ name }) => name === "list");
        expect(elements.map(({ text }) => JSON.parse(text))).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
        const rest = parts.filter(({ name }) => name !== "list");
        const expected = Object.entries(body).filter(([name]) => name !== "list");
        expect(rest.map(({ name, text }) => [name, JSON.parse(text)])).toEqual(
          expected.map(([name, value]) => [name, JSON.parse(JSON.stringify(value))]),
        );
      },
    ),
    { numRuns: runs(75) },
  );
});

test.each([1, 3, 100])(
  "a part has the place where its value begins, in chunks of %d characters",
  (size) => {
    expect(split('{\n"a":1,\n\n"list":[\n{"x":\n2},3,\n 4]}', size)).toEqual([
      { name: "a", place: { line: 2, column: 5 }, index: undefined, text: "1" },
      { name: "list", place: { line: 5, column: 1 }, index: 1, text: '{"x":\n2}' },
      { name: "list", place: { line: 6, column: 4 }, index: 2, text: "3" },
      { name: "list", place: { line: 7, column: 2 }, index: 3, text: "4" },
    ]);
  },
);

describe("broken JSON is reported with its line and column", () => {
  test.each([
    ["", "1:1", "the file ends too early"],
    ["5", "1:1", "expected an object or an array"],
    ['{"a":1', "1:6", "the file ends too early"],
    ['{"a":"x', "1:6", "the file ends too early"],
    ["[1,\n]", "2:1", "expected a value"],
    ['{"a":1,}', "1:8", "expected the name of a member"],
    ["{1:2}", "1:2", "expected the name of a member"],
    ['{"a" 1}', "1:6", 'expected ":"'],
    ['{"a":}', "1:6", "expected a value"],
    ['{"a":1 "b":2}', "1:8", 'expected "," or "}"'],
    ['{"list":[1}', "1:11", 'expected "," or "]"'],
    ["[1]\n[2]", "2:1", "expected the end of the file"],
  ])("%j", (text, at, problem) => {
    const [line = 0, column = 0] = at.split(":").map(Number);
    expect(() => split(text)).toThrow(new PlacedError({ line, column }, problem));
  });
});

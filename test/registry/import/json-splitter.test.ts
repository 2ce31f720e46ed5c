import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type JsonPart,
  JsonSplitter,
  JsonStructureError,
} from "../../../src/registry/import/json-splitter.ts";
import { hostileJson, hostileText } from "../../support/hostile.ts";

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
    { numRuns: 300 },
  );
});

test("a part has the line that its value begins on", () => {
  expect(split('{\n"a":1,\n\n"list":[\n{"x":\n2},\n3]}')).toEqual([
    { name: "a", line: 2, text: "1" },
    { name: "list", line: 5, text: '{"x":\n2}' },
    { name: "list", line: 7, text: "3" },
  ]);
});

test("an outermost array is split into its elements", () => {
  expect(split("[1, [2] ,{}]").map(({ text }) => text)).toEqual(["1", "[2]", "{}"]);
});

describe("broken JSON is reported with its line", () => {
  test.each([
    ["", 1, "the file ends too early"],
    ["5", 1, "expected an object or an array"],
    ["[1,\n2", 2, "the file ends too early"],
    ['{"a":1', 1, "the file ends too early"],
    ['{"a":"x', 1, "the file ends too early"],
    ["[1,\n]", 2, "expected a value"],
    ['{"a":1,}', 1, "expected the name of a member"],
    ["{1:2}", 1, "expected the name of a member"],
    ['{"a" 1}', 1, 'expected ":"'],
    ['{"a":}', 1, "expected a value"],
    ['{"a":1 "b":2}', 1, 'expected "," or "}"'],
    ['{"list":[1}', 1, 'expected "," or "]"'],
    ["[1]\n[2]", 2, "expected the end of the file"],
  ])("%j", (text, line, problem) => {
    expect(() => split(text)).toThrow(
      expect.toSatisfy(
        (error) =>
          error instanceof JsonStructureError && error.line === line && error.problem === problem,
      ),
    );
  });
});

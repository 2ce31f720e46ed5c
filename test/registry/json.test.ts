import fc from "fast-check";
import { expect, test } from "vitest";
import { isRawNumber, parseJson } from "../../src/registry/json.ts";
import { hostileJson, unholdableNumbers } from "../support/hostile.ts";
import { runs } from "../support/seed.ts";

test.each(unholdableNumbers)("%s keeps its digits, wherever it stands", (digits) => {
  const text = `{"a":[${digits},{"b":${digits}}],"__proto__":${digits},"c":"${digits}"}`;
  expect(JSON.stringify(parseJson(text))).toBe(text);
  expect(JSON.stringify(parseJson(`[1, ${digits}\n]`))).toBe(`[1,${digits}]`);
  expect(isRawNumber(parseJson(digits))).toBe(true);
});

test.each([
  "9007199254740991",
  "-9007199254740992",
  "1.50",
  "1e3",
  "-0",
  "0e999",
  "0.00000000000000001",
])("%s is a number like any other", (digits) => {
  expect(parseJson(digits)).toBe(Number(digits));
});

test("any other text is parsed as by JSON.parse", () => {
  fc.assert(
    fc.property(hostileJson, fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: runs(250) },
  );
});

test("what is no JSON is a SyntaxError, with and without such a number", () => {
  expect(() => parseJson("[1e400")).toThrow(SyntaxError);
  expect(() => parseJson("[1")).toThrow(SyntaxError);
});

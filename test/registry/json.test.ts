import { expect, test } from "vitest";
import { isRawNumber, parseJson } from "../../src/registry/json.ts";
import { unholdableNumbers } from "../support/hostile.ts";

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

test("what is no JSON is a SyntaxError, with and without such a number", () => {
  expect(() => parseJson("[1e400")).toThrow(SyntaxError);
  expect(() => parseJson("[1")).toThrow(SyntaxError);
});

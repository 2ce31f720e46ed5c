import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  digitsOf,
  isRawNumber,
  isSameNumber,
  parseJson,
  type RawNumber,
  toNearest,
} from "../../../../src/gateway/base/collections/raw-number.ts";

const raw = (text: string) => JSON.rawJSON(text);

describe("parsed JSON", () => {
  test.each([
    "12345678901234567890",
    "-9007199254740993",
    "9007199254740992",
    "1e400",
    "-1E+400",
    "1e300",
    "123456789012345.6e5",
    "12345678901234567.5",
    "1e-400",
    "0.1e-350",
    `0.${"0".repeat(323)}1`,
    `-0.${"0".repeat(250)}1e-99`,
  ])("keeps the digits of %s", (number) => {
    for (const text of [
      `{"a":${number}}`,
      `[${number}]`,
      `[1, ${number}]`,
      `{"a" :\n\t ${number}\n}`,
    ]) {
      expect(JSON.stringify(parseJson(text)).replace("[1,", "[")).toContain(number);
    }
  });

  test.each([
    "9007199254740991",
    "-9007199254740991",
    "0",
    "1.5",
    "1e3",
    "1e-7",
    "0e999",
    `0.${"0".repeat(400)}`,
    `0.${"0".repeat(250)}1`,
    "123456789012345.67",
  ])("has %s as the number that it is", (number) => {
    expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
  });

  test("without such numbers is what JSON.parse makes of it, whatever its strings hold", () => {
    const text = JSON.stringify({
      a: ":12345678901234567890",
      b: ["[1e400", '":-1234567890123456'],
    });
    expect(parseJson(text)).toEqual(JSON.parse(text));
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(JSON.stringify(parseJson(json)))).toEqual(JSON.parse(json));
      }),
    );
  });

  test("that nests too deep for digits to be kept is still parsed", () => {
    const text = `${"[".repeat(20_000)}12345678901234567890${"]".repeat(20_000)}`;
    let value = parseJson(text);
    while (Array.isArray(value)) value = value[0];
    expect(Number(value)).toBe(12345678901234567000);
  });

  test.each(["", "{", "[12345678901234567890", "01", "[1e400,]"])("fails for %j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

test("a raw number has a nearest one, unless it is beyond the range", () => {
  const near = ["12345678901234567890", "1e400", "-1e400", "1e-400"].map((one) =>
    toNearest(raw(one)),
  );
  expect(near).toEqual([12345678901234567000, null, null, 0]);
});

test("only whole numbers that are written as such have digits", () => {
  const digits = ["-12345678901234567890", "1e400", "12345678901234567.5"].map((one) =>
    digitsOf(raw(one)),
  );
  expect(digits).toEqual(["-12345678901234567890", null, null]);
});

test.each([
  ["12345678901234567890", "1234567890123456789e1", true],
  ["12345678901234567890", "12345678901234567890.00", true],
  ["1e400", "10e399", true],
  ["1e400", "0.1E+401", true],
  ["12345678901234567890", "12345678901234567891", false],
  ["1e400", "-1e400", false],
  ["1e400", "1e401", false],
  ["1e99999999999999999999", "10e99999999999999999998", true],
])("%s and %s are the same number: %s", (one, other, isSame) => {
  expect(isSameNumber(raw(one), raw(other))).toBe(isSame);
  expect(isSameNumber(raw(other), raw(one))).toBe(isSame);
});

test("nothing but a raw number is one", () => {
  const others = [null, undefined, 5, "5", {}, [], { rawJSON: "5" } as RawNumber, new Date(0)];
  expect(others.filter(isRawNumber)).toEqual([]);
});

import { describe, expect, test } from "vitest";
import {
  DecodeError,
  decodeBoolean,
  decodeInteger,
  decodeList,
  decodeObject,
  decodeString,
  decodeStrings,
} from "../../src/registry-client/json-values.ts";

describe.each([
  [
    "a string",
    decodeString,
    [
      ["a", "a"],
      ["", ""],
      [5, "5"],
      [-5, "-5"],
    ],
    [1.5, 2 ** 53, true, {}, []],
  ],
  [
    "an integer",
    decodeInteger,
    [
      [5, 5],
      ["5", 5],
      ["-5", -5],
      ["007", 7],
    ],
    [1.5, "1.5", "", " 5", "5e3", "9007199254740993", 2 ** 53, true, {}, []],
  ],
  [
    "a boolean",
    decodeBoolean,
    [
      [true, true],
      [1, true],
      ["1", true],
      ["true", true],
      [false, false],
      [0, false],
      ["0", false],
      ["false", false],
    ],
    [2, "", "yes", {}, []],
  ],
  [
    "an object",
    decodeObject,
    [
      [{ a: 1 }, { a: 1 }],
      [[], {}],
      ['{"a":1}', { a: 1 }],
      [" [] ", {}],
      ["null", null],
      ["", null],
    ],
    ["{", '"{}"', "5", 5, true, [{}]],
  ],
  [
    "a list",
    decodeList,
    [
      [[1], [1]],
      [[], []],
      [{ a: 1 }, [{ a: 1 }]],
    ],
    ["[]", 5, true],
  ],
  [
    "a list of strings",
    decodeStrings,
    [
      [
        ["a", 5],
        ["a", "5"],
      ],
      [[], []],
    ],
    ["a", {}, [null], [[]]],
  ],
] as const)("%s", (_, decode, readable, unreadable) => {
  test.each<readonly [unknown, unknown]>(readable)("%j is %j", (value, expected) => {
    expect(decode(value)).toEqual(expected);
  });

  test.each(unreadable.map((value) => [value]))("%j cannot be read", (value) => {
    expect(() => decode(value)).toThrow(DecodeError);
  });

  test("null and a missing value are null", () => {
    expect(decode(null)).toBeNull();
    expect(decode(undefined)).toBeNull();
  });
});

import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";

const parse = (given: RawConnectionArguments, maxSize = 1000) =>
  parseConnectionArguments(given, { defaultSize: 100, maxSize });

describe("the arguments of a connection", () => {
  test("ask for the first hundred by default", () => {
    expect(parse({})).toEqual({ from: "start", size: 100, after: null, before: null });
    expect(parse({ first: null, last: null, after: null })).toEqual(parse({}));
  });

  test("ask for the largest page when that is smaller than the default", () => {
    expect(parse({ after: "x" }, 20)).toEqual({
      from: "start",
      size: 20,
      after: "x",
      before: null,
    });
  });

  test("count from the start or from the end", () => {
    expect(parse({ first: 0 })).toMatchObject({ from: "start", size: 0 });
    expect(parse({ first: 1000, before: "x" })).toMatchObject({
      from: "start",
      size: 1000,
      before: "x",
    });
    expect(parse({ last: 5, after: "x" })).toMatchObject({ from: "end", size: 5, after: "x" });
  });

  test.each([
    [{ first: 1, last: 1 }, "`first` and `last` were both given: expected one of them."],
    [{ first: -1 }, "`first` is -1: expected a whole number from 0 to 1000."],
    [{ last: -5 }, "`last` is -5: expected a whole number from 0 to 1000."],
    [{ first: 1001 }, "`first` is 1001: expected a whole number from 0 to 1000."],
    [{ last: 2 ** 31 - 1 }, "`last` is 2147483647: expected a whole number from 0 to 1000."],
    [{ first: 1.5 }, "`first` is 1.5: expected a whole number from 0 to 1000."],
    [{ first: Number.NaN }, "`first` is NaN: expected a whole number from 0 to 1000."],
  ])("%o: %s", (given, message) => {
    expect(() => parse(given)).toThrow(new ArgumentError(message));
  });
});

import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";
import { serveList } from "./model-source.ts";

const letters = ["A", "B", "C", "D", "E"] as const;
type Letter = (typeof letters)[number];

/** A page with `<` if others come before it and `>` if others follow. */
async function show(given: RawConnectionArguments, rows: readonly string[] = letters) {
  const page = await serveList(rows).load(given);
  expect(page.warnings).toEqual([]);
  return `${page.hasPreviousPage ? "<" : ""}${page.rows.join("")}${page.hasNextPage ? ">" : ""}`;
}

async function cursorOf(letter: Letter): Promise<string> {
  const { cursorAt } = await serveList(letters).load({});
  return cursorAt(letters.indexOf(letter));
}

describe("a page of A to E without a row knows what is on either side", () => {
  test.each<[string, { after?: Letter; before?: Letter } & Record<string, unknown>, string]>([
    ["the last 0", { last: 0 }, "<"],
    ["the first after the last one", { first: 2, after: "E" }, "<"],
    ["the first 0 after", { first: 0, after: "B" }, "<>"],
    ["the last before the first one", { last: 2, before: "A" }, ">"],
    ["between neighbours", { first: 4, after: "B", before: "C" }, "<>"],
    ["between in the wrong order", { first: 4, after: "D", before: "B" }, "<>"],
    ["from an offset far past the end", { offset: 2 ** 31 - 1, first: 1000 }, "<"],
    ["none from an offset", { offset: 2, first: 0 }, "<>"],
  ])("%s: %o gives %s", async (_, { after, before, ...sizes }, expected) => {
    const given = {
      ...sizes,
      ...(after && { after: await cursorOf(after) }),
      ...(before && { before: await cursorOf(before) }),
    };
    expect(await show(given)).toBe(expected);
    expect(await show(given, [])).toBe("");
  });
});

describe("the arguments of a connection", () => {
  const parse = (given: RawConnectionArguments, maxSize = 1000) =>
    parseConnectionArguments(given, { defaultSize: 100, maxSize });
  const usual = { from: "start", size: 100, after: null, before: null };

  test.each<[RawConnectionArguments, number, object]>([
    [{}, 1000, usual],
    [{ first: 0 }, 1000, { ...usual, size: 0 }],
    [{ first: 1000, before: "x" }, 1000, { ...usual, size: 1000, before: "x" }],
    [{ last: 5, after: "x" }, 1000, { ...usual, from: "end", size: 5, after: "x" }],
    [{ after: "x", first: 5, offset: null }, 1000, { ...usual, size: 5, after: "x" }],
  ])("%o, at most %i, mean %o", (given, maxSize, expected) => {
    expect(parse(given, maxSize)).toEqual(expected);
  });

  test.each<[RawConnectionArguments, string]>([
    [{ first: 1, last: 1 }, "`first` and `last` were both given: expected one of them."],
    [{ first: 1001 }, "`first` is 1001: expected a whole number from 0 to 1000."],
    [{ first: 1.5 }, "`first` is 1.5: expected a whole number from 0 to 1000."],
    [{ offset: 0, after: "x" }, "`offset` and `after` were both given: expected one of them."],
    [{ offset: 1, last: 0 }, "`offset` and `last` were both given: expected one of them."],
    [{ offset: -1 }, "`offset` is -1: expected a whole number from 0."],
    [{ offset: 1.5 }, "`offset` is 1.5: expected a whole number from 0."],
  ])("%o: %s", (given, message) => {
    expect(() => parse(given)).toThrow(new ArgumentError(message));
  });
});

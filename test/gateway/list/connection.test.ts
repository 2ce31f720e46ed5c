import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../../src/gateway/list/arguments.ts";
import { createModelList, loadConnection } from "./model-list.ts";

const letters = ["A", "B", "C", "D", "E"] as const;
type Letter = (typeof letters)[number];

async function load(given: RawConnectionArguments, rows: readonly string[] = letters) {
  const source = createModelList(rows).source();
  const args = parseConnectionArguments(given, { defaultSize: 100, maxSize: 1000 });
  const needs = { rows: true, pageInfo: true, totalCount: false };
  return loadConnection(args, source, needs);
}

async function cursorOf(letter: Letter): Promise<string> {
  return (await load({})).cursorAt(letters.indexOf(letter));
}

/** Each result shows the rows, with `<` if others come before them and `>` if others follow. */
const cases: readonly [
  string,
  { first?: number; after?: Letter; last?: number; before?: Letter },
  string,
][] = [
  ["all, without arguments", {}, "ABCDE"],
  ["the first", { first: 2 }, "AB>"],
  ["the first, exactly all", { first: 5 }, "ABCDE"],
  ["the first, more than there are", { first: 10 }, "ABCDE"],
  ["the first 0", { first: 0 }, ">"],
  ["the last", { last: 2 }, "<DE"],
  ["the last, exactly all", { last: 5 }, "ABCDE"],
  ["the last, more than there are", { last: 10 }, "ABCDE"],
  ["the last 0", { last: 0 }, "<"],
  ["the first after", { first: 2, after: "B" }, "<CD>"],
  ["the first after, up to the end", { first: 2, after: "C" }, "<DE"],
  ["the first after, past the end", { first: 10, after: "C" }, "<DE"],
  ["the first after the last one", { first: 2, after: "E" }, "<"],
  ["the first 0 after", { first: 0, after: "B" }, "<>"],
  ["the last before", { last: 2, before: "D" }, "<BC>"],
  ["the last before, up to the start", { last: 2, before: "C" }, "AB>"],
  ["the last before, past the start", { last: 10, before: "C" }, "AB>"],
  ["the last before the first one", { last: 2, before: "A" }, ">"],
  ["the first before", { first: 2, before: "D" }, "AB>"],
  ["the first before, bounded by it", { first: 4, before: "C" }, "AB>"],
  ["the first before the first one", { first: 4, before: "A" }, ">"],
  ["the last after", { last: 2, after: "B" }, "<DE"],
  ["the last after, bounded by it", { last: 4, after: "C" }, "<DE"],
  ["the last after the last one", { last: 4, after: "E" }, "<"],
  ["the first between", { first: 2, after: "A", before: "E" }, "<BC>"],
  ["the first between, exactly all", { first: 3, after: "A", before: "E" }, "<BCD>"],
  ["the first between, bounded", { first: 4, after: "A", before: "D" }, "<BC>"],
  ["the last between", { last: 2, after: "A", before: "E" }, "<CD>"],
  ["the last between, bounded", { last: 4, after: "B", before: "E" }, "<CD>"],
  ["between neighbours", { first: 4, after: "B", before: "C" }, "<>"],
  ["between in the wrong order", { first: 4, after: "D", before: "B" }, "<>"],
  ["between in the wrong order, from the end", { last: 4, after: "D", before: "B" }, "<>"],
];

describe("a page of A to E", () => {
  test.each(cases)("%s: %o gives %s", async (_, { after, before, ...sizes }, expected) => {
    const connection = await load({
      ...sizes,
      after: after && (await cursorOf(after)),
      before: before && (await cursorOf(before)),
    });
    const { rows, hasPreviousPage, hasNextPage, warnings } = connection;
    const shown = `${hasPreviousPage ? "<" : ""}${rows.join("")}${hasNextPage ? ">" : ""}`;
    expect(shown).toBe(expected);
    expect(warnings).toEqual([]);
  });

  test("an empty list has no rows, and no page before or after", async () => {
    for (const given of [{ first: 3 }, { last: 3 }, { first: 3, after: await cursorOf("B") }]) {
      const { rows, hasPreviousPage, hasNextPage } = await load(given, []);
      expect({ rows, hasPreviousPage, hasNextPage }).toEqual({
        rows: [],
        hasPreviousPage: false,
        hasNextPage: false,
      });
    }
  });
});

describe("a cursor that is not of this list", () => {
  const attempt = (after: string, list = "tag") =>
    loadConnection(
      { from: "start", size: 2, after, before: null },
      createModelList(letters).source(list),
      { rows: true, pageInfo: true, totalCount: false },
    );

  test("is refused when it belongs to another list", async () => {
    await expect(attempt(await cursorOf("B"), "terminal")).rejects.toThrow(ArgumentError);
  });

  test("is refused when any character of it was altered", async () => {
    const cursor = await cursorOf("B");
    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === "A" ? "B" : "A";
      const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
      await expect(attempt(altered)).rejects.toThrow("`after` is not a cursor of this list");
    }
  });

  test.each([
    "",
    " ",
    "B",
    "====",
    "YXJyYXljb25uZWN0aW9uOjE=",
    "é",
    "A".repeat(159),
    "A".repeat(5000),
  ])("is refused when it is %o", async (text) => {
    await expect(attempt(text)).rejects.toThrow(ArgumentError);
  });
});

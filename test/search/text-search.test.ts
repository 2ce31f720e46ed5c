import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/search/query.ts";
import { find, findIds } from "./find.ts";
import { type TagRow, tagList } from "./tags.ts";

const tag = (id: string, fields: Record<string, unknown>): TagRow => ({ id, ...fields });

describe("a search", () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ["the name", { name: "Pump 7" }, true],
    ["the description", { description: "an old PUMP" }, true],
    ["additional data that is text", { additional_data: { any: "pumping station" } }, true],
    ["the type", { type: "pump" }, false],
    ["keys", { additional_data: { pump: "x" } }, false],
    ["nested values", { additional_data: { any: { deep: "pump" }, list: ["pump"] } }, false],
    ["a name that cannot be read", { name: { text: "pump" } }, false],
  ])("looks, or does not, in %s", async (_, fields, isFound) => {
    expect(await findIds([tag("1", fields)], { search: "pump" })).toEqual(isFound ? ["1"] : []);
  });

  test("looks in the record's own id, but not in numbers and booleans", async () => {
    const rows = [tag("04AB", {}), tag("2", { additional_data: { number: 4, boolean: true } })];
    expect(await findIds(rows, { search: "04ab" })).toEqual(["04AB"]);
    expect(await findIds(rows, { search: "4" })).toEqual(["04AB"]);
    expect(await findIds(rows, { search: "true" })).toEqual([]);
  });

  test("needs every word, anywhere in the record", async () => {
    const rows = [
      tag("1", { name: "Old pump", description: "cellar" }),
      tag("2", { name: "pump" }),
    ];
    expect(await findIds(rows, { search: "cell\u00a0PUM\told" })).toEqual(["1"]);
  });

  test("finds no word that begins in one string and ends in another", async () => {
    const rows = [tag("1", { name: "ab", description: "cd" })];
    expect(await findIds(rows, { search: "abcd" })).toEqual([]);
    expect(await findIds(rows, { search: "b\ncd" })).toEqual(["1"]);
  });

  test("folds as `contains` does", async () => {
    const rows = [tag("1", { name: "Große Łódź Ⅳ" })];
    expect(await findIds(rows, { search: "GROSSE lodz iv" })).toEqual(["1"]);
  });

  test("keeps a word whole that folding puts a space into", async () => {
    const isWhiteSpace = (character: string) => /\s/.test(character);
    const splitting = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !isWhiteSpace(character) && / /.test(character.normalize("NFKD")));
    expect(splitting).toEqual(expect.arrayContaining(["\u00b4", "\u00a8", "\u203e", "\ufe49"]));
    const search = splitting.map((character) => `o${character}b`).join(" ");
    expect(parseQuery(tagList, { search }).words.every((word) => / /.test(word))).toBe(true);
    const rows = splitting.map((character, index) =>
      tag(`${index}`, { name: `O${character}Brien` }),
    );
    const others = [tag("apart", { name: "Brien O" }), tag("joined", { name: "OBrien" })];
    for (const [index, character] of splitting.entries()) {
      const found = await findIds([...rows, ...others], { search: `o${character}brien` });
      expect(found).toContain(`${index}`);
      expect(found).not.toContain("apart");
      expect(found).not.toContain("joined");
    }
  });

  test.each([null, undefined, "", "   ", "\n\u00a0", "\u0301", "\u00b4 \u00a8"])(
    "without words does not count as a search: %j",
    (search) => {
      const { words, isInRegistryOrder } = parseQuery(tagList, { search });
      expect({ words, isInRegistryOrder }).toEqual({ words: [], isInRegistryOrder: true });
    },
  );

  test("of 10 kB is answered", async () => {
    const search = Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(" ");
    const rows = [tag("1", { description: search }), tag("2", { description: "w1 w2" })];
    expect(await findIds(rows, { search })).toEqual(["1"]);
  });

  test("takes the special characters of regular expressions literally", async () => {
    const rows = [tag("1", { name: "a.b* (c) [d]" }), tag("2", { name: "axbb c d" })];
    expect(await findIds(rows, { search: "a.b* (c) [d]" })).toEqual(["1"]);
  });

  test("combines with a filter", async () => {
    const rows = [tag("1", { name: "pump", type: "a" }), tag("2", { name: "pump", type: "b" })];
    expect(await findIds(rows, { search: "pump", filter: { type: { eq: "b" } } })).toEqual(["2"]);
  });
});

describe("relevance", () => {
  const rows = [
    tag("5", { description: "a pumping station" }),
    tag("4", { description: "the pump" }),
    tag("3", { name: "Pumping", description: "pump" }),
    tag("2", { name: "Pump 7" }),
    tag("1", { name: "Pumpe\npump" }),
  ];

  test("puts names before the rest, whole words before parts, and then orders by id", async () => {
    expect(await findIds(rows, { search: "pump" })).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("can be requested like any other order", async () => {
    const by = (direction: "ASC" | "DESC") => ({
      search: "pump",
      orderBy: [{ field: "relevance", direction }],
    });
    expect(await findIds(rows, by("ASC"))).toEqual(["1", "2", "3", "4", "5"]);
    expect(await findIds(rows, by("DESC"))).toEqual(["5", "4", "3", "1", "2"]);
  });

  test("yields to an order that is requested", async () => {
    const orderBy = [{ field: "tagId", direction: "DESC" as const }];
    expect(await findIds(rows, { search: "pump", orderBy })).toEqual(["5", "4", "3", "2", "1"]);
  });

  test("ranks words in the name above whole words elsewhere", async () => {
    const both = [
      tag("1", { name: "old", description: "pump" }),
      tag("2", { name: "olden pumping" }),
    ];
    expect(await findIds(both, { search: "old pump" })).toEqual(["2", "1"]);
  });

  test("knows where the name ends, even if it has several lines", async () => {
    const lines = [tag("2", { name: "x\npump" }), tag("1", { name: "x", description: "pump" })];
    expect(await findIds(lines, { search: "pump" })).toEqual(["2", "1"]);
  });

  test("is the same whatever else the list has", async () => {
    const found = await find(rows, { search: "pump", first: 2 });
    const after = found.cursorAt(1);
    const others = [...rows.filter(({ id }) => id !== "2"), tag("0", { name: "pump" })];
    expect(await findIds(others, { search: "pump", after })).toEqual(["3", "4", "5"]);
  });
});

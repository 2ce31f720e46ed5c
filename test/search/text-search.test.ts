import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/search/query.ts";
import { findIds, findIn } from "./find.ts";
import { createTagTable, type TagRow, tagList } from "./tags.ts";

const tag = (id: string, fields: Record<string, unknown>): TagRow => ({ id, ...fields });

describe("a search", () => {
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
    const all = [...rows, ...others];
    const table = createTagTable(all);
    for (const [index, character] of splitting.entries()) {
      const { positions } = await findIn(table, { search: `o${character}brien` });
      const found = positions.map((position) => all[position]?.id);
      expect(found).toContain(`${index}`);
      expect(found).not.toContain("apart");
      expect(found).not.toContain("joined");
    }
  });
});

describe("relevance", () => {
  test("knows where the name ends, even if it has several lines", async () => {
    const lines = [tag("2", { name: "x\npump" }), tag("1", { name: "x", description: "pump" })];
    expect(await findIds(lines, { search: "pump" })).toEqual(["2", "1"]);
  });
});

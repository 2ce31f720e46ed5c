import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeLinks, readOwnFields } from "../../src/commands/own-fields.ts";
import { parseOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { parseLinks } from "../../src/setting-parsers.ts";
import { createFolder } from "../support/folder.ts";
import { runTapgraph } from "../support/tapgraph.ts";

describe("a file ends the start with one line:", () => {
  test.each([
    ["one that is missing", null, /^OWN_FIELDS: \S+ cannot be read$/],
    ["one that is empty", "", /^OWN_FIELDS: \S+: it is empty\. Allowed are [^\n]+$/],
    ["one that is not UTF-8", Buffer.of(0x23, 0xff), /^OWN_FIELDS: \S+ is not UTF-8$/],
    [
      "one with a mistake",
      "type TagData { a: Int }",
      /^OWN_FIELDS: \S+:1:19: The type Int [^\n]+$/,
    ],
  ])("%s", async (_, content, expected) => {
    await using folder = await createFolder();
    const file = folder.file("own.graphql");
    if (content !== null) await writeFile(file, content);
    expect(() => readOwnFields({ OWN_FIELDS: file })).toThrow(expected);
  });

  test("in each worker, before any listens", async () => {
    await using run = await runTapgraph(["gateway"], {
      PORT: "0",
      WORKERS: "2",
      OWN_FIELDS: "none.graphql",
    });
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(/^OWN_FIELDS: none\.graphql cannot be read$/m);
  });
});

test("a field and a setting may name one target, but not two", () => {
  const ownFields = parseOwnFields(
    "type TagData { owner: Terminal @item(names: UUID) home: Tag }",
    "own.graphql",
  );
  const merge = (setting: string) =>
    mergeLinks(parseLinks(setting), ownFields).map(({ subject, identifier, target }) =>
      [subject, identifier, target].join(" "),
    );
  const own = ["tag owner terminal.uuid", "tag home tag.id"];
  expect(merge("")).toEqual(own);
  expect(merge("tag.owner=terminal.uuid")).toEqual(own);
  expect(merge("terminal.owner=tag.id")).toEqual(["terminal owner tag.id", ...own]);
  expect(() => merge("tag.owner=terminal.id")).toThrow(
    "OWN_FIELDS: owner names terminal.uuid, but ADDITIONAL_DATA_LINKS has tag.owner=terminal.id",
  );
});

test("the schema is printed with own fields if the setting names them, and tells editors of @item", async () => {
  const file = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");
  const [plain, own] = await Promise.all(
    [{}, { OWN_FIELDS: file }].map(async (settings) => {
      await using run = await runTapgraph(["schema"], settings);
      expect(await run.exit()).toBe(0);
      return run.stdout;
    }),
  );
  expect(plain).not.toContain("TagData");
  expect(own).toContain("\n  nextCheck: DateTime\n");
  for (const sdl of [plain, own]) expect(sdl).toMatch(/^# directive @item\($/m);
});

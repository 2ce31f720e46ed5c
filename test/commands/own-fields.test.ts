import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeLinks, readOwnFields } from "../../src/commands/own-fields.ts";
import { runSchema } from "../../src/commands/schema.ts";
import { parseOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { parseLinks } from "../../src/setting-parsers.ts";
import { readSettings } from "../../src/settings.ts";
import { createFolder } from "../support/folder.ts";
import { runCommand } from "../support/run-command.ts";

const sampleFile = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");

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

test.each([
  ["without own fields", {}, /^(?!.*TagData)/s],
  [
    "with own fields if the setting names them",
    { OWN_FIELDS: sampleFile },
    /^ {2}nextCheck: DateTime$/m,
  ],
])("the schema is printed %s, and tells editors of @item", async (_, settings, expected) => {
  const { stdout } = await runCommand(() => runSchema(readSettings(settings), []));
  expect(stdout).toMatch(expected);
  expect(stdout).toContain("type Tag implements Node {");
  expect(stdout).toContain("name: String @semanticNonNull");
  expect(stdout).toMatch(/^# directive @item\($/m);
});

test("no other argument than --federation is taken for the schema", async () => {
  const { code, output } = await runCommand(() =>
    runSchema(readSettings({}), ["--federation=yes"]),
  );
  const line = 'tapgraph schema: takes only --federation, found "--federation=yes"\n';
  expect([code, output]).toEqual([1, line]);
});

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";
import { createFolder } from "../support/folder.ts";
import { findUnnamedBreaks } from "./breaks.ts";

const released = readTypeDefinitions();
const changelog = "# Changelog\n\n## Unreleased\n\n- Something.\n\n## 1.0.0\n";

function compare(search: string | RegExp, replacement: string, log = changelog) {
  const current = released.replace(search, replacement);
  expect(current).not.toBe(released);
  return findUnnamedBreaks({ released, current, changelog: log });
}

function announce(...lines: readonly string[]): string {
  return changelog.replace("- Something.", `### Breaking\n\n${lines.join("\n")}`);
}

describe("a breaking change is found:", () => {
  test.each([
    ["a field removed", / {2}"[^"]*"\n {2}imei: String\n/, "", "Terminal.imei"],
    ["a field renamed", "formIdentifier: String", "formId: String", "Terminal.formIdentifier"],
    ["another type", "totalCount: Int ", "totalCount: Float ", "TagConnection.totalCount"],
    ["an argument required", "first: Int\n", "first: Int!\n", "Project.tags.first"],
    ["an enum value removed", / {2}"[^"]*"\n {2}IMAGE\n/, "", "AdditionalDataItemType.IMAGE"],
    ["an interface dropped", "type Tag implements Node {", "type Tag {", "Tag"],
    [
      "a promise taken back",
      "type: String @semanticNonNull",
      "type: String",
      "Tag.type.@semanticNonNull",
    ],
  ])("%s", async (_, search, replacement, path) => {
    expect(await compare(search, replacement)).toEqual([expect.stringContaining(`\`${path}\``)]);
    const named = await compare(search, replacement, announce(`- \`${path}\` is no more.`));
    expect(named).toEqual([]);
  });
});

test("nothing breaks the clients of the last release without the changelog saying so", async () => {
  const read = (path: string) => readFile(join(import.meta.dirname, "../..", path), "utf8");
  const breaks = await findUnnamedBreaks({
    released: await read("schema/released/schema.graphql"),
    current: released,
    changelog: await read("CHANGELOG.md"),
  });
  expect(breaks).toEqual([]);
});

test("an addition to the schema is no break", async () => {
  expect(await compare("imei: String\n", "imei: String\n  colour: String\n")).toEqual([]);
  expect(await compare("imei: String\n", "imei: String!\n")).toEqual([]);
});

test("only the heading for breaks in the changelog's newest section can name a break", async () => {
  const other = announce("- `Terminal.uuid` is no more.");
  const older = `${changelog}\n### Breaking\n\n- \`Terminal.imei\` is no more.\n`;
  const elsewhere = changelog.replace("Something", "`Terminal.imei` is no more");
  for (const log of [other, older, elsewhere]) {
    expect(await compare("imei: String\n", "serial: String\n", log)).toHaveLength(1);
  }
});

describe("the comparison with the last release", () => {
  const script = join(import.meta.dirname, "compare-released.ts");
  const run = (...argv: readonly string[]) =>
    spawnSync(process.execPath, [script, ...argv], { encoding: "utf8" });

  test("fails on a planted break and names it", async () => {
    await using folder = await createFolder();
    const file = folder.file("schema.graphql");
    await writeFile(file, released.replace("imei: String\n", "imei: String\n  colour: String\n"));
    const { status, stdout } = run(file);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^`Terminal\.colour`: Field 'colour' was removed/);
  });

  test("compares two files of own fields", async () => {
    await using folder = await createFolder();
    const [older, newer] = [folder.file("older.graphql"), folder.file("newer.graphql")];
    await writeFile(older, "type TagData { floor: Float }");
    await writeFile(newer, "type TagData { floor: Float room: String }");
    const { status, stdout } = run("--own-fields", newer, older);
    expect(status).toBe(1);
    for (const path of ["TagData.room", "TagDataFilter.room", "TagOrderField.DATA_ROOM"]) {
      expect(stdout).toContain(`\`${path}\``);
    }
    expect(run("--own-fields", older).stderr).toContain("--own-fields OLD NEW");
  });
});

import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { asksForHelp, formatHelp } from "../../src/commands/help.ts";
import { runRegistryExport } from "../../src/commands/registry/export.ts";
import { runRegistryImport } from "../../src/commands/registry/import.ts";
import { runRegistryKey } from "../../src/commands/registry/key.ts";
import { createKey } from "../../src/registry/keys.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import { readSettings, settingTable } from "../../src/settings.ts";
import { createFolder } from "../support/folder.ts";

const words = (line: string) => line.split(" ").filter((word) => word !== "");
const helpOf = (line: string) => formatHelp(words(line));

/** The settings that a help text lists. */
const settingsIn = (help: string) =>
  [...help.matchAll(/^ {4}([A-Z][A-Z_]+)\b/gm)].map(([, name = ""]) => name);

describe("the help of", () => {
  test("tapgraph itself lists all commands and settings", () => {
    const help = helpOf("--help");
    const commands = ["tapgraph [gateway]", "registry import FILE", "key revoke ID", "schema"];
    for (const command of commands) expect(help).toContain(command);
    expect(settingsIn(help).toSorted()).toEqual(Object.keys(settingTable).toSorted());
  });

  test.each([
    ["registry --help", ["--sample", "registry import", "registry key list"], ["tapgraph schema"]],
    ["registry import --help", ["--dry-run", "--separator"], ["--sample", "registry export"]],
    ["registry import tags.csv --help", ["--dry-run"], ["--sample"]],
    ["registry export -h", ["--only"], ["--dry-run"]],
    ["registry key --help", ["key create", "key list", "key revoke"], ["registry import"]],
    ["registry key create --help", ["--name TEXT"], ["key list"]],
    ["help registry key list", ["key list", "REGISTRY_DB"], ["key create", "REGISTRY_URL"]],
    ["doctor --help", ["--budget CALLS", "TAPGRAPH_KEY"], ["registry import", "CACHE_URL"]],
    ["fields --help", ["--check FILE", "TAPGRAPH_KEY"], ["--budget", "CACHE_URL", "OWN_FIELDS"]],
    ["schema --help", ["--federation", "OWN_FIELDS"], ["CACHE_URL", "registry"]],
    ["gateway --help", ["REGISTRY_URL", "CACHE_URL"], ["registry import", "TAPGRAPH_KEY"]],
    ["no-such-command --help", ["tapgraph schema"], []],
  ])("%s lists what that command can do, and nothing else", (line, present, absent) => {
    const help = helpOf(line);
    for (const text of present) expect(help).toContain(text);
    for (const text of absent) expect(help).not.toContain(text);
  });
});

test.each([
  ["import", runRegistryImport, ["tags.json", "--project", "1"]],
  ["export", runRegistryExport, ["tags.json", "--project", "1"]],
  ["key", runRegistryKey, ["list"]],
])("the help of registry %s lists the settings that it reads", async (name, run, argv) => {
  await using folder = await createFolder();
  await writeFile(folder.file("tags.json"), "[]");
  {
    await using store = await openStore(folder.file("registry.db"));
    await createKey(store, { projectId: 1, name: "", createdWhen: 0 });
  }
  const read = new Set<string>();
  const settings = new Proxy(readSettings({ REGISTRY_DB: folder.file("registry.db") }), {
    get(target, setting) {
      read.add(String(setting));
      return Reflect.get(target, setting);
    },
  });
  await run(
    settings,
    argv.map((word) => word.replace("tags.json", folder.file("tags.json"))),
  );
  const listed = settingsIn(helpOf(`registry ${name} --help`));
  expect(listed.filter((setting) => !setting.endsWith("_FILE"))).toEqual([...read]);
});

test.each([
  ["", false],
  ["registry import file", false],
  ["registry import --help", true],
  ["registry -h", true],
  ["help", true],
  ["registry key help", true],
  ["registry import --project 1 -- --help", false],
  ["registry import tags.csv --project 1 --help", true],
])("%j asks for help: %s", (line, expected) => {
  expect(asksForHelp(words(line))).toBe(expected);
});

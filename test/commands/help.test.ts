import { describe, expect, test } from "vitest";
import { asksForHelp, formatHelp } from "../../src/commands/help.ts";

const words = (line: string) => line.split(" ").filter((word) => word !== "");
const helpOf = (line: string) => formatHelp(words(line), "  SETTING");

describe("the help of", () => {
  test("no command lists all commands and settings", () => {
    const help = helpOf("--help");
    for (const command of [
      "tapgraph [gateway]",
      "registry import FILE",
      "key revoke ID",
      "schema",
    ]) {
      expect(help).toContain(command);
    }
    expect(help).toContain("SETTING");
  });

  test.each([
    ["registry --help", ["--sample", "registry import", "registry key list"], ["tapgraph schema"]],
    ["registry import --help", ["--dry-run", "--separator"], ["--sample", "registry export"]],
    ["registry import tags.csv --help", ["--dry-run"], ["--sample"]],
    ["registry export -h", ["--only"], ["--dry-run"]],
    ["registry key --help", ["key create", "key list", "key revoke"], ["registry import"]],
    ["registry key create --help", ["--name TEXT"], ["key list"]],
    ["help registry key list", ["key list"], ["key create"]],
    ["doctor --help", ["--budget CALLS", "--record DIR", "SETTING"], ["registry import"]],
    ["types --help", ["tapgraph types", "SETTING"], ["--budget"]],
    ["schema --help", ["--federation"], ["SETTING", "registry"]],
    ["gateway --help", ["REGISTRY_URL", "SETTING"], ["registry import"]],
    ["no-such-command --help", ["tapgraph schema"], []],
  ])("%s lists what that command can do, and nothing else", (line, present, absent) => {
    const help = helpOf(line);
    for (const text of present) expect(help).toContain(text);
    for (const text of absent) expect(help).not.toContain(text);
  });
});

test.each([
  ["", false],
  ["registry import file", false],
  ["registry import --help", true],
  ["registry -h", true],
  ["help", true],
  ["registry import help", false],
  ["registry help", true],
  ["registry key help", true],
  ["registry key list help", false],
  ["serve help", false],
  ["registry import --project 1 -- --help", false],
  ["registry import tags.csv --project 1 --help", true],
])("%j asks for help: %s", (line, expected) => {
  expect(asksForHelp(words(line))).toBe(expected);
});

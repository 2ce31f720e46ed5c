import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatHelp } from "../../src/commands/help.ts";
import { readPages } from "../support/pages.ts";

const root = join(import.meta.dirname, "../..");

/** What the first group of a pattern matches in the documentation, without duplicates. */
function findAll(pattern: RegExp): readonly string[] {
  const texts = readPages()
    .filter(({ path }) => !path.startsWith("examples/"))
    .map(({ text }) => text);
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  return [...new Set(found)];
}

test("package.json has every script that the documentation runs", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const run = findAll(/npm run ([a-z][a-z-]*)/g).filter((name) => name !== "dev");
  expect(run.length).toBeGreaterThan(5);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...run]));
});

test("--help lists every command that the documentation uses", () => {
  const help = formatHelp(["--help"]);
  const commands = findAll(
    /(?:npm start (?:--silent )?--|(?:npx |^ +|`)tapgraph) ([a-z][a-z-]*(?: (?:import|export|copy|key(?: [a-z]+)?)\b)?)/gm,
  );
  expect(commands.length).toBeGreaterThan(5);
  const unknown = commands.filter((command) => !help.includes(`tapgraph ${command}`));
  expect(unknown).toEqual([]);
});

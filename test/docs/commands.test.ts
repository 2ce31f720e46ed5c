import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPages } from "../support/pages.ts";
import { runTapgraph } from "../support/tapgraph.ts";

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

test("docs/development.md says of every dependency what it is for, and of no other", () => {
  const text = readFileSync(join(root, "docs/development.md"), "utf8");
  const tables = text.slice(text.indexOf("## Dependencies"), text.indexOf("## Dependencies held"));
  const rows = tables.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => row.split("|")[1]?.match(/(?<=`)[^`, ]+(?=`)/g) ?? []);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const matches = (name: string, pattern: string) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const isTold = (name: string) => named.some((pattern) => matches(name, pattern));
  const optionalPeers = (name: string) => /^@opentelemetry\//.test(name);
  expect(names.filter((name) => !isTold(name) && !optionalPeers(name))).toEqual([]);
  expect(named.filter((pattern) => !names.some((name) => matches(name, pattern)))).toEqual([]);
});

test("--help lists every command that the documentation uses", async () => {
  await using help = await runTapgraph(["--help"]);
  expect(await help.exit()).toBe(0);
  const commands = findAll(
    /(?:npm start (?:--silent )?--|(?:npx |^ +|`)tapgraph) ([a-z][a-z-]*(?: (?:import|export|copy|key(?: [a-z]+)?)\b)?)/gm,
  );
  expect(commands.length).toBeGreaterThan(5);
  const unknown = commands.filter((command) => !help.output.includes(`tapgraph ${command}`));
  expect(unknown).toEqual([]);
});

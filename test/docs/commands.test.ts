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

test("docs/development.md says of every dependency of users what it is for, and of no other", () => {
  const text = readFileSync(join(root, "docs/development.md"), "utf8");
  const tables = text.slice(text.indexOf("## Dependencies"), text.indexOf("## Dependencies held"));
  const rows = tables.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => row.split("|")[1]?.match(/(?<=`)[^`, ]+(?=`)/g) ?? []);
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  // The SDK of OpenTelemetry goes with its API.
  const isTold = (name: string) => named.includes(name) || name.startsWith("@opentelemetry/");
  expect(names.filter((name) => !isTold(name))).toEqual([]);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
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

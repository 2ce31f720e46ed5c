import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { blocksOf, readPages } from "../support/pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = readPages().filter(({ path }) => /^examples\/[^/]+\/README\.md$/.test(path));

/** The text of all sources of an example. */
function readSources(folder: string): string {
  const files = globSync("**/*.{ts,tsx}", {
    cwd: join(root, folder),
    exclude: (path) => /node_modules|__generated__|dist/.test(path),
  });
  return files.map((file) => readFileSync(join(root, folder, file), "utf8")).join("\n");
}

/** The code that the pages show. */
const shown = pages.flatMap((page) =>
  ["ts", "tsx"].flatMap((language) =>
    blocksOf(page, language).map((text) => ({ path: page.path, text })),
  ),
);

describe("the page of an example", () => {
  test.each(shown)("$path shows lines that stand in its sources", ({ path, text }) => {
    expect(readSources(dirname(path))).toContain(text);
  });

  test.each(pages)("$path runs it by scripts that it has", (page) => {
    const folder = join(root, dirname(page.path));
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const run = [...page.text.matchAll(/npm (?:run )?(\w+)/g)].map(([, name = ""]) => name);
    const known = ["ci", "start", "install", ...Object.keys(scripts)];
    expect(run.filter((name) => !known.includes(name))).toEqual([]);
  });
});

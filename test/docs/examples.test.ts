import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPages } from "../support/pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = readPages().filter(({ path }) => /^examples\/[^/]+\/README\.md$/.test(path));

/** The blocks of code on the pages, each with the source that the paragraph above it links to. */
const shown = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^([^\n]+)\n\n```tsx?\n(.*?)^```$/gms)].flatMap(([, above = "", code = ""]) => {
    const [, file] = /\]\(([^)]+\.tsx?)\)/.exec(above) ?? [];
    return file === undefined ? [] : [{ source: join(dirname(path), file), code }];
  }),
);

describe("the page of an example", () => {
  test.each(shown)("shows lines of $source", ({ source, code }) => {
    expect(readFileSync(join(root, source), "utf8")).toContain(code);
  });

  test("links to the source of what it shows", () => {
    expect(shown.length).toBeGreaterThan(5);
  });

  test.each(pages)("$path runs scripts that the example has", (page) => {
    const folder = join(root, dirname(page.path));
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const run = [...page.text.matchAll(/npm (?:run )?(\w+)/g)].map(([, name = ""]) => name);
    const known = ["ci", "start", "install", ...Object.keys(scripts)];
    expect(run.filter((name) => !known.includes(name))).toEqual([]);
  });
});

import { existsSync, globSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { type Page, readPage, readPages } from "../support/pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = readPages();

function targetsOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:href|src|srcset)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? "")
    .filter((target) => !/^https?:/.test(target));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf({ text }: Page): readonly string[] {
  const titles = text.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.*)$/gm);
  const seen = new Map<string, number>();
  return [...titles].map(([, title = ""]) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

describe("the documentation", () => {
  test.each(pages)("$path links to files and headings that exist", (page) => {
    const dead = targetsOf(page).filter((target) => {
      const [path = "", anchor] = target.split("#");
      const place = path === "" ? page.path : relative(root, join(root, dirname(page.path), path));
      if (!existsSync(join(root, place))) return true;
      return anchor !== undefined && !anchorsOf(readPage(place)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test("docs/architecture.md names files and folders that exist, and every folder of src/ and src/gateway/", () => {
    const { text } = readPage("docs/architecture.md");
    const named = [...text.matchAll(/`((?:src|schema|docs|test)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const folders = globSync(["src/*/", "src/gateway/*/"], { cwd: root }).map((path) =>
      path.replace(/\/$/, ""),
    );
    expect(named).toEqual(expect.arrayContaining(folders));
    expect(folders.length).toBeGreaterThan(10);
  });

  test.each(["README.md", "llms.txt"])("%s links to every page of docs/", (path) => {
    const targets = targetsOf(readPage(path));
    const others = pages.flatMap(({ path }) => (path.startsWith("docs/") ? [path] : []));
    expect(targets).toEqual(expect.arrayContaining(others));
    expect(others.length).toBeGreaterThan(10);
  });

  test("the pictures are small, and a page shows each of them: the README the screenshots", () => {
    const pictures = globSync("docs/images/*", { cwd: root });
    const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(bytes).toBeLessThan(300_000);
    const screenshots = pictures.filter((path) => path.endsWith(".webp"));
    expect(targetsOf(readPage("README.md"))).toEqual(expect.arrayContaining(screenshots));
    const shown = pages.flatMap((page) =>
      targetsOf(page).map((target) => join(dirname(page.path), target)),
    );
    expect(shown).toEqual(expect.arrayContaining(pictures));
    expect(screenshots.length).toBeGreaterThan(0);
  });
});

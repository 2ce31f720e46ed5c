import { describe, expect, test } from "vitest";
import { settingGroups, settingTable } from "../../src/settings.ts";
import { readPage, rowsOf } from "../support/pages.ts";

const defaults = new Map(
  Object.entries(settingTable).map(([name, { fallback }]) => [name, fallback ?? ""]),
);

/** The names of settings in a cell. */
function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name);
}

describe("the pages on settings", () => {
  test("docs/settings.md has every setting once, with its default", () => {
    const listed = rowsOf(readPage("docs/settings.md")).flatMap(([names, fallback = ""]) =>
      namesIn(names).map((name): [string, string] => [name, fallback]),
    );
    expect(listed.toSorted()).toEqual([...defaults].toSorted());
  });

  test("--help has the groups of docs/settings.md, in the same order", () => {
    const { text } = readPage("docs/settings.md");
    const sections = text.split(/^## /m).slice(1);
    const groups = sections.map((section) => {
      const names = rowsOf({ path: "", text: section }).flatMap(([cell]) => namesIn(cell));
      return [section.split("\n")[0], names];
    });
    expect(groups).toEqual(
      Object.entries(settingGroups).map(([title, group]) => [title, Object.keys(group)]),
    );
  });

  test("docs/limits.md has the right defaults of the settings that it names", () => {
    const limits = rowsOf(readPage("docs/limits.md")).flatMap(([, names, fallback = ""]) =>
      namesIn(names).map((name) => ({ name, fallback })),
    );
    expect(limits.length).toBeGreaterThan(10);
    for (const { name, fallback } of limits) {
      const [number = ""] = fallback.split(" · ");
      const mebibytes = /^(\d+) MiB$/.exec(number)?.[1];
      expect([name, mebibytes ? String(Number(mebibytes) * 2 ** 20) : number]).toEqual([
        name,
        defaults.get(name),
      ]);
    }
  });
});

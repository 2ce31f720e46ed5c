import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings, settingTable } from "../../src/settings.ts";
import { readPage, rowsOf } from "../support/pages.ts";
import { readSettingsFile, settingsFiles } from "./settings-files.ts";

const defaults = new Map(
  Object.entries(settingTable).map(([name, { fallback }]) => [name, fallback ?? ""]),
);

function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name);
}

describe("the pages on settings", () => {
  test.each([".env.example", "docs/settings.md"] as const)(
    "%s says what the table of settings says (otherwise, run `npm run settings`)",
    (file) => {
      const text = readSettingsFile(file);
      expect(text).toBe(settingsFiles[file](text));
    },
  );

  test(".env.example changes no setting if all its lines are uncommented", () => {
    const lines = readSettingsFile(".env.example").replaceAll(/^#(?=[A-Z_]+=)/gm, "");
    const variables = parseEnv(lines);
    expect(Object.keys(variables).toSorted()).toEqual(Object.keys(settingTable).toSorted());
    expect(readSettings(variables)).toEqual(readSettings({}));
  });

  test("docs/limits.md has the right defaults of the settings that it names", () => {
    const limits = rowsOf(readPage("docs/limits.md")).flatMap(([, names, fallback = ""]) =>
      namesIn(names).map((name, index) => ({ name, fallback: fallback.split(" · ")[index] })),
    );
    expect(limits.length).toBeGreaterThan(8);
    for (const { name, fallback } of limits) {
      expect([name, fallback?.split(" ")[0]]).toEqual([name, defaults.get(name)]);
    }
  });
});

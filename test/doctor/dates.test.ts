import { describe, expect, test } from "vitest";
import { item } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

/** What the doctor says about dates, if a tag's item has these values, one for each tag. */
async function examineDates(values: readonly unknown[], { type = "textbox", key = "due" } = {}) {
  await using registry = await startScriptedRegistry({
    key: "key",
    tags: values.map((value, at) => ({
      id: `T${at}`,
      name: `tag ${at}`,
      added_when: 1_700_000_000,
      last_update: 1_700_000_000,
      additional_data: { [key]: value },
    })),
    terminals: [],
    structures: { tag: { items: [item(type, "due")], last_update: 1_700_000_000 } },
  });
  const { findings } = await examine({ url: registry.url, key: "key" });
  return findings.filter(({ id }) => id === "dates");
}

const times = (length: number, value: unknown) => Array.from({ length }, () => value);

describe("the doctor's check `dates`", () => {
  test.each(["textbox", "textarea", "selectbox", "dial"])(
    "names an item of type %s that holds dates",
    async (type) => {
      const findings = await examineDates(["2026-03-01", " 2026-03-01T10:00Z"], { type });
      expect(findings).toMatchObject([{ status: "ok" }]);
      expect(findings[0]?.detail).toBe('Dates: "tag.due".');
      expect(findings[0]?.hint).toContain("date");
    },
  );

  test("finds values by the item's name, too", async () => {
    const findings = await examineDates(["2026-03-01", "2026-03-02"], { key: "The due" });
    expect(findings).toMatchObject([{ status: "ok" }]);
  });

  test.each([
    ["one value", ["2026-03-01"], 0],
    ["two values", ["2026-03-01", "2026-03-02"], 1],
    ["one value beside empty ones", ["2026-03-01", null, "", null], 0],
    ["nine dates of ten", [...times(9, "2026-03-01"), "soon"], 1],
    ["eight dates of nine", [...times(8, "2026-03-01"), "soon"], 0],
    ["18 dates of 20", [...times(18, "2026-03-01"), "soon", ["2026-03-01"]], 1],
    ["no values", [], 0],
    ["other text", ["a", "b"], 0],
  ])("needs two values or more, nine tenths of them dates: %s", async (_, values, count) => {
    expect(await examineDates(values)).toHaveLength(count);
  });

  test.each(["number", "image"])("is for text, not for items of type %s", async (type) => {
    expect(await examineDates(["2026-03-01", "2026-03-02"], { type })).toEqual([]);
    expect(await examineDates([1_700_000_000, 1_700_000_001], { type })).toEqual([]);
  });

  test.each([
    ["D.M.YYYY", "31.12.2026", "1.3.2026"],
    ["M/D/YYYY", "12/31/2026", "3/1/2026"],
    ["YYYY/M/D", "2026/12/31", "2026/3/1"],
    ["eight digits", "20261231", 20_260_301],
    ["a timestamp", "1772323200", 1_772_323_200_000],
  ])("warns of another form, by its name and never by a value: %s", async (form, ...values) => {
    const findings = await examineDates([...times(5, values[0]), ...times(4, values[1]), "soon"]);
    expect(findings).toMatchObject([{ status: "warning" }]);
    expect(findings[0]?.detail).toBe(`Dates in another form, ${form}: "tag.due".`);
    for (const value of values) expect(JSON.stringify(findings)).not.toContain(String(value));
  });

  test.each([
    ["days that do not exist", ["31.2.2026", "32.1.2026"]],
    ["a 13th month", ["13/1/2026", "14/1/2026"]],
    ["eight digits that are no day", ["12345678", "87654321"]],
    ["ten digits of no likely time", ["0123456789", "9999999999"]],
    ["two forms", ["31.12.2026", "12/31/2026"]],
  ])("says nothing of %s", async (_, values) => {
    expect(await examineDates(values)).toEqual([]);
  });
});

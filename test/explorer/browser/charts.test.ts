import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { startExplorer } from "./page.ts";

const { isMissing, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("the charts of a response", () => {
  const open = async (options: VisitOptions = {}) => {
    const site = await openPage(options);
    const { explorer } = site;
    await explorer.key.fill(key);
    await explorer.example("Charts");
    await explorer.run();
    await explorer.response.getByRole("button", { name: "Chart", exact: true }).click();
    return {
      ...site,
      choose: site.page.getByRole("combobox", { name: "Facet to show" }),
    };
  };

  it("are columns that say what they count, by keyboard too", async () => {
    await using site = await open();
    const { explorer, page } = site;
    const columns = explorer.response.getByRole("listitem");
    expect(await columns.count()).toBeGreaterThan(6);
    const first = await columns.first().getAttribute("aria-label");
    expect(first).toMatch(/^2024-03-01 to 2024-03-31: [\d,]+ records$/);
    await columns.first().focus();
    await page.keyboard.press("ArrowRight");
    const readout = explorer.response.locator(".chart-readout");
    expect(await readout.textContent()).toMatch(/^2024-04-01 to 2024-04-30: [\d,]+ records$/);
    await page.keyboard.press("End");
    const last = await columns.last().getAttribute("aria-label");
    expect(await readout.textContent()).toBe(last);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Home");
    expect(await readout.textContent()).toBe(first);
    // One stop of the Tab key for all columns.
    expect(await explorer.response.locator("g[tabindex='0']").count()).toBe(1);
  });

  it("are bars for values, with the least, the mean and the most of numbers, and a CSV of them", async () => {
    await using site = await open();
    const { explorer, page, choose } = site;
    await choose.selectOption({ label: "DATA_INSPECTION_INTERVAL_DAYS (tags.facets.2)" });
    const bars = explorer.response.getByRole("listitem");
    expect(await bars.count()).toBe(4);
    expect(await explorer.response.locator(".chart-numbers").innerText()).toMatch(
      /least\s+30\s+mean\s+[\d.]+\s+most\s+365/,
    );
    const waiting = page.waitForEvent("download");
    await explorer.button("Download").click();
    const path = await (await waiting).path();
    const rows = parse(readFileSync(path), { bom: true, columns: true }) as {
      value: string;
      count: string;
    }[];
    expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(["30", "365", "(none)"]));
    const shown = await bars.allInnerTexts();
    expect(shown[0]).toContain(rows[0]?.value);
  });

  it("are offered only for queries with facets, and say what to select", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.write("{ tags(first: 1) { nodes { name } } }");
    await explorer.run();
    await explorer.response.getByText("This response has no facets.").waitFor();
    await explorer.response.getByRole("button", { name: "JSON", exact: true }).click();
    expect(
      await explorer.response.getByRole("button", { name: "Chart", exact: true }).count(),
    ).toBe(0);
  });

  it("fit windows of all widths", async () => {
    await using site = await open({ viewport: { width: 1440, height: 900 } });
    for (const width of [1440, 820, 390]) {
      await site.page.setViewportSize({ width, height: 900 });
      for (const index of [0, 1, 2, 3]) {
        await site.choose.selectOption({ index });
        const overflow = await site.page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect([width, index, overflow]).toEqual([width, index, 0]);
      }
    }
    await site.page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe.skipIf(isMissing)("a time in the tree", () => {
  it("has a date box that writes the day's first instant in UTC", async () => {
    await using site = await openPage();
    const { explorer } = site;
    await explorer.write(
      '{ tags(filter: { addedAt: { lt: "2024-06-01T00:00:00Z" } }) { totalCount } }',
    );
    const box = site.page.locator("input[type=date]").first();
    await box.waitFor({ state: "attached" });
    if (!(await box.isVisible())) {
      for (const name of [/filter/, /addedAt/]) {
        const unfold = site.page.getByRole("button", { name, expanded: false }).first();
        if (await unfold.count()) await unfold.click();
      }
    }
    const filled = site.page.locator("input[type=date][value='2024-06-01']").first();
    await filled.fill("2024-07-15");
    await site.page.waitForFunction(
      "document.querySelector('.cm-content').textContent.includes('2024-07-15T00:00:00Z')",
    );
    expect(await explorer.query.innerText()).toContain('lt: "2024-07-15T00:00:00Z"');
  });
});

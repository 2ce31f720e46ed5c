import { describe, expect, it } from "vitest";
import { readStorage, startExplorer } from "./page.ts";

const { isMissing, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("what a query cost", () => {
  const open = async () => {
    const site = await openPage();
    await site.explorer.key.fill(key);
    return site;
  };

  it("is shown with what each call was for, by a switch that is remembered", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write("{ tags(first: 2) { nodes { additionalDataFields { identifier } } } }");
    await explorer.run();
    expect(await explorer.response.getByText("2 calls").count()).toBe(0);
    expect(await explorer.json()).not.toContain("tapgraph");
    await explorer.button("Cost").click();
    await explorer.response.getByText("from the next run").waitFor();
    await explorer.run();
    expect(await explorer.response.getByText("from the next run").count()).toBe(0);
    const summary = explorer.response.getByRole("button", { name: "2 calls · 1 page" });
    await summary.click();
    const calls = page.getByRole("region", { name: "What it cost" }).getByRole("listitem");
    expect(await calls.allTextContents()).toEqual([
      "rows 1 to 2 of the tags /api/v1/tags?limit=2&page=1",
      "the structure of the additional data of tags /api/v1/additional_data/structure/tag",
    ]);
    await page.reload();
    await explorer.key.fill(key);
    await explorer.run();
    await summary.waitFor();
    await explorer.button("Cost").click();
    await explorer.run();
    await summary.waitFor({ state: "detached" });
    expect(await readStorage(page)).not.toContain("explain");
  });

  it("includes the age of the snapshot that it was computed from, and what reading that took", async () => {
    await using site = await open();
    await site.explorer.button("Cost").click();
    await site.explorer.write("{ tags(filter: {}, first: 1) { totalCount } }");
    await site.explorer.run();
    await site.explorer.response
      .getByRole("button", { name: /1 call · snapshot \d+ s old/ })
      .click();
    await site.page.getByText(/The snapshot has 2,500 rows, and is \d+ s old\./).waitFor();
    await site.page
      .getByText("the number of tags, and whether the key is accepted", { exact: true })
      .waitFor();
  });
});

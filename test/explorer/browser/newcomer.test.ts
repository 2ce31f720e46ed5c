import { beforeAll, describe, expect, it } from "vitest";
import { type Run, runTapgraph } from "../../support/tapgraph.ts";
import { startBrowser } from "./page.ts";

const { isMissing, open } = await startBrowser();

describe.skipIf(isMissing)("a newcomer's browser", () => {
  let run: Run;
  let url: string;
  beforeAll(async () => {
    run = await runTapgraph(["gateway"], { PORT: "0" });
    [, url = ""] = await run.waitFor(/Explorer +(http:\S+)\/graphql/);
    return () => run[Symbol.asyncDispose]();
  });

  it("opens the explorer with the sample's key and a query that runs, and loads nothing from other origins", async () => {
    await using site = await open(url);
    const { explorer } = site;
    await explorer.banner.getByText("the embedded sample").waitFor();
    expect(await explorer.key.inputValue()).toBe(/Sample key\s+(\S+)/.exec(run.output)?.[1]);

    await explorer.run();
    expect(await explorer.facts.textContent()).toContain("200");
    expect(await explorer.notices.count()).toBe(0);

    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await explorer.query.click();
    await site.page.keyboard.press("Control+a");
    await site.page.keyboard.type("{ ta");
    await explorer.completion("tagsTagConnection").click();
    await site.page.keyboard.type("(first: 1) { totalCount");
    await site.page.keyboard.press("Control+Enter");
    await explorer.settled();
    expect(JSON.parse(await explorer.json())).toEqual({ data: { tags: { totalCount: 2500 } } });
  });

  it("has examples that run as they are without a notice, and one of an error", async () => {
    await using site = await open(url);
    const { explorer } = site;
    for (const [title, lists] of [
      ["List", 3],
      ["Search", 3],
      ["Facets", 3],
      ["Data quality", 3],
      ["Join tags and terminals", 2],
      ["Page through", 1],
      ["Structure and form", 2],
    ] as const) {
      await explorer.example(title);
      await explorer.run();
      expect([title, await explorer.facts.textContent()]).toEqual([
        title,
        expect.stringContaining("200"),
      ]);
      expect(await explorer.notices.count()).toBe(0);
      await explorer.showTable();
      expect(await explorer.rows.count()).toBeGreaterThan(lists);
      if (title !== "List") continue;
      await explorer.table.getByRole("link").first().waitFor();
      // No origin of images is allowed.
      expect(await explorer.button("Load images").count()).toBe(0);
    }
    await explorer.example("Errors");
    await explorer.run();
    expect(await explorer.notices.textContent()).toMatch(
      /is not valid.*-1.*Missing as a result: impossible/,
    );
  });

  it("loads less than 0.37 MB before the explorer can be used", async () => {
    await using site = await open(url, { tab: "new" });
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await site.page.evaluate("document.fonts.ready");
    // The browser may tell of a file's end a moment after it was used.
    await expect.poll(() => site.receivedBytes()).toBeGreaterThan(100_000);
    expect(await site.receivedBytes()).toBeLessThan(370_000);
  });
});

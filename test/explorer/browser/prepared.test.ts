import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";
import { countOperations } from "../../support/metrics.ts";
import { explorerIn } from "./page.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)("the gateway runs a prepared operation for", () => {
  const open = async (url: string) => {
    if (browser === null) throw new Error("There is no browser");
    const site = await visit(browser, `${url}/graphql`);
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    return { ...site, explorer: explorerIn(site.page) };
  };

  it("each page of a list but the first, if the cursor is in a variable", async () => {
    await using gateway = await startSampleGateway();
    await using site = await open(gateway.url);
    await site.explorer.key.fill(gateway.registry.key);
    await site.explorer.example("Page through");
    const counts = await countOperations(gateway.url, async () => {
      await site.explorer.run();
      await site.explorer.showTable();
      for (const rows of ["11–20", "21–30", "31–40"]) {
        await site.explorer.button("Next page").click();
        await site.explorer.response.getByText(`rows ${rows} of 60`).waitFor();
      }
    });
    expect(counts).toEqual({ newDocument: 1, rememberedDocument: 3 });
    expect(site.problems).toEqual([]);
  });

  it("the introspection on each visit but the first", async () => {
    await using gateway = await startSampleGateway();
    const counts = await countOperations(gateway.url, async () => {
      for (let visits = 0; visits < 3; visits += 1) {
        await using site = await open(gateway.url);
        expect(site.problems).toEqual([]);
      }
    });
    expect(counts).toEqual({ newDocument: 1, rememberedDocument: 2 });
  });
});

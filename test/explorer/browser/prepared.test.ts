import { describe, expect, it } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";
import { countOperations } from "../../support/metrics.ts";
import { startBrowser } from "./page.ts";

const { isMissing, open: openPage } = await startBrowser();

describe.skipIf(isMissing)("the gateway runs a prepared operation for", () => {
  const open = async (url: string) => {
    const site = await openPage(url);
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    return site;
  };

  it("each page of a list but the first, if the cursor is in a variable", async () => {
    await using gateway = await startSampleGateway({ EXPLORER: "true" });
    await using site = await open(gateway.url);
    await site.explorer.key.fill(gateway.registry.key);
    await site.explorer.example("Page through");
    const counts = await countOperations(gateway.url, async () => {
      await site.explorer.run();
      await site.explorer.showTable();
      const [, first] = await site.explorer.cells(0);
      for (const rows of ["11–20", "21–30", "31–40"]) {
        await site.explorer.button("Next page").click();
        await site.explorer.response.getByText(`rows ${rows} of 60`).waitFor();
      }
      expect((await site.explorer.cells(0))[1]).not.toBe(first);
      const variables = site.page.getByRole("textbox", { name: "Variables" });
      expect(await variables.innerText()).toMatch(/"after": "[^"]+"/);
    });
    expect(counts).toEqual({ newDocument: 1, rememberedDocument: 3 });
  });

  it("the introspection on each visit but the first", async () => {
    await using gateway = await startSampleGateway({ EXPLORER: "true" });
    const counts = await countOperations(gateway.url, async () => {
      for (let visits = 0; visits < 2; visits += 1) {
        await using _site = await open(gateway.url);
      }
    });
    expect(counts).toEqual({ newDocument: 1, rememberedDocument: 1 });
  });
});

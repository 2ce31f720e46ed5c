import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, visit } from "../../test/support/browser.ts";
import { type DevServer, startDevServer } from "../../test/support/dev-server.ts";
import { runSampleGateway, type SampleGatewayRun } from "../../test/support/tapgraph.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)("the page, on the sample", () => {
  if (browser === null) return;
  let gateway: SampleGatewayRun;
  let server: DevServer;

  beforeAll(async () => {
    gateway = await runSampleGateway();
    server = await startDevServer("relay", gateway.url);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });

  test("shows the tags of a key, and more when asked to", async () => {
    await using visited = await visit(browser, server.url);
    const { page, problems } = visited;
    let readings = 0;
    // The list is read again for the RESET with which the changes begin. What "More" has loaded before is gone then.
    const readAgain = page.waitForResponse((response) => {
      if (response.request().postData()?.includes("query tagListQuery")) readings += 1;
      return readings === 2;
    });
    await page.getByLabel("Key").fill(gateway.key);
    await page.getByRole("button", { name: "Open" }).click();
    await readAgain;
    // Of 2500, but the sample changes while somebody listens.
    await page.getByText(/^500 of \d+ tags$/).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText(/^1000 of \d+ tags$/).waitFor();
    expect(problems).toEqual([]);
  });

  test("offers more only once the list has been read again for the RESET", async () => {
    await using visited = await visit(browser, server.url);
    const { page, problems } = visited;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let readings = 0;
    await page.route("**/graphql", async (route) => {
      const isReading = route.request().postData()?.includes("query tagListQuery") ?? false;
      if (isReading) readings += 1;
      if (isReading && readings === 2) await held;
      await route.fallback();
    });
    await page.getByLabel("Key").fill(gateway.key);
    await page.getByRole("button", { name: "Open" }).click();
    await page.locator("button:disabled").getByText("More").waitFor();
    release();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText(/^1000 of \d+ tags$/).waitFor();
    expect(problems).toEqual([]);
  });

  test("says that a key is refused, and keeps no key", async () => {
    await using visited = await visit(browser, server.url);
    const { page } = visited;
    await page.getByLabel("Key").fill("no-such-key");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").getByText("The registry refuses this key.").waitFor();
    const storage = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    expect(storage).toBe("[{},{}]");
    await page.getByRole("button", { name: "Forget the key" }).click();
    expect(await page.getByLabel("Key").inputValue()).toBe("");
  });
});

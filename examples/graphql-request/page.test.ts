import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type Visit, visit } from "../../test/support/browser.ts";
import { type DevServer, startDevServer } from "../../test/support/dev-server.ts";
import { runSampleGateway, type SampleGatewayRun } from "../../test/support/tapgraph.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)("the page, on the sample", () => {
  if (browser === null) return;
  let gateway: SampleGatewayRun;
  let server: DevServer;
  let visited: Visit;

  beforeAll(async () => {
    gateway = await runSampleGateway();
    server = await startDevServer("graphql-request", gateway.url);
    visited = await visit(browser, server.url);
  });

  afterAll(async () => {
    await visited[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });

  async function lookUp(uid: string, key = gateway.key): Promise<void> {
    const { page } = visited;
    await page.getByLabel("Key").fill(key);
    await page.getByLabel("UID").fill(uid);
    await page.getByRole("button", { name: "Look up" }).click();
  }

  test.each([
    ["04:86:7f:f0:94:31:e4", "this UID"],
    ["E4 31 94 F0 7F 86 04", "this UID with its bytes reversed"],
    [String(0x04867ff09431e4n), "this UID as a decimal number"],
  ])("finds the tag with the UID %s, and its terminal", async (uid, spelling) => {
    await lookUp(uid);
    const text = `Crash trolley NGH-2.32, at SMH handheld 19, Samsung Galaxy XCover7 (${spelling})`;
    await visited.page.getByText(text, { exact: true }).waitFor();
    expect(visited.problems).toEqual([]);
  });

  test("says that no tag has the UID", async () => {
    await lookUp("00:00:00:00:00:00:00");
    await visited.page.getByText("No tag has this UID.").waitFor();
  });

  test("says that a key is refused, and keeps no key", async () => {
    await lookUp("04:86:7f:f0:94:31:e4", "no-such-key");
    const { page } = visited;
    await page.getByText("The registry refuses this key.").waitFor();
    await page.reload();
    expect(await page.getByLabel("Key").inputValue()).toBe("");
    const storage = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    expect(storage).toBe("[{},{}]");
  });
});

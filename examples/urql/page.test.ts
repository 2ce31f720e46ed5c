import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, visit } from "../../test/support/browser.ts";
import { type DevServer, startDevServer } from "../../test/support/dev-server.ts";
import { startMovingLists } from "../../test/support/moving-lists.ts";
import {
  runGateway,
  runSampleGateway,
  type SampleGatewayRun,
} from "../../test/support/tapgraph.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)("the page, on the sample", () => {
  if (browser === null) return;
  let gateway: SampleGatewayRun;
  let server: DevServer;

  beforeAll(async () => {
    gateway = await runSampleGateway();
    server = await startDevServer("urql", gateway.url);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });

  /** Opens the page with a key. */
  async function open(key: string, url = server.url) {
    const visited = await visit(browser as NonNullable<typeof browser>, url);
    await visited.page.getByLabel("Key").fill(key);
    await visited.page.getByRole("button", { name: "Open" }).click();
    return visited;
  }

  test("searches, pages forward and back, and names the terminal of each tag", async () => {
    await using visited = await open(gateway.key);
    const { page, problems } = visited;
    const rows = page.locator("tbody tr");
    await page.getByText("2500 tags").waitFor();
    await page.getByRole("searchbox").fill("brannoc entrance");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("38 tags").waitFor();
    const { tags } = await gateway.query(
      '{ tags(search: "brannoc entrance", first: 38) { nodes { name additionalDataField(identifier: "terminal_id") { terminal { name } } } } }',
    );
    const expected = tags.nodes.map(
      (tag: { name: string; additionalDataField: { terminal: { name: string } | null } | null }) =>
        `${tag.name}\t${tag.additionalDataField?.terminal?.name ?? "–"}`,
    );
    expect(await rows.allInnerTexts()).toEqual(expected.slice(0, 20));
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(expected.slice(20));
    expect(await page.getByRole("button", { name: "Next" }).count()).toBe(0);
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(expected.slice(0, 20));
    expect(problems).toEqual([]);
  });

  test("shows what was read of a list that moves, and says that tags may be missing", async () => {
    await using registry = await startMovingLists();
    const fields = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");
    await using moving = await runGateway({ REGISTRY_URL: registry.url, OWN_FIELDS: fields });
    await using page = await startDevServer("urql", moving.url);
    await using visited = await open("moving-key", page.url);
    await visited.page.getByRole("searchbox").fill("tag");
    await visited.page.getByRole("button", { name: "Search" }).click();
    await visited.page.getByRole("alert").getByText("Some tags may be missing.").waitFor();
    await visited.page.getByRole("status").getByText("Number of tags unknown").waitFor();
    expect(await visited.page.locator("tbody tr").count()).toBe(20);
    expect(visited.problems).toEqual([]);
  });

  test("says that a key is refused, and keeps no key", async () => {
    await using visited = await open("no-such-key");
    const { page } = visited;
    await page.getByText("The registry refuses this key.").waitFor();
    expect(
      await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"),
    ).toBe("[{},{}]");
    await page.getByRole("button", { name: "Forget the key" }).click();
    expect(await page.getByLabel("Key").inputValue()).toBe("");
  });
});

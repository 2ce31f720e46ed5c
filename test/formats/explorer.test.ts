import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { explorerIn } from "../explorer/browser/page.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { startSampleGateway } from "../support/gateway.ts";
import { expectFixture, fixturesOf } from "./fixtures.ts";

const browser = await openBrowser();
const gateway = await startSampleGateway();
afterAll(async () => {
  await browser?.close();
  await gateway[Symbol.asyncDispose]();
});

type Stored = Readonly<Record<string, string>>;

const query = "query Worn { tags { totalCount } }";

function open() {
  if (browser === null) throw new Error("There is no browser");
  return visit(browser, `${gateway.url}/graphql`);
}

const readStored = (page: Page) => page.evaluate("({ ...localStorage })") as Promise<Stored>;

/** Puts what another visit has stored into the browser, and opens the page again. */
async function restore(page: Page, stored: Stored): Promise<void> {
  // Now the page that is open cannot write over it.
  await page.goto(`${gateway.url}/health/live`);
  await page.evaluate(
    `localStorage.clear(); Object.assign(localStorage, ${JSON.stringify(stored)})`,
  );
  await page.goto(`${gateway.url}/graphql`);
  await explorerIn(page).button("Run").waitFor();
}

/** What is stored, with the ids and times that differ each time. The examples, which releases may change, are left out. */
function withoutChance(stored: Stored): Stored {
  const { id } = operationIn(stored);
  const tabs = JSON.parse(stored["tapgraph.tabs"] ?? "{}");
  const open = tabs.open.filter((tab: { readonly query: string }) => tab.query === query);
  const ids: readonly string[] = [id, ...open.map((tab: { readonly id: string }) => tab.id)];
  const texts = { ...stored, "tapgraph.tabs": JSON.stringify({ ...tabs, open }) };
  return Object.fromEntries(
    Object.entries(texts)
      .map(([name, text]) => [name, text.replace(/"ranAt":\d+/, '"ranAt":1795000000000')] as const)
      .map((entry) =>
        ids.reduce(
          (known, one, index) => known.map((part) => part.replaceAll(one, `id${index}`)),
          entry as readonly string[],
        ),
      )
      .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
}

function operationIn(stored: Stored): { readonly id: string } {
  const [, text = "{}"] =
    Object.entries(stored).find(([name]) => name.startsWith("tapgraph.operation.")) ?? [];
  return JSON.parse(text);
}

describe.skipIf(browser === null)("what the explorer keeps in the browser", () => {
  test("is written as when its version was released", async () => {
    await using site = await open();
    const { page } = site;
    const explorer = explorerIn(page);
    const panel = page.getByRole("complementary");
    await explorer.key.fill(gateway.registry.key);
    await explorer.button("New query").click();
    await explorer.write(query);
    await explorer.run();
    await explorer.button("Cost").click();
    await explorer.button("Theme: system").click();
    await panel.getByRole("button", { name: "Saved", exact: true }).click();
    await panel.getByRole("button", { name: "Save this query…", exact: true }).click();
    await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Worn tags");
    await panel.getByLabel("Folder", { exact: true }).fill("Audit");
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await panel.getByText("Worn tags", { exact: true }).waitFor();
    await page.getByLabel("Remember in this browser").check();
    const stored = withoutChance(await readStored(page));
    const text = JSON.stringify(stored, null, 1).replaceAll(gateway.registry.key, "the-key");
    await expectFixture(`${text}\n`, "explorer-1.json");
    expect(site.problems).toEqual([]);
  });

  test.each(fixturesOf("explorer"))("of version $version is there again", async ({ text }) => {
    await using site = await open();
    const { page } = site;
    await restore(page, JSON.parse(text));
    const explorer = explorerIn(page);
    const panel = page.getByRole("complementary");
    await expect.poll(async () => (await explorer.query.innerText()).trim()).toBe(query);
    expect(await explorer.key.inputValue()).toBe("the-key");
    await explorer.button("Theme: light").waitFor();
    expect(await explorer.button("Cost").getAttribute("aria-pressed")).toBe("true");
    await panel.getByRole("button", { name: "Saved", exact: true }).click();
    await panel.getByRole("region", { name: "Audit" }).getByText("Worn tags").waitFor();
    await panel.getByRole("button", { name: "History", exact: true }).click();
    await panel.getByText("Worn", { exact: true }).waitFor();
  });

  test("of the next version is left as it is, and said to be", async () => {
    await using site = await open();
    const { page } = site;
    const next = { "tapgraph.operation.2.abc": '{"format":2}', "tapgraph.tabs.2": "{}" };
    await restore(page, next);
    const panel = page.getByRole("complementary");
    await panel.getByRole("button", { name: "Saved", exact: true }).click();
    await panel
      .getByText("Kept, but not shown: 1 query that another version of tapgraph saved.")
      .waitFor();
    expect(await readStored(page)).toMatchObject(next);
  });
});

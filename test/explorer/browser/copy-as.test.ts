import { describe, expect, it } from "vitest";
import { startExplorer } from "./page.ts";

const { isMissing, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("a query is copied", () => {
  const open = async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const site = await openPage({ permissions });
    const { explorer } = site;
    await explorer.key.fill(key);
    await explorer.write(
      'query Few($first: Int) {\n  tags(first: $first, search: "it\'s") { totalCount }\n}',
    );
    await explorer.button("▸ Variables").click();
    await site.page.getByRole("textbox", { name: "Variables" }).fill('{ "first": 1 }');
    return {
      ...site,
      clipboard: () => site.page.evaluate<string>("navigator.clipboard.readText()"),
    };
  };

  it("as curl, fetch and code for Apollo Client, without the key, which it says for a while", async () => {
    await using site = await open();
    // Types need the schema.
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    for (const [kind, part] of [
      ["curl", "curl 'http"],
      ["fetch", "await fetch("],
      ["Apollo Client", "totalCount: number | null"],
    ] as const) {
      await site.explorer.button("Copy as").click();
      await site.explorer.button(kind).click();
      await site.page.getByText(`Copied as ${kind}`).waitFor();
      const text = await site.clipboard();
      expect(text).toContain(part);
      expect(text).toContain("TAPGRAPH_KEY");
      expect(text).not.toContain(key);
    }
    await site.page.getByText("Copied as Apollo Client").waitFor({ state: "detached" });
  });

  it("as a link, which opens it with its variables", async () => {
    await using site = await open();
    await site.explorer.button("Copy as").click();
    await site.explorer.button("Link").click();
    await site.page.getByText("Copied as a link").waitFor();
    const link = await site.clipboard();
    expect(link).not.toContain(key);
    await site.page.goto(link);
    await site.explorer.query.getByText("query Few").waitFor();
  });

  it("by keyboard alone; Escape closes the menu and gives the focus back", async () => {
    await using site = await open();
    const { page, explorer } = site;
    const opener = explorer.button("Copy as");
    await opener.focus();
    await page.keyboard.press("Enter");
    await explorer.button("curl").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await opener.and(page.locator(":focus")).waitFor();
    expect(await explorer.button("curl").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Copied as fetch").waitFor();
    await opener.and(page.locator(":focus")).waitFor();
  });

  it("on a page that has no clipboard, as it is over plain HTTP", async () => {
    await using site = await open();
    await site.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await site.explorer.button("Copy as").click();
    await site.explorer.button("curl").click();
    await site.page.getByText("Copied as curl").waitFor();
    await site.page.reload();
    expect(await site.clipboard()).toContain("curl 'http");
  });

  it("only without the key in it: a sentence says why", async () => {
    await using site = await open();
    await site.page.evaluate("navigator.clipboard.writeText('before')");
    await site.explorer.write(`# ${key}\n{ __typename }`);
    for (const kind of ["curl", "Apollo Client", "Link"]) {
      await site.explorer.button("Copy as").click();
      await site.explorer.button(kind).click();
      await site.page.getByText("This query contains the key").waitFor();
      expect(await site.clipboard()).toBe("before");
    }
    await site.explorer.write("{ __typename }");
    await site.page.getByText("This query contains the key").waitFor({ state: "detached" });
  });
});

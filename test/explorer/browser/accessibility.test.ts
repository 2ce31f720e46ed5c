import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { startExplorer } from "./page.ts";

const { isMissing, key, open: openPage } = await startExplorer();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const light = { colorScheme: "light", forcedColors: "none" } as const;
const dark = { colorScheme: "dark", forcedColors: "none" } as const;
const forced = { colorScheme: "light", forcedColors: "active" } as const;
const devices = [
  ["on a desktop, light, dark and in forced colours", desktop, [light, dark, forced]],
  ["on a phone, light and dark", phone, [light, dark]],
] as const;

type Look = NonNullable<Parameters<Page["emulateMedia"]>[0]>;

/**
 * The violations that axe finds in each look of a page, one line for each rule and element. What
 * another look changes is colours alone.
 */
async function findBarriersIn(page: Page, looks: readonly Look[]): Promise<readonly string[]> {
  // Evaluated in the page, because the page's policy refuses scripts from elsewhere.
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [index, look] of looks.entries()) {
    await page.emulateMedia(look);
    const { violations } = await page.evaluate(
      (rules) =>
        (globalThis as unknown as { readonly axe: typeof axe }).axe.run({
          resultTypes: ["violations"],
          ...rules,
        }),
      index === 0 ? {} : { runOnly: ["color-contrast", "link-in-text-block"] },
    );
    const lines = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${look.colorScheme}: ${id}: ${target} ${html}`),
    );
    found.push(...lines);
  }
  return found;
}

async function open(options: VisitOptions) {
  const site = await openPage(options);
  await site.explorer.button("Run").waitFor();
  // Checks and completions need the schema.
  await site.page.waitForLoadState("networkidle");
  return site;
}

const query = `# the first tags, and how many there are
query Names($first: Int = 10) {
  tags(first: $first) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { name isActive addedAt additionalData }
  }
}`;

describe.skipIf(isMissing).each(devices)("axe finds no barrier %s, in", (_, device, looks) => {
  const isPhone = "isMobile" in device;
  const findBarriers = (page: Page) => findBarriersIn(page, looks);

  it("a query, the fields to tick, the documentation and the history", async () => {
    await using site = await open(device);
    const { explorer, page } = site;
    await explorer.write(query);
    await explorer.button("▸ Variables").click();
    expect(await findBarriers(page)).toEqual([]);
    if (isPhone) await explorer.button("Schema").click();
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Open filter").click();
    await explorer.button("Open filter.isActive").click();
    await explorer.button("Open filter.name").click();
    await explorer.button("Add to filter.additionalData").click();
    await explorer.button("Open filter.additionalData.1.text").click();
    await explorer.button("Add to filter.additionalData.1.text.in").click();
    await explorer.button("Add to orderBy").click();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Docs").click();
    await page.getByText("The project's tags, in the registry's order.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("History").click();
    await page.getByText("Queries that you run are listed here.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("a response as JSON and as a table, and one with errors", async () => {
    await using site = await open({ ...device, failures: "expected" });
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write(query);
    await explorer.run();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.showTable();
    await explorer.table.waitFor();
    await explorer.table.getByRole("button", { name: "name" }).click();
    await explorer.settled();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.key.fill("");
    if (isPhone) await explorer.button("Query").click();
    await explorer.run();
    await explorer.notices.waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("a subscription's events, one of them opened, and its end", async () => {
    await using site = await open(device);
    const { explorer, page } = site;
    await explorer.write("subscription { changes { kind } }");
    await explorer.button("Run").click();
    await explorer.response.getByText("A key is needed").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.key.fill(key);
    if (isPhone) await explorer.button("Query").click();
    await explorer.button("Run").click();
    await explorer.response.locator("summary").click();
    await explorer.response.locator("pre").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Pause").click();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Stop listening").click();
    await explorer.button("Resume after the last event").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("saved queries, their forms and notices, and the menu to copy", async () => {
    await using site = await open({ ...device, permissions: ["clipboard-write"] });
    const { explorer, page } = site;
    const side = page.getByRole("complementary");
    await explorer.button("Copy as").click();
    await explorer.button("curl").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("curl").click();
    await page.getByText("Copied as curl").waitFor();
    if (isPhone) await explorer.button("Schema").click();
    await explorer.button("Saved").click();
    await explorer.button("Save this query…").click();
    await side.getByLabel("Folder", { exact: true }).fill("Audit");
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Save").click();
    await side.getByText("Saved as “List”.").waitFor();
    await explorer.button("Rename or move List").click();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Cancel").click();
    await side.getByLabel("A manifest to import").setInputFiles({
      ...{ name: "none.json", mimeType: "application/json", buffer: Buffer.from("[]") },
    });
    await side.getByText("was not imported").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("the schema to take along, and a list of values to choose", async () => {
    await using site = await open(device);
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write(
      '{ tags(filter: { additionalData: [{ identifier: "" }] }) { totalCount } }',
    );
    if (isPhone) await explorer.button("Schema").click();
    await explorer.button("Docs").click();
    await explorer.button("SDL").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await explorer.button("Build").click();
    await page.getByRole("combobox", { name: /identifier/ }).focus();
    await page.locator("option[value=condition]").waitFor({ state: "attached" });
    expect(await findBarriers(page)).toEqual([]);
  });

  it("what a response cost", async () => {
    await using site = await open(device);
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write("{ tags(first: 3) { totalCount nodes { name } } }");
    if (isPhone) await explorer.button("Response").click();
    await explorer.button("Cost").click();
    if (isPhone) await explorer.button("Query").click();
    await explorer.run();
    await explorer.response.getByRole("button", { name: /calls? ·/ }).click();
    await page.getByRole("region", { name: "What it cost" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("completions, and a mistake in a query", async () => {
    await using site = await open(device);
    const { explorer, page } = site;
    await explorer.write("{ additionalDataStructure { nmae } tags");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await explorer.query.press("End");
    await page.keyboard.type("(");
    await page.getByRole("listbox", { name: "Completions" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe.skipIf(isMissing)("by keyboard alone", () => {
  /** The name of what has the focus, read in the page. */
  const nameOfFocused = `(({ activeElement: focused }) =>
    focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? focused.textContent)(document)`;

  /** Presses Tab until something of this name has the focus. */
  async function tabTo(
    page: Page,
    name: string | RegExp,
    direction: "forwards" | "backwards" = "forwards",
  ): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 150; presses += 1) {
      await page.keyboard.press(direction === "forwards" ? "Tab" : "Shift+Tab");
      const focused: string = await page.evaluate(nameOfFocused);
      seen.push(focused.trim().slice(0, 40));
      if (typeof name === "string" ? focused.trim() === name : name.test(focused)) return;
    }
    throw new Error(`Tab does not reach ${name}: ${seen.join(" | ")}`);
  }

  it("a filter is filled in, its list's entries added and removed, and the table sorted", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await explorer.write("{\n  tags(first: 20) { nodes { name } }\n}");
    await explorer.key.fill(key);
    await explorer.key.focus();
    await tabTo(page, "Open filter");
    await press("Enter");
    await tabTo(page, "Open filter.name");
    await press("Enter");
    await tabTo(page, "filter.name.contains");
    await page.keyboard.type("door");
    await tabTo(page, "Add to filter.name.notIn", "backwards");
    await press("Enter");
    await tabTo(page, "Remove filter.name.notIn.1");
    await press("Enter");
    expect(await page.evaluate(nameOfFocused)).toBe("Add to filter.name.notIn");
    await tabTo(page, "Run");
    await press("Enter");
    await explorer.facts.waitFor();
    await tabTo(page, "Table");
    await press("Enter");
    await tabTo(page, "name");
    await press("Enter");
    await page
      .getByRole("columnheader", { name: "name" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    expect(await page.evaluate(nameOfFocused)).toBe("name▲");
    expect((await explorer.query.innerText()).split("\n")[1]).toBe(
      '  tags(first: 20, filter: { name: { contains: "door" } }, orderBy: [{ field: NAME, direction: ASC }]) { nodes { name } }',
    );
  });

  it("a subscription is run, an event of it opened, and the stream paused, stopped and resumed", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    await explorer.write("subscription { changes(of: [TAG]) { kind } }");
    await explorer.key.fill(key);
    await explorer.query.focus();
    await press("Control+Enter");
    await explorer.response.getByText("RESET").waitFor();
    await tabTo(page, "Pause");
    await press("Enter");
    expect(await page.evaluate(nameOfFocused)).toBe("Show 0 more");
    await tabTo(page, "Stop listening");
    await tabTo(page, /RESET/);
    await press("Enter");
    await explorer.response.locator("pre").waitFor();
    await tabTo(page, "Stop listening", "backwards");
    await press("Enter");
    await tabTo(page, "Show 0 more", "backwards");
    await press("Enter");
    await tabTo(page, "Resume after the last event");
    await press("Enter");
    await explorer.response.getByText("Listening", { exact: true }).waitFor();
  });

  it("a query is saved, found, renamed, deleted and brought back", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    const side = page.getByRole("complementary");
    await explorer.write("query Mine { project { projectId } }");
    await explorer.key.focus();
    await tabTo(page, "Saved");
    await press("Enter");
    await tabTo(page, "Save this query…");
    await press("Enter");
    await page.locator(".saved-form :focus").waitFor();
    await page.keyboard.type("My query");
    await press("Tab");
    await page.keyboard.type("Mine");
    await press("Enter");
    await side.getByText("Saved as “My query”.").waitFor();
    // The form gives the focus back to what opened it.
    await explorer.button("Save as another…").and(page.locator(":focus")).waitFor();
    await tabTo(page, "Find a saved query");
    await page.keyboard.type("project mine");
    await tabTo(page, "Rename or move My query");
    await press("Enter");
    await page.locator(".saved-form :focus").waitFor();
    await page.keyboard.type("Ours");
    await press("Enter");
    await side.getByText("is now “Ours” in “Mine”.").waitFor();
    await explorer.button("Rename or move Ours").and(page.locator(":focus")).waitFor();
    await tabTo(page, "Delete Ours");
    await press("Enter");
    await explorer.button("Undo").and(page.locator(":focus")).waitFor();
    await press("Enter");
    await explorer.button("Ours").first().waitFor();
  });

  it("panes are resized, and tabs moved", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    const sizeOf = async (selector: string) => page.locator(selector).boundingBox();
    const titles = () => page.locator(".tab > :first-child").allTextContents();
    await explorer.button("▸ Variables").click();
    for (const [name, key, selector, side] of [
      ["Resize the side panel", "ArrowRight", ".side", "width"],
      ["Resize the query", "ArrowLeft", ".response", "width"],
      ["Resize the variables", "ArrowUp", ".variables", "height"],
    ] as const) {
      const line = page.getByRole("separator", { name });
      await line.focus();
      const before = Number(await line.getAttribute("aria-valuenow"));
      const size = (await sizeOf(selector))?.[side] ?? 0;
      for (let presses = 0; presses < 5; presses += 1) await press(key);
      expect((await sizeOf(selector))?.[side]).toBeGreaterThan(size + 20);
      expect(Math.abs(Number(await line.getAttribute("aria-valuenow")) - before)).toBe(10);
    }
    const line = page.getByRole("separator", { name: "Resize the query" });
    const box = await line.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, 400);
    await page.mouse.down();
    await page.mouse.move(900, 420);
    await page.mouse.up();
    const query = await sizeOf(".query");
    expect(Math.abs((query?.x ?? 0) + (query?.width ?? 0) - 900)).toBeLessThan(20);
    expect((await titles()).slice(0, 2)).toEqual(["List", "Search"]);
    const tab = page.locator(".tabs").getByRole("button", { name: "List", exact: true });
    await tab.focus();
    await press("Shift+ArrowRight");
    expect((await titles()).slice(0, 2)).toEqual(["Search", "List"]);
    await tab.and(page.locator(":focus")).waitFor();
    await press("Shift+ArrowLeft");
    await press("Shift+ArrowLeft");
    expect((await titles()).slice(0, 2)).toEqual(["List", "Search"]);
  });

  it("a cost is asked for and opened", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    await explorer.key.fill(key);
    await explorer.write("{ tags(first: 3) { nodes { name } } }");
    await explorer.query.focus();
    await tabTo(page, "Cost");
    await press("Space");
    await tabTo(page, "Run", "backwards");
    await press("Enter");
    await explorer.facts.first().waitFor();
    await tabTo(page, /1 call · 1 page/);
    await press("Enter");
    await page.getByText("rows 1 to 3 of the tags", { exact: true }).waitFor();
  });

  it("a key is entered, an example run, its table scrolled and paged, and a field looked up and ticked", async () => {
    await using site = await open(desktop);
    const { explorer, page } = site;
    const press = (key: string) => page.keyboard.press(key);
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await tabTo(page, "Key");
    await press("Control+a");
    await page.keyboard.type(key);
    await tabTo(page, "List");
    await press("Enter");
    await tabTo(page, "Docs");
    await press("Enter");
    await tabTo(page, /Search/);
    await page.keyboard.type("imei");
    await page.getByRole("button", { name: "Terminal.imei", exact: true }).waitFor();
    await tabTo(page, "Terminal.imei");
    await press("Enter");
    await page.getByRole("heading", { name: "Terminal", exact: true }).waitFor();
    await tabTo(page, "Run");
    await press("Enter");
    await explorer.facts.waitFor();
    // In the editor, too, Tab moves the focus instead of indenting.
    await tabTo(page, "Query");
    await tabTo(page, "Table");
    await press("Enter");
    await explorer.table.waitFor();
    await tabTo(page, /^Table of/);
    await press("End");
    const scrolled = "document.querySelector('.table-scroller').scrollTop";
    await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(0);
    await press("Shift+Tab");
    await press("Enter");
    await explorer.response.getByText("rows 26–50").waitFor();
    await tabTo(page, "Build");
    await press("Enter");
    await tabTo(page, "terminals");
    await press("Space");
    await page.getByRole("checkbox", { name: "terminals", checked: true }).waitFor();
    expect(await explorer.query.innerText()).toContain("terminals");
  });
});

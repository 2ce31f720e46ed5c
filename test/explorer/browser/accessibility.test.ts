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

type Look = NonNullable<Parameters<Page["emulateMedia"]>[0]>;

/**
 * The violations that axe finds in a part of a page in each look, one line for each rule and
 * element. What another look changes is colours alone.
 */
async function findBarriers(
  page: Page,
  part: string,
  looks: readonly Look[],
): Promise<readonly string[]> {
  // Evaluated in the page, because the page's policy refuses scripts from elsewhere.
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [index, look] of looks.entries()) {
    await page.emulateMedia(look);
    const { violations } = await page.evaluate(
      ({ part, rules }) =>
        (globalThis as unknown as { readonly axe: typeof axe }).axe.run(part, {
          resultTypes: ["violations"],
          ...rules,
        }),
      { part, rules: index === 0 ? {} : { runOnly: ["color-contrast", "link-in-text-block"] } },
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

describe.skipIf(isMissing)("axe finds no barrier", () => {
  it("on a desktop, light and dark, and in forced colours", async () => {
    await using site = await open({
      ...desktop,
      failures: "expected",
      permissions: ["clipboard-write"],
    });
    const { explorer, page } = site;
    const { button } = explorer;
    const side = page.getByRole("complementary");
    const barriers: Record<string, readonly string[]> = {};
    /** Looks at what has just been opened, in the part of the page that it has changed. */
    const look = async (name: string, part = "html") => {
      // Forced colours are the system's, whatever the part.
      const looks = part === "html" ? [light, dark, forced] : [light, dark];
      const found = await findBarriers(page, part, looks);
      if (found.length > 0) barriers[name] = found;
    };

    await explorer.write(query);
    await button("▸ Variables").click();
    await look("a query and its variables");
    await explorer.write("{ additionalDataStructure { nmae } tags");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await explorer.query.press("End");
    await page.keyboard.type("(");
    await page.getByRole("listbox", { name: "Completions" }).waitFor();
    await look("completions and a mistake");
    await page.keyboard.press("Escape");
    await button("Copy as").click();
    await button("curl").waitFor();
    await look("the menu to copy", "main");
    await button("curl").click();
    await page.getByText("Copied as curl").waitFor();

    await explorer.write(query);
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    for (const name of [
      "Open filter",
      "Open filter.isActive",
      "Open filter.name",
      "Add to filter.additionalData",
      "Open filter.additionalData.1.text",
      "Add to filter.additionalData.1.text.in",
      "Add to orderBy",
    ]) {
      await button(name).click();
    }
    await look("the fields to tick, and a filter to fill in", ".side");
    await button("Docs").click();
    await page.getByText("The project's tags, in the registry's order.").waitFor();
    await button("SDL").waitFor();
    await look("the documentation, and the schema to take along", ".side");
    await button("History").click();
    await page.getByText("Queries that you run are listed here.").waitFor();
    await look("the history", ".side");
    await button("Saved").click();
    await button("Save this query…").click();
    await side.getByLabel("Folder", { exact: true }).fill("Audit");
    await look("the form to save", ".side");
    await button("Save").click();
    await side.getByText("Saved as “List”.").waitFor();
    await button("Rename or move List").click();
    await look("a saved query and the form to move it", ".side");
    await button("Cancel").click();
    await side.getByLabel("A manifest to import").setInputFiles({
      ...{ name: "none.json", mimeType: "application/json", buffer: Buffer.from("[]") },
    });
    await side.getByText("was not imported").waitFor();
    await look("a notice of a failed import", ".side");

    await explorer.write(query);
    await explorer.run();
    await explorer.notices.waitFor();
    await look("a response with errors", ".response");
    await explorer.key.fill(key);
    await button("Cost").click();
    await explorer.run();
    await explorer.response.getByRole("button", { name: /calls? ·/ }).click();
    await page.getByRole("region", { name: "What it cost" }).waitFor();
    await look("a response and its cost", ".response");
    await explorer.showTable();
    await explorer.table.getByRole("button", { name: "name" }).click();
    await explorer.settled();
    await button("Download").click();
    await button("All rows as CSV").waitFor();
    await look("a sorted table and its downloads", ".response");
    await button("All rows as CSV").click();
    await explorer.response.getByText("Names.csv is saved").waitFor();
    await look("a file that has come", ".response");

    await explorer.key.fill("");
    await explorer.write("subscription { changes { kind } }");
    await button("Run").click();
    await explorer.response.getByText("A key is needed").waitFor();
    await look("a refused subscription", ".response");
    await explorer.key.fill(key);
    await button("Run").click();
    await explorer.response.locator("summary").click();
    await explorer.response.locator("pre").waitFor();
    await look("an opened event", ".response");
    await button("Pause").click();
    await look("a paused subscription", ".response");
    await button("Stop listening").click();
    await button("Resume after the last event").waitFor();
    await look("a stopped subscription", ".response");

    await explorer.write(
      '{ tags(filter: { additionalData: [{ identifier: "" }] }) { totalCount } }',
    );
    await button("Build").click();
    await page.getByRole("combobox", { name: /identifier/ }).focus();
    await page.locator("option[value=condition]").waitFor({ state: "attached" });
    await look("values to choose", ".side");

    await page.emulateMedia({ colorScheme: null, forcedColors: null });
    expect(barriers).toEqual({});
  });

  it("in the panes of a phone", async () => {
    await using site = await open(phone);
    const { explorer, page } = site;
    const { button } = explorer;
    const barriers: Record<string, readonly string[]> = {};
    // Their colours, and what opens in them, are those of a desktop.
    const look = async (name: string) => {
      const found = await findBarriers(page, "html", [light]);
      if (found.length > 0) barriers[name] = found;
    };
    await explorer.write(query);
    await button("▸ Variables").click();
    await look("the query");
    await button("Schema").click();
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await look("the fields to tick");
    await button("Docs").click();
    await button("SDL").waitFor();
    await look("the documentation");
    await explorer.key.fill(key);
    await button("Query").click();
    await explorer.run();
    await look("a response");
    await explorer.showTable();
    await button("Download").click();
    await look("a table and its downloads");
    expect(barriers).toEqual({});
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
    await tabTo(page, "Key", "backwards");
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

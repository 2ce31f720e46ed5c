import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { startExplorer } from "./page.ts";

const { isMissing, gateway, key, open: openPage } = await startExplorer();

/** Whether the fields to tick are in view from the start. */
const isWide = ({ viewport }: VisitOptions) => (viewport?.width ?? 1440) > 1100;

describe.skipIf(isMissing)("the query editor", () => {
  const open = async (options: VisitOptions = {}) => {
    const site = await openPage(options);
    await site.explorer.button("Run").waitFor();
    if (isWide(options))
      await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    return site;
  };

  it("checks a query against the schema as it is typed, without a run", async () => {
    await using site = await open();
    await site.explorer.write("{ tags { nodes { nmae } } }");
    const mark = site.page.locator(".cm-lintRange-error");
    await mark.waitFor();
    expect(await mark.textContent()).toBe("nmae");
    await mark.hover();
    await site.page.getByText('Cannot query field "nmae" on type "Tag"').waitFor();
  });

  it("completes arguments, own fields, conditions on them, orders by them and enum values, with types or descriptions", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    for (const [written, typed, offered] of [
      ["{ tags", "(", "filterTagFilter"],
      ["{ tags(first: 1", ") { nodes { data { ", "conditionString"],
      ["{ tags(first: 1", ") { nodes { data { te", "terminalTerminal"],
      ["{ tags(first: 1", ", filter: { data: { fl", "floorNumberFilter"],
      ["{ tags(first: 1", ", orderBy: { field: DATA_F", "DATA_FLOORTagOrderField"],
      ["{ tags(first: 1", ', filter: { data: { condition: { eq: "', "worn"],
      ["{ additionalDataStructure", "(of: T", "TERMINAL"],
    ] as const) {
      await page.keyboard.press("Escape");
      await explorer.write(written);
      await page.keyboard.type(typed);
      await page.keyboard.press("Control+Space");
      await explorer.completion(offered).waitFor();
    }
    await page.getByText("The tags of the project.").waitFor();
  });

  it("says what a field under the pointer means", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write("{ tags { nodes { updatedAt } } }");
    await explorer.query.getByText("updatedAt").hover();
    const docs = page.locator(".hover-docs");
    await docs.waitFor();
    expect(await docs.innerText()).toMatch(/^Tag\.updatedAt: DateTime\n+\S/);
  });

  it("runs the operation at the cursor, and asks which of several if it is in none", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write("query One { one: __typename }\n\nquery Two { two: __typename }\n");
    await page.keyboard.press("ControlOrMeta+Enter");
    const choice = page.getByRole("group", { name: "Which operation?" });
    await choice.getByRole("button", { name: "One" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await explorer.facts.waitFor();
    expect(await explorer.json()).toContain('"two"');
    await choice.waitFor({ state: "detached" });
    await explorer.query.press("ControlOrMeta+Home");
    await explorer.run();
    expect(await explorer.json()).toContain('"one"');
    await explorer.query.press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await explorer.run();
    expect(await explorer.json()).toContain('"two"');
  });

  it("fills in leaves where a selection is missing, on a run and when it formats, which keeps comments", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.key.fill(key);
    await explorer.write("{ tags(first: 1) { nodes } project { projectId } }");
    await explorer.run();
    const filled = ["{ tags(first: 1) { nodes {", "  name", "} } project { projectId } }"];
    expect((await explorer.query.innerText()).split("\n")).toEqual(filled);
    expect(JSON.parse(await explorer.json()).data.tags.nodes).toEqual([
      { name: expect.any(String) },
    ]);
    await explorer.write("{terminals(first:1){ #all\nnodes}}");
    await explorer.button("Prettify").click();
    await explorer.query.getByText("name").waitFor();
    expect((await explorer.query.innerText()).trim().split("\n")).toEqual([
      "{",
      "  terminals(first: 1) {",
      "    #all",
      "    nodes {",
      "      name",
      "    }",
      "  }",
      "}",
    ]);
  });

  it("shows the declared variables in their empty box, completes them and checks their values", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write(
      "query ($first: Int!, $filter: TagFilter) { tags(first: $first, filter: $filter) { totalCount } }",
    );
    await explorer.button("▸ Variables").click();
    const box = page.getByRole("textbox", { name: "Variables" });
    await expect
      .poll(async () => (await box.innerText()).replaceAll(/\s+/g, " ").trim())
      .toBe('{ "first": 0, "filter": {} }');
    await box.fill('{ "first": "ten", "frist": 1 }');
    const marks = page.locator(".variables .cm-lintRange");
    await expect.poll(() => marks.allTextContents()).toEqual(['"first": "ten"', '"frist": 1']);
    await box.getByText("ten").hover();
    await page.getByText("Int cannot represent").waitFor();
    await box.fill('{ "first": 1, }');
    await box.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type('"f');
    await explorer.completion("filter").getByText("TagFilter").click();
    await box.getByText('"filter": ').waitFor();
  });

  it("fetches the schema again on demand", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.button("Docs").click();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.postData()?.includes("IntrospectionQuery") ?? false),
      explorer.button("Reload").click(),
    ]);
    expect(await (await request.response())?.json()).toHaveProperty("data.__schema");
    await explorer.button("SDL").waitFor();
  });

  it("writes the query as fields are ticked and arguments filled in", async () => {
    await using site = await open();
    await site.explorer.button("New query").click();
    const box = (name: string) => site.page.getByRole("checkbox", { name, exact: true });
    await box("terminals").check();
    await site.page.getByRole("textbox", { name: "first", exact: true }).fill("2");
    await site.page.getByRole("textbox", { name: "first", exact: true }).press("Enter");
    await box("totalCount").check();
    await site.page.getByTitle("The terminals without their").getByRole("checkbox").uncheck();
    expect((await site.explorer.query.innerText()).trim()).toBe(
      ["query {", "  terminals(first: 2) {", "    totalCount", "  }", "}"].join("\n"),
    );
    await site.explorer.key.fill(key);
    await site.explorer.run();
    expect(JSON.parse(await site.explorer.json())).toEqual({
      data: { terminals: { totalCount: 60 } },
    });
  });

  it('writes own fields as they are ticked, the first with "data" itself', async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write("{ tag(id: 1) { name } }");
    const box = (name: string) => page.getByRole("checkbox", { name, exact: true }).first();
    const written = async () => (await explorer.query.innerText()).replaceAll(/\s+/g, " ").trim();
    await box("data").check();
    expect(await written()).toBe("{ tag(id: 1) { name data { site } } }");
    await box("terminal").check();
    await box("site").uncheck();
    expect(await written()).toBe("{ tag(id: 1) { name data { terminal { name } } } }");
    await box("data").uncheck();
    expect(await written()).toBe("{ tag(id: 1) { name } }");
  });

  it("says why there are no fields to tick for an operation that the schema does not have", async () => {
    await using site = await open();
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await site.explorer.write("mutation { rename }");
    await site.page.getByText("The schema does not have this kind of operation.").waitFor();
  });

  it("fills in a filter field by field, and lists entry by entry", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write("query {\n  tags(filter: { name: $name }) {\n    totalCount\n  }\n}");
    const box = (name: string) => page.getByRole("textbox", { name, exact: true });
    // The structure of the additional data offers values for it.
    const pickBox = (name: string) => page.getByRole("combobox", { name, exact: true });
    const choose = (name: string, value: string) =>
      page.getByRole("combobox", { name, exact: true }).selectOption(value);
    const written = async () => (await explorer.query.innerText()).split("\n")[1]?.trim();
    expect(await box("filter.name").inputValue()).toBe("$name");
    await explorer.button("Open filter.isActive").click();
    await choose("filter.isActive.eq", "true");
    await explorer.button("Add to filter.additionalData").click();
    await pickBox("filter.additionalData.1.identifier (required)").fill("condition");
    await explorer.button("Open filter.additionalData.1.text").click();
    for (const [at, text] of ["worn", "damaged"].entries()) {
      await explorer.button("Add to filter.additionalData.1.text.in").click();
      await pickBox(`filter.additionalData.1.text.in.${at + 1} (required)`).fill(text);
    }
    await explorer.button("Add to orderBy").click();
    await choose("orderBy.1.direction", "DESC");
    expect(await written()).toBe(
      'tags(filter: { name: $name, isActive: { eq: true }, additionalData: [{ identifier: "condition", text: { in: ["worn", "damaged"] } }] }, orderBy: [{ field: NAME, direction: DESC }]) {',
    );
    await explorer.button("Remove filter.additionalData.1").click();
    await box("filter.name").fill("");
    await page.keyboard.press("Enter");
    await choose("filter.isActive.eq", "");
    expect(await written()).toBe("tags(orderBy: [{ field: NAME, direction: DESC }]) {");
  });

  it("shows the schema's documentation, searches it, and opens it from a field", async () => {
    await using site = await open();
    await site.explorer.button("Docs").click();
    await site.page.getByText("The project's tags, in the registry's order.").waitFor();
    await site.page.getByRole("searchbox").fill("tag");
    const found = site.page.locator(".docs-found button");
    expect(await found.first().textContent()).toBe("Tag");
    await site.page.getByRole("searchbox").fill("imei");
    await site.explorer.button("Terminal.imei").click();
    await site.page.getByRole("heading", { name: "Terminal", exact: true }).waitFor();
    const named = site.page.locator(".docs-field.is-named");
    expect(await named.innerText()).toContain("The International Mobile Equipment Identity");
    // A type that is followed begins at its top, however far down the link was.
    await site.explorer.button("ID!").first().click();
    await site.page.getByRole("heading", { name: "ID", exact: true }).waitFor();
    await site.explorer.query
      .getByText("isActive", { exact: true })
      .click({ modifiers: ["ControlOrMeta"] });
    await site.page.getByRole("heading", { name: "Tag", exact: true }).waitFor();
    expect(await named.innerText()).toMatch(/^isActive: Boolean/);
    await site.page
      .locator(".docs-field", { hasText: /^project:/ })
      .getByRole("button")
      .click();
    await site.page.getByRole("heading", { name: "Project", exact: true }).waitFor();
    expect(await site.page.evaluate("document.querySelector('.side .scroll').scrollTop")).toBe(0);
  });

  it("documents the fields of input types, with their default values", async () => {
    await using site = await open();
    const { explorer, page } = site;
    const heading = (name: string) => page.getByRole("heading", { name, exact: true });
    await explorer.button("Docs").click();
    await explorer.button("TagFilter").last().click();
    await heading("TagFilter").waitFor();
    await page.locator(".docs-field", { hasText: "isActive: BooleanFilter" }).waitFor();
    await page.getByRole("searchbox").fill("direction");
    await explorer.button("TagOrder.direction").click();
    await heading("TagOrder").waitFor();
    await page.locator(".docs-field", { hasText: "direction: OrderDirection! = ASC" }).waitFor();
    await explorer.button("OrderDirection!").click();
    await heading("OrderDirection").waitFor();
  });

  it("remembers a query in a history and in its tab, until they are cleared", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.explorer.write("query Mine { project { projectId } }");
    await site.explorer.run();
    await site.page.reload();
    await site.page.getByRole("button", { name: "List", exact: true }).waitFor();
    expect((await site.explorer.query.innerText()).trim()).toBe(
      "query Mine { project { projectId } }",
    );
    await site.explorer.button("History").click();
    await site.page.getByRole("button", { name: /project \{ projectId \}/ }).click();
    await site.page.getByRole("button", { name: "Mine", exact: true }).waitFor();
    await site.explorer.button("Clear the history").click();
    await site.page.getByText("Queries that you run are listed here.").waitFor();
  });

  it("begins with the query of a link", async () => {
    await using site = await open();
    const link = `${gateway.url}/graphql?query=${encodeURIComponent("query Given { __typename }")}`;
    await site.page.goto(link);
    await site.page.locator("[aria-current=true]", { hasText: "Given" }).waitFor();
    await site.explorer.run();
    expect(JSON.parse(await site.explorer.json())).toEqual({ data: { __typename: "Query" } });
  });

  it.each([1440, 800, 390])(
    "opens as many examples at first as there is room for, %i pixels wide",
    async (width) => {
      await using site = await open({ viewport: { width, height: 844 }, isMobile: width < 400 });
      const strip = ".tab-list";
      expect(await site.page.locator(strip).getByRole("listitem").count()).toBeGreaterThan(2);
      // Until the page's own font is there, a wider one stands in for it.
      await site.page.evaluate("document.fonts.ready.then(() => null)");
      const hidden = await site.page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${strip}"))`,
      );
      expect(hidden).toBe(0);
      for (const title of ["Page through", "Structure and form", "Errors", "List"]) {
        await site.explorer.example(title);
        const right = async (selector: string) => {
          const box = await site.page.locator(selector).boundingBox();
          return Math.floor((box?.x ?? 0) + (box?.width ?? 0));
        };
        expect(await right(".tab.is-active")).toBeLessThanOrEqual(await right(strip));
      }
    },
  );

  it("keeps each tab's own text, undo history and response", async () => {
    await using site = await open();
    await site.explorer.write("{ a: __typename }");
    await site.explorer.run();
    await site.explorer.example("Errors");
    expect(await site.explorer.facts.count()).toBe(0);
    await site.explorer.example("List");
    expect(await site.explorer.json()).toContain('"a"');
    await site.explorer.query.press("Control+z");
    expect(await site.explorer.query.innerText()).toContain("query ListTags");
  });

  it("works on a phone: runs a query, shows its table, and saves and opens it", async () => {
    const viewport = { width: 390, height: 844 };
    await using site = await open({ viewport, isMobile: true, hasTouch: true });
    const { explorer, page } = site;
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await explorer.key.fill(key);
    await explorer.button("Run").tap();
    await explorer.facts.waitFor();
    await explorer.response.getByRole("button", { name: "Table", exact: true }).tap();
    expect(await explorer.rows.count()).toBe(25);
    await explorer.button("Schema").tap();
    await page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    const row = (name: string) =>
      page.getByRole("complementary").getByRole("button", { name, exact: true });
    await row("Saved").tap();
    await row("Save this query…").tap();
    await row("Save").tap();
    await row("List").tap();
    await explorer.query.waitFor();
  });

  it("has the device's theme, and keeps one that differs from it for the next visit", async () => {
    await using site = await open({ colorScheme: "light" });
    const ground = () => site.page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(238, 241, 237)");
    await site.page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).toBe("rgb(14, 21, 20)");
    await site.page.emulateMedia({ colorScheme: "light" });
    await site.explorer.button("Theme: system").click();
    await site.explorer.button("Theme: light").click();
    expect(await ground()).toBe("rgb(14, 21, 20)");
    await site.page.reload();
    await site.explorer.button("Theme: dark").waitFor();
    expect(await ground()).toBe("rgb(14, 21, 20)");
  });
});

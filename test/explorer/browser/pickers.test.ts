import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, type VisitOptions, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";
import { explorerIn } from "./page.ts";

const browser = await openBrowser();
const gateway = await startSampleGateway();
const { key } = gateway.registry;
afterAll(async () => {
  await browser?.close();
  await gateway[Symbol.asyncDispose]();
});

describe.skipIf(browser === null)("the project's structure completes", () => {
  const open = async (options: VisitOptions = {}) => {
    if (browser === null) throw new Error("There is no browser");
    const site = await visit(browser, `${gateway.url}/graphql`, options);
    const explorer = explorerIn(site.page);
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    return { ...site, explorer };
  };

  it("identifiers and options in the editor, as they are typed", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write("{ tags(filter: { additionalData: [{ identifier: ");
    await explorer.query.press("End");
    await page.keyboard.type('"con');
    await explorer.completion("condition").getByText("Condition", { exact: true }).waitFor();
    await explorer.completion("condition").click();
    await page.keyboard.press("End");
    await page.keyboard.type(', text: { in: ["');
    await explorer.completion("worn").waitFor();
    await page.keyboard.type("wo");
    await explorer.completion("worn").click();
    await expect
      .poll(() => explorer.query.innerText())
      .toContain('additionalData: [{ identifier: "condition", text: { in: ["worn"');
    expect(site.problems).toEqual([]);
  });

  it("what is chosen replaces all of the value in which the cursor is", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write('{ tags(filter: { additionalData: [{ identifier: "condition" }] })');
    for (let left = " }] })".length + '"dition"'.length - 1; left > 0; left -= 1) {
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("Control+Space");
    await explorer.completion("condition").click();
    expect(await explorer.query.innerText()).toContain('[{ identifier: "condition" }]');
    expect(site.problems).toEqual([]);
  });

  it("both in the tree, by keyboard alone", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write(
      'query {\n  tags(filter: { additionalData: [{ identifier: "" }] }) {\n    totalCount\n  }\n}',
    );
    const box = page.getByRole("combobox", {
      name: "filter.additionalData.1.identifier (required)",
    });
    await box.focus();
    await page.keyboard.press("ArrowDown");
    const choices = page.getByRole("listbox", { name: "Values to choose" }).getByRole("option");
    await choices.first().waitFor();
    expect(await choices.allTextContents()).toEqual([
      "site Site",
      "site_kind Kind of site",
      "location Location",
      "floor Floor",
      "condition Condition",
      "inspection_interval_days Inspection interval (days)",
      "next_check Next check",
      "terminal_id Terminal",
      "notes Notes",
      "photo Photo",
    ]);
    await page.keyboard.type("cond");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "condition Condition", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await explorer.query.getByText('"condition"').waitFor();
    await explorer.button("Open filter.additionalData.1.text").click();
    await page.getByRole("combobox", { name: "filter.additionalData.1.text.eq" }).click();
    await choices.getByText("worn").click();
    await explorer.button("Add to filter.additionalData.1.text.in").click();
    await page
      .getByRole("combobox", { name: "filter.additionalData.1.text.in.1 (required)" })
      .focus();
    await page.keyboard.press("ArrowUp");
    await choices.getByText("good").waitFor();
    await page.keyboard.press("Escape");
    await choices.first().waitFor({ state: "detached" });
    await expect
      .poll(async () => (await explorer.query.innerText()).split("\n")[1]?.trim())
      .toBe(
        'tags(filter: { additionalData: [{ identifier: "condition", text: { eq: "worn", in: [""] } }] }) {',
      );
    expect(site.problems).toEqual([]);
  });

  it("nothing without a key or with a wrong one, and asks nothing while a key is typed", async () => {
    await using site = await open({ failures: "expected" });
    const { explorer, page } = site;
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("query Structures")) asked.push(request.url());
    });
    await explorer.write(
      '{ tags(filter: { additionalData: [{ identifier: "" }] }) { totalCount } }',
    );
    const box = page.getByRole("combobox", {
      name: "filter.additionalData.1.identifier (required)",
    });
    await box.click();
    await page.keyboard.type("abc");
    expect(asked).toEqual([]);
    await explorer.key.pressSequentially("no such key");
    expect(asked).toEqual([]);
    await Promise.all([
      page.waitForResponse(
        (response) => response.request().postData()?.includes("query Structures") ?? false,
      ),
      box.click(),
    ]);
    await explorer.key.fill(key);
    await box.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("pho");
    await page.getByRole("option", { name: "photo Photo" }).click();
    await explorer.query.getByText('"photo"').waitFor();
    expect(asked).toHaveLength(2);
    expect(site.problems).toEqual([]);
  });
});

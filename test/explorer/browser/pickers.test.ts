import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { startExplorer } from "./page.ts";

const { isMissing, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("the project's structure completes", () => {
  const open = async (options: VisitOptions = {}) => {
    const site = await openPage(options);
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    return site;
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
  });

  it("by marking an identifier in a selection that no item has, once the structure is known", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    const select = (identifier: string, other = "name") =>
      `{ tags { nodes { ${other} additionalDataField(identifier: "${identifier}") { value } } } }`;
    await explorer.write(select("conditon", "nmae"));
    const marks = page.locator(".cm-lintRange");
    await expect.poll(() => marks.allTextContents()).toEqual(["nmae"]);
    await explorer.write(select("conditon"));
    for (let left = '") { value } } } }'.length; left > 0; left -= 1) {
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("Control+Space");
    await explorer.completion("condition").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("s");
    const mark = page.locator(".cm-lintRange-warning");
    expect(await mark.textContent()).toBe('"conditons"');
    await mark.hover();
    await page.getByText('no item with the identifier "conditons"').waitFor();
    await explorer.write(select("condition"));
    await mark.waitFor({ state: "detached" });
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
  });

  it("both in the tree", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.key.fill(key);
    await explorer.write(
      'query {\n  tags(filter: { additionalData: [{ identifier: "" }] }) {\n    totalCount\n  }\n}',
    );
    const box = (name: string) => page.getByRole("combobox", { name });
    const offered = (name: string) =>
      box(name).evaluate(
        (element: {
          readonly list?: {
            readonly options: Iterable<{ readonly value: string; readonly text: string }>;
          };
        }) =>
          [...(element.list?.options ?? [])].map(({ value, text }) => `${value} ${text}`.trim()),
      );
    const identifier = "filter.additionalData.1.identifier (required)";
    await box(identifier).focus();
    await expect
      .poll(() => offered(identifier))
      .toEqual([
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
    // As a browser does when one of the values is chosen.
    await page.evaluate(`{
      const input = document.activeElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, "condition");
      input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
    }`);
    await explorer.query.getByText('"condition"').waitFor();
    await explorer.button("Open filter.additionalData.1.text").click();
    const eq = "filter.additionalData.1.text.eq";
    await box(eq).focus();
    await expect.poll(() => offered(eq)).toEqual(["good", "worn", "damaged", "missing"]);
    // What is typed waits for Enter, as in any box: it may go on.
    await box(eq).pressSequentially("worn");
    expect(await explorer.query.innerText()).not.toContain("worn");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await explorer.query.innerText()).split("\n")[1]?.trim())
      .toBe(
        'tags(filter: { additionalData: [{ identifier: "condition", text: { eq: "worn" } }] }) {',
      );
  });

  it("spans of time in the tree, without a key", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.write(
      "query {\n  tags(filter: { addedAt: { within: {} } }) {\n    totalCount\n  }\n}",
    );
    const box = page.getByRole("combobox", { name: "filter.addedAt.within.from" });
    await box.focus();
    await page.locator("datalist option").getByText("30 days ago").waitFor({ state: "attached" });
    await box.fill("-P30D");
    await page.keyboard.press("Enter");
    await explorer.query.getByText('within: { from: "-P30D" }').waitFor();
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
    const asks = () =>
      page.waitForResponse(
        (response) => response.request().postData()?.includes("query Structures") ?? false,
      );
    await Promise.all([asks(), box.focus()]);
    await explorer.key.fill(key);
    await Promise.all([asks(), box.focus()]);
    await page.locator("option[value=photo]").waitFor({ state: "attached" });
    expect(asked).toHaveLength(2);
  });
});

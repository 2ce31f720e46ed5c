import { expect, test } from "vitest";
import { openApplication, shareSample, startRecords } from "./application.ts";

const sample = await shareSample();

async function open(path: string) {
  const application = await openApplication(sample.site, path);
  await application.enter(sample.key, { isKept: true });
  await application.table.waitFor();
  return application;
}

test("a search starts when typing stops, is in the address, and is undone by one step back", async () => {
  await using app = await open("/tags");
  await app.heading.getByText("2,500").waitFor();
  await app.search.fill("brannoc");
  await app.heading.getByText("254").waitFor();
  await app.search.fill("brannoc trolley");
  await app.heading.getByText("48").waitFor();
  expect(app.address()).toBe("/tags?q=brannoc+trolley");
  expect((await app.names())[0]).toBe("Crash trolley SBH-3.23");
  await app.page.goBack();
  await app.heading.getByText("2,500").waitFor();
  expect(await app.search.inputValue()).toBe("");
});

test("after a step back, the next search is a new step", async () => {
  await using app = await open("/tags");
  await app.heading.getByText("2,500").waitFor();
  await app.search.fill("brannoc");
  await app.heading.getByText("254").waitFor();
  await app.page.goBack();
  await app.heading.getByText("2,500").waitFor();
  await app.search.fill("brannoc trolley");
  await app.heading.getByText("48").waitFor();
  await app.page.goBack();
  await app.heading.getByText("2,500").waitFor();
  expect(app.address()).toBe("/tags");
});

test("a search asks for its table once, also if the charts are there first", async () => {
  await using app = await open("/terminals");
  await app.button("Android: 39 terminals").waitFor();
  let asked = 0;
  const charts = app.page.waitForResponse(
    (response) => response.request().postData()?.includes("query Platforms") === true,
  );
  await app.page.route("**/graphql", async (route) => {
    if (route.request().postDataJSON().operationName === "Terminals") {
      asked++;
      await (await charts).finished();
    }
    await route.continue();
  });
  await app.search.fill("scanner");
  await app.heading.getByText("14", { exact: true }).waitFor();
  expect(asked).toBe(1);
});

test("blanks around the search in an address add no step to the history", async () => {
  await using app = await open("/tags");
  await app.heading.getByText("2,500").waitFor();
  await app.page.goto(`${sample.site.url}/tags?q=+brannoc+`);
  await app.heading.getByText("254").waitFor();
  const length = () => app.page.evaluate(() => history.length);
  const before = await length();
  expect(await app.search.inputValue()).toBe("brannoc");
  await app.search.fill("brannoc trolley");
  await app.heading.getByText("48").waitFor();
  expect(await length()).toBe(before + 1);
});

test("a UID is found in any spelling", async () => {
  await using app = await open("/tags");
  await app.search.fill("12:34:bb:3c:4d:5c:04");
  await app.page.getByText("has this UID with its bytes reversed").waitFor();
  // The table below may still have the list from before.
  await app.link("Crash trolley NGH-3.45").first().click();
  await app.heading.getByText("Crash trolley NGH-3.45").waitFor();
});

test("filters narrow the list down, show the counts of other values, and can be removed", async () => {
  await using app = await open("/tags?q=fire+door");
  await app.filter("worn").click();
  await app.filter("damaged").click();
  await app.heading.getByText("18", { exact: true }).waitFor();
  expect(app.address()).toBe("/tags?q=fire+door&is=data.condition:worn&is=data.condition:damaged");
  expect(await app.filter("good").locator("..").textContent()).toBe("good131");
  await app.filter("1 to under 3").click();
  await app.page.getByRole("list", { name: "Filters in use" }).getByText("Floor").waitFor();
  await app.page.waitForFunction(() => location.search.includes("data.floor"));
  const narrow = await app.names();
  expect(narrow.length).toBeGreaterThan(0);
  expect(narrow.length).toBeLessThan(18);
  await app.button("Remove filter: Floor 1 to under 3").click();
  await app.heading.getByText("18", { exact: true }).waitFor();
  await app.button("Clear all").click();
  await app.heading.getByText("161", { exact: true }).waitFor();
  expect(app.address()).toBe("/tags?q=fire+door");
});

test("filters that are clicked faster than the page follows are all used", async () => {
  await using app = await open("/tags?q=fire+door");
  await app.names();
  await app.page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>(".facet-side .facet-value")];
    for (const name of ["worn", "damaged", "1 to under 3"]) {
      boxes
        .find((box) => box.textContent?.startsWith(name))
        ?.querySelector("input")
        ?.click();
    }
  });
  await app.page.waitForFunction(() => location.search.includes("data.floor"));
  expect(app.address()).toContain("is=data.condition:worn&is=data.condition:damaged");
  await app.page.getByRole("list", { name: "Filters in use" }).getByText("Floor").waitFor();
  await app.page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>("[aria-label^='Remove filter']")) {
      button.click();
    }
  });
  await app.heading.getByText("161", { exact: true }).waitFor();
  expect(app.address()).toBe("/tags?q=fire+door");
});

test("a column's header orders the list: ascending, descending, and as it was", async () => {
  await using app = await open("/tags");
  const head = app.page.getByRole("columnheader", { name: "Floor", exact: true });
  await head.getByRole("button").click();
  await app.page.locator("th[aria-sort=ascending]").waitFor();
  expect(app.address()).toBe("/tags?sort=data.floor");
  await head.getByRole("button").click();
  await app.page.locator("th[aria-sort=descending]").waitFor();
  expect(app.address()).toBe("/tags?sort=-data.floor");
  await app.names();
  await app.rows.first().getByRole("cell", { name: "10", exact: true }).waitFor();
  await head.getByRole("button").click();
  await app.page.waitForFunction(() => location.search === "");
  expect(await head.getAttribute("aria-sort")).toBeNull();
});

test("pages lead forward and back, and a reloaded page is the same", async () => {
  await using app = await open("/tags?sort=name");
  const first = await app.names();
  expect(first).toHaveLength(25);
  await app.button("Next →").click();
  await app.pager.getByText("Page 2 of 100").waitFor();
  const second = await app.names();
  expect(second).not.toEqual(first);
  expect(await app.focused()).toContain("List of tags");
  await app.page.reload();
  await app.pager.getByText("Page 2 of 100").waitFor();
  expect(await app.names()).toEqual(second);
  await app.button("Next →").click();
  await app.pager.getByText("Page 3 of 100").waitFor();
  await app.button("← Previous").click();
  await app.pager.getByText("Page 2 of 100").waitFor();
  expect(await app.names()).toEqual(second);
  await app.button("← Previous").click();
  await app.pager.getByText("Page 1 of 100").waitFor();
  expect(await app.names()).toEqual(first);
  expect(app.address()).toBe("/tags?sort=name");
});

test("the charts filter the terminals by platform and version", async () => {
  await using app = await open("/terminals");
  await app.heading.getByText("60").waitFor();
  await app.button("Android: 39 terminals").click();
  await app.heading.getByText("39").waitFor();
  await app.button("Linux 6.6: 5 terminals").click();
  await app.heading.getByText("5", { exact: true }).waitFor();
  expect(app.address()).toBe("/terminals?is=platform:Linux&is=version:6.6");
  expect(await app.button("Linux: 8 terminals").getAttribute("aria-pressed")).toBe("true");
  await app.page.goBack();
  await app.heading.getByText("39").waitFor();
});

test("back and forward show each step of a visit as it was", async () => {
  await using app = await open("/tags");
  const steps = [
    () => app.search.fill("fire"),
    () => app.filter("good").click(),
    () => app.page.getByRole("columnheader", { name: "Floor" }).getByRole("button").click(),
    () => app.button("Next →").click(),
    () => app.link("Terminals").click(),
    () => app.button("Android: 39 terminals").click(),
    () => app.link("Data quality").click(),
  ];
  const look = async () => ({ address: app.address(), names: await app.names() });
  const seen = [await look()];
  for (const step of steps) {
    const before = app.page.url();
    await step();
    await app.page.waitForFunction((address) => location.href !== address, before);
    seen.push(await look());
  }
  for (const expected of seen.slice(0, -1).toReversed()) {
    await app.page.goBack();
    expect(await look()).toEqual(expected);
  }
  for (const expected of seen.slice(1)) {
    await app.page.goForward();
    expect(await look()).toEqual(expected);
  }
});

test("the issues of one record are in one row", async () => {
  await using app = await open("/quality");
  await app.rows.first().getByRole("link").first().waitFor();
  await app.names();
  const records = await app.rows.locator(".name-note").allTextContents();
  expect(new Set(records).size).toBe(records.length);
  expect(await app.rows.locator(".tick-box").count()).toBe(25);
  expect(records.length).toBeLessThan(25);
});

test("a kind without issues does not say that there is nothing to fix", async () => {
  await using app = await openApplication(sample.site, "/quality?code=BAD_IMEI");
  await app.enter(sample.key);
  await app.page.getByText("No issue of this kind").waitFor();
  expect(await app.page.getByText("Nothing to fix").count()).toBe(0);
});

test("issues can be shown by kind, ticked off, and opened at their field", async () => {
  await using app = await open("/quality");
  await app.heading.getByText("410").waitFor();
  await app.page
    .getByRole("navigation", { name: "Kinds of issues" })
    .getByText("Missing value")
    .click();
  await app.heading.getByText("324").waitFor();
  await app.names();
  const issue = app.rows.first();
  await issue.locator(".tick-box").first().click();
  await app.page.getByText("1 issue ticked off in this tab.").waitFor();
  await app.page.reload();
  await app.page.getByText("1 issue ticked off in this tab.").waitFor();
  await issue.locator(".issue-link").first().click();
  await app.page.locator(".field.is-sought").getByText("Missing: to be filled in").waitFor();
  await app.page.goBack();
  await app.heading.getByText("324").waitFor();
  await app.button("Untick all").press("Enter");
  await app.page.getByText("Tick off issues as you deal with them.").waitFor();
  expect(await app.page.evaluate(() => document.activeElement?.id)).toBe("main");
  await app.link("Terminals").last().click();
  await app.heading.getByText("324").waitFor({ state: "detached" });
  expect(app.address()).toBe("/quality?of=terminals");
});

test("a value that cannot be read as its field's type costs its cell", async () => {
  await using world = await startRecords({
    tags: [
      { id: "a", name: "Door", additional_data: { site: "Mill", floor: "2nd", terminal_id: "7" } },
      { id: "b", name: "Gate", additional_data: { floor: "3" } },
    ],
    terminals: [{ id: 7, name: "Reader" }],
  });
  await using app = await openApplication(world.site);
  await app.enter(world.key, { isKept: true });
  expect(await app.names()).toEqual(["Door", "Gate"]);
  expect(await app.rows.first().getByRole("cell").allTextContents()).toMatchObject({
    1: "Mill",
    2: "The registry sent a response that cannot be read.",
    4: "Reader",
  });
  await app.rows.last().getByRole("cell", { name: "3", exact: true }).waitFor();
  await app.filter("3 to under 6").click();
  await app.heading.getByText("1", { exact: true }).waitFor();
  expect(await app.names()).toEqual(["Gate"]);
  await app.page.goto(`${world.site.url}/terminals/7`);
  await app.page.locator(".tag-lines").getByRole("link", { name: "Door" }).waitFor();
});

test("terminals without tags are a filter, and so are those with tags", async () => {
  await using world = await startRecords({
    tags: [{ id: "T1", name: "Door", additional_data: { terminal_id: 2 } }],
    terminals: ["Gate", "Hall", "Roof"].map((name, at) => ({ id: at + 1, name, model: `M${at}` })),
  });
  await using app = await openApplication(world.site, "/terminals");
  await app.enter(world.key);
  expect(await app.names()).toEqual(["Gate", "Hall", "Roof"]);
  await app.filter("without tags").click();
  await app.heading.getByText("2", { exact: true }).waitFor();
  expect(await app.names()).toEqual(["Gate", "Roof"]);
  expect(app.address()).toBe("/terminals?is=tags:none");
  await app.filter("with tags").click();
  await app.heading.getByText("1", { exact: true }).waitFor();
  expect(await app.names()).toEqual(["Hall"]);
  await app.button("Remove filter: Tags with tags").click();
  await app.heading.getByText("3", { exact: true }).waitFor();
  await app.page.goto(`${world.site.url}/terminals?is=tags:many`);
  await app.enter(world.key);
  await app.button("Remove: Tags many was not understood").waitFor();
  expect(await app.names()).toEqual(["Gate", "Hall", "Roof"]);
});

import { expect, test } from "vitest";
import { type Application, openApplication, startMoving } from "./application.ts";

/** Every request reads the lists again. */
const alwaysFresh = { SNAPSHOT_TTL_SECONDS: "0", CHANGES_POLL_SECONDS: "0" };

const noteOf = ({ page }: Application, list: string) =>
  page
    .getByRole("status")
    .getByRole("paragraph")
    .filter({ hasText: `Some ${list} may be missing.` });

test("a list that cannot be read whole is shown under one warning, until it can be", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  const note = noteOf(app, "tags");
  await note.getByText(/\d+ of 300 were read, so counts may be too low\./).waitFor();
  expect(await app.names()).toHaveLength(25);
  expect(await app.heading.textContent()).toMatch(/^Tags \d+ or more$/);
  await app.filter("worn").waitFor();
  expect(await app.pager.textContent()).toContain("Page 1");
  expect(await app.pager.textContent()).not.toContain("of");
  await app.button("Next →").click();
  await app.pager.getByText("Page 2").waitFor();
  expect(await app.names()).toHaveLength(25);
  await note.waitFor();
  await app.button("Try again").click();
  // The list goes round, so the page may be its last one by now.
  expect(await app.names()).not.toHaveLength(0);
  expect(await app.alert.count()).toBe(0);
  world.registry.moving = [];
  await app.button("Try again").click();
  await note.waitFor({ state: "detached" });
  await app.heading.getByText("300", { exact: true }).waitFor();
  await app.pager.getByText("Page 2 of 12").waitFor();
});

test("while the list that may lack records is read again, the page shows it, and its warning", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site, "/tags?sort=name");
  await app.enter(world.key);
  const note = noteOf(app, "tags");
  await note.waitFor();
  const names = await app.names();
  const held = Promise.withResolvers<void>();
  await app.page.route("**/graphql", async (route) => {
    await held.promise;
    await route.continue();
  });
  await app.button("Try again").click();
  await app.page.locator("table[aria-busy=true]").waitFor();
  expect(await app.rows.locator(".row-link").allTextContents()).toEqual(names);
  expect(await note.count()).toBe(1);
  held.resolve();
  await app.names();
});

test("what is not found in such a list is not said to be absent", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site, "/tags?q=04:aa:bb:cc");
  await app.enter(world.key);
  await app.page.getByText("Whether a tag has this UID is not known.").waitFor();
  await app.page.getByText("None of the tags that were read matches").waitFor();
  await noteOf(app, "tags").waitFor();
  expect(await app.heading.textContent()).toBe("Tags count unknown");
  world.registry.moving = [];
  await app.button("Try again").click();
  await app.page.getByText("No tag matches").waitFor();
  await app.page.getByText("is not known").waitFor({ state: "detached" });
  await noteOf(app, "tags").waitFor({ state: "detached" });
});

test("a list and its charts have one warning together, also where only the charts may be wrong", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site, "/terminals");
  const note = noteOf(app, "terminals");
  await app.enter(world.key);
  await app.page.getByRole("button", { name: /^Android 1: / }).waitFor();
  await app.names();
  expect(await note.count()).toBe(1);
  world.registry.moving = [];
  await app.button("Try again").click();
  await note.waitFor({ state: "detached" });
  await app.button("Android: 200 terminals").waitFor();
  // The list moves again after the table has been read, and before the bars are.
  const operationOf = (request: { postDataJSON(): { readonly operationName: string } }) =>
    request.postDataJSON().operationName;
  const tableRead = app.page.waitForResponse(
    (response) => operationOf(response.request()) === "Terminals",
  );
  await app.page.route("**/graphql", async (route) => {
    if (operationOf(route.request()) === "Versions") {
      await tableRead;
      world.registry.moving = ["terminals"];
    }
    await route.continue();
  });
  await app.search.fill("terminal");
  await note.waitFor();
  await app.heading.getByText("300", { exact: true }).waitFor();
});

test("the tags of a terminal have the warning next to them", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site, "/terminals/1");
  await app.enter(world.key);
  const section = app.page.getByRole("region", { name: "Tags of this terminal" });
  await section.getByText("Some tags may be missing.").waitFor();
  await section.getByRole("link", { name: "All tags of this terminal" }).waitFor();
  expect(await section.locator(".tag-lines a").count()).toBe(10);
  await app.page.goto(`${world.site.url}/terminals/299`);
  await app.enter(world.key);
  await section.getByText("None of the tags that were read names this terminal.").waitFor();
});

test("issues found in such a list are shown, and their counts are not said to be all", async () => {
  await using world = await startMoving(alwaysFresh);
  await using app = await openApplication(world.site, "/quality");
  await app.enter(world.key);
  await noteOf(app, "tags").waitFor();
  const kinds = app.page.getByRole("navigation", { name: "Kinds of issues" });
  expect(await kinds.locator(".code-count").allTextContents()).toEqual([
    expect.stringMatching(/^\d+\+$/),
    expect.stringMatching(/^\d+\+$/),
  ]);
  expect(await app.heading.textContent()).toMatch(/^Data quality \d+ or more$/);
  expect(await app.rows.count()).toBe(25);
  await kinds.getByText("Missing value").click();
  await app.page.waitForURL(/MISSING_VALUE/);
  await app.names();
  await noteOf(app, "tags").waitFor();
  await app.page.goto(`${world.site.url}/quality?code=BAD_UUID`);
  await app.enter(world.key);
  await app.page.getByText("No issue in the records that were read").waitFor();
  world.registry.moving = [];
  await noteOf(app, "tags").getByRole("button", { name: "Try again" }).click();
  await app.page.getByText("No issue of this kind").waitFor();
  expect(await kinds.locator(".code-count").allTextContents()).toEqual(["100", "100"]);
  expect(await app.alert.count()).toBe(0);
});

test("a page that follows changes shows the whole list by itself as soon as it can be read", async () => {
  await using world = await startMoving({ CHANGES_POLL_SECONDS: "1" });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await noteOf(app, "tags").waitFor();
  world.registry.moving = [];
  await app.heading.getByText("300", { exact: true }).waitFor();
  await noteOf(app, "tags").waitFor({ state: "detached" });
});

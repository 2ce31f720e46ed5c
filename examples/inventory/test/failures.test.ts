import { expect, test } from "vitest";
import { openApplication, startRecords, startSample } from "./application.ts";

const added = { added_when: 1_700_000_000, last_update: 1_700_000_000 };

test("the page shows what it has while offline, and continues when online again", async () => {
  await using sample = await startSample();
  await using app = await openApplication(sample.site);
  await app.enter(sample.key);
  const names = await app.names();
  await app.page.context().setOffline(true);
  await app.page.getByText("You are offline. What you see was loaded earlier.").waitFor();
  expect(await app.names()).toEqual(names);
  await app.search.fill("gym");
  await app.page.getByText("You are offline. What you see was loaded earlier. Try again").waitFor();
  await app.page.context().setOffline(false);
  await app.rows.getByText("Gym store").first().waitFor();
  await app.page.getByText("You are offline").waitFor({ state: "detached" });
});

test("the page says that the gateway cannot be reached", async () => {
  const sample = await startSample();
  await using app = await openApplication(sample.site);
  await app.enter(sample.key);
  await app.names();
  await sample.gateway[Symbol.asyncDispose]();
  await app.link("Terminals").click();
  await app.alert.getByText("The gateway cannot be reached").first().waitFor();
  await app.page.locator(".live-reason").getByText("The gateway cannot be reached").waitFor();
  await sample.site[Symbol.asyncDispose]();
});

test("an idle page notices that the registry is down, and that it is back", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site, "/tags", { tab: "new" });
  await app.page.clock.install();
  await app.enter(world.key);
  expect(await app.names()).toEqual(["Door"]);
  await app.page.getByText("Following changes", { exact: true }).waitFor();
  world.connection.shut();
  await app.page.clock.fastForward(10_000);
  await app.page.getByText("Not following changes", { exact: true }).waitFor();
  await app.page.locator(".live-reason").getByText("The registry cannot be reached").waitFor();
  expect(await app.names()).toEqual(["Door"]);
  world.connection.open();
  await app.page.getByText("Following changes", { exact: true }).waitFor();
});

test("when any request finds the registry down, the page says so immediately, and tries again when it is back", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site, "/tags", {
    viewport: { width: 390, height: 844 },
    tab: "new",
  });
  // The clock stands still, so no regular check can find out.
  await app.page.clock.install();
  await app.enter(world.key);
  await app.names();
  await app.page.getByText("Following changes", { exact: true }).waitFor({ state: "attached" });
  await app.page.clock.pauseAt(Date.now() + 1000);
  world.connection.shut();
  await app.link("Terminals").click();
  await app.page.getByText("Not following changes: The registry cannot be reached.").waitFor();
  await app.alert.getByText("The registry cannot be reached").first().waitFor();
  // Without values to choose from, no heading of a filter is shown.
  expect(await app.page.locator(".facet-name").count()).toBe(0);
  world.connection.open();
  await app.page.clock.resume();
  await app.page.getByText("This project has no terminals yet").waitFor();
});

test("a list that was read before is shown again while the registry is down", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site, "/tags?sort=name");
  await app.enter(world.key);
  await app.names();
  await app.link("Door").click();
  await app.heading.getByText("Door").waitFor();
  world.connection.shut();
  await app.link("← Tags").click();
  const note = app.page.getByText("What you see was loaded earlier.");
  await app.alert.getByText("The registry cannot be reached").waitFor();
  await note.waitFor();
  expect(await app.names()).toEqual(["Door"]);
  expect((await app.heading.textContent())?.trim()).toBe("Tags 1");
  await app.search.fill("gate");
  await note.waitFor({ state: "detached" });
  await app.alert.getByText("The registry cannot be reached").waitFor();
  expect(await app.rows.count()).toBe(0);
  world.connection.open();
  await app.page.getByText("No tag matches").waitFor();
});

test("a part of a page that could not be read has its own button to try again", async () => {
  // When a page begins to follow changes it reads again, and a part that can be read by then needs no button any more.
  await using sample = await startSample({ CHANGES_POLL_SECONDS: "0" });
  const putStructure = async (items: unknown) => {
    await using change = await sample.registry.store.beginChange();
    await change.putStructure(1, "tag", JSON.stringify({ items, last_update: 1_700_000_000 }));
    await change.commit();
  };
  await putStructure("none");
  await using app = await openApplication(sample.site, "/tags/045C4D3CBB3412");
  await app.enter(sample.key);
  await app.heading.getByText("Crash trolley").waitFor();
  await app.page.getByText("The registry sent a response that cannot be read").waitFor();
  await putStructure([]);
  await app.button("Try again").click();
  await app.page.locator(".field").getByText("condition").waitFor();
  expect(await app.button("Try again").count()).toBe(0);
});

test("a page that is opened while the registry is down says so", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await app.names();
  await world.registry[Symbol.asyncDispose]();
  await app.page.goto(`${world.site.url}/tags`);
  await app.enter(world.key);
  await app.alert.getByText("The registry cannot be reached").waitFor();
});

test("a page whose record is slow says that it is being loaded, and links back to the list", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site, "/tags/a");
  const held = Promise.withResolvers<void>();
  await app.page.route("**/graphql", async (route) => {
    if (route.request().postDataJSON().operationName === "Tag") await held.promise;
    await route.continue();
  });
  await app.enter(world.key);
  await app.page.getByText("Loading the tag…").waitFor();
  await app.link("← Tags").waitFor();
  held.resolve();
  await app.heading.getByText("Door").waitFor();
});

test("while a list with another search is being loaded, the page shows no count", async () => {
  const tags = Array.from({ length: 30 }, (_, at) => ({
    id: `${at}`,
    name: `Door ${at}`,
    ...added,
  }));
  await using world = await startRecords({ tags: [...tags, { id: "g", name: "Gate", ...added }] });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await app.heading.getByText("31").waitFor();
  const held = Promise.withResolvers<void>();
  await app.page.route("**/graphql", async (route) => {
    if (route.request().postDataJSON().operationName === "Tags") await held.promise;
    await route.continue();
  });
  await app.button("Next →").click();
  await app.page.getByText("Loading the tags…").waitFor();
  expect((await app.heading.textContent())?.trim()).toBe("Tags 31");
  await app.pager.getByText("Page 2 of 2").waitFor();
  await app.search.fill("gate");
  await app.heading.getByText("loading…").waitFor();
  expect(await app.page.getByRole("status").getByText("Loading the tags…").count()).toBe(1);
  expect((await app.pager.textContent())?.includes("of")).toBe(false);
  held.resolve();
  await app.heading.getByText("1", { exact: true }).waitFor();
});

test("the page says that a project is empty or that a search finds nothing", async () => {
  await using world = await startRecords({ structures: { tag: null, terminal: null } });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await app.page.getByText("This project has no tags yet").waitFor();
  await app.search.fill("door");
  await app.page.getByText("No tag matches").waitFor();
  await app.button("Show all tags").click();
  await app.page.getByText("This project has no tags yet").waitFor();
  await app.link("Terminals").click();
  await app.page.getByText("This project has no terminals yet").waitFor();
  await app.page
    .getByRole("region", { name: "Platforms and versions" })
    .waitFor({ state: "detached" });
  await app.link("Data quality").click();
  await app.page.getByText("Nothing to fix").waitFor();
});

test("the page says that a cursor in its address is invalid, and offers the whole list", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "Door", ...added }] });
  await using app = await openApplication(world.site, "/tags?after=nonsense&page=7");
  await app.enter(world.key);
  await app.alert.getByText("This address is not valid").waitFor();
  await app.button("Show all tags").click();
  expect(await app.names()).toEqual(["Door"]);
  expect(app.address()).toBe("/tags");
});

test("invalid parts of an address are ignored and listed, and the rest is used", async () => {
  await using world = await startRecords({
    tags: [
      { id: "a", name: "Door", ...added },
      { id: "b", name: "Gate", ...added, is_active: false },
    ],
  });
  const path = "/tags?after=&page=abc&sort=__proto__&is=:x&is=__proto__:y&is=isActive:false";
  await using app = await openApplication(world.site, path);
  await app.enter(world.key);
  expect(await app.names()).toEqual(["Gate"]);
  const unknown = app.page.getByText("was not understood");
  expect((await unknown.locator("..").allTextContents()).map((text) => text.trim())).toEqual([
    "__proto__ y was not understood ×",
    "Order __proto__ was not understood ×",
  ]);
  await app.button("Remove: Order __proto__ was not understood").click();
  await app.button("Remove: __proto__ y was not understood").click();
  await unknown.first().waitFor({ state: "detached" });
  expect(app.address()).toBe("/tags?is=isActive:false");
});

test("the page says that it does not understand an order by something that the project does not have", async () => {
  await using world = await startRecords({ terminals: [{ id: 1, name: "One" }] });
  await using app = await openApplication(world.site, "/terminals?sort=-data.nope");
  await app.enter(world.key);
  await app.button("Remove: Order -data.nope was not understood").click();
  await app.page.waitForFunction(() => location.search === "");
  expect(await app.names()).toEqual(["One"]);
});

test("an address that cannot be decoded shows a page that says so", async () => {
  await using world = await startRecords({});
  await using app = await openApplication(world.site);
  await app.enter(world.key, { isKept: true });
  await app.page.getByText("This project has no tags yet").waitFor();
  for (const path of ["/tags/%E0%A4%A", "/terminals/%", "/%E0", "/tags/%E0/x"]) {
    await app.page.goto(world.site.url + path);
    await app.heading.getByText("There is nothing at this address").waitFor();
  }
});

test("a query that cannot be decoded is used as plain text", async () => {
  await using world = await startRecords({ tags: [{ id: "a", name: "100% Door", ...added }] });
  await using app = await openApplication(world.site, "/tags?q=100%&is=%E0:%&sort=%&page=%#%");
  await app.enter(world.key);
  expect(await app.names()).toEqual(["100% Door"]);
});

test("the page neither loads nor links to a picture whose address is not http or https", async () => {
  const addresses = {
    script: "javascript:document.title=1",
    disguised: " JaVa\tScRiPt:document.title=1",
    data: "data:image/svg+xml,<svg onload='document.title=1'/>",
    html: "data:text/html,<script>document.title=1</script>",
    blob: "blob:https://images.example/1",
    file: "file:///etc/passwd",
    relative: "//images.example/1.jpg",
    number: 7,
  };
  await using world = await startRecords({
    tags: [{ id: "a", name: "Door", ...added, additional_data: addresses }],
    structures: {
      tag: Object.keys(addresses).map((identifier) => ({
        type: "image",
        name: identifier,
        identifier,
        set_via_app: false,
      })),
    },
  });
  await using app = await openApplication(world.site, "/tags/a");
  await app.enter(world.key);
  const flags = app.page.getByText("Not the address of a picture");
  await flags.first().waitFor();
  expect(await flags.count()).toBe(Object.keys(addresses).length);
  const linked = await app.page
    .locator("[href], [src], [action], [data]")
    .evaluateAll((elements) =>
      elements.map((element) =>
        ["href", "src", "action", "data"].map((name) => element.getAttribute(name)).join(""),
      ),
    );
  expect(linked.filter((address) => !/^[/#]/.test(address))).toEqual([]);
  expect(await app.page.locator("img").count()).toBe(0);
  expect(await app.page.title()).toBe("Door · Inventory");
});

test("markup and scripts in records are shown as text", async () => {
  const hostile = '<img src=x onerror="document.title=1">';
  await using world = await startRecords({
    tags: [
      {
        id: "a",
        name: hostile,
        description: hostile,
        ...added,
        additional_data: {
          [hostile]: hostile,
          photo: "javascript:document.title=1",
          list: [{ a: 1 }],
        },
      },
    ],
    structures: {
      tag: [{ type: "image", name: hostile, identifier: "photo", set_via_app: false }],
    },
  });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await app.link(hostile).click();
  await app.heading.getByText(hostile).waitFor();
  await app.page.getByText("Not the address of a picture").waitFor();
  await app.page.getByText("javascript:document.title=1").waitFor();
  expect(await app.page.locator("img").count()).toBe(0);
  expect(await app.page.locator("a[href^=javascript]").count()).toBe(0);
  expect(await app.page.title()).toContain("Inventory");
});

test("an unreadable record costs one row of the list, and an unreadable field one part of its page", async () => {
  await using world = await startRecords({
    tags: [
      { id: "a", name: "Door", ...added },
      { id: "b", name: { not: "a name" }, ...added, additional_data: { note: "still here" } },
      { id: "c", name: "Gate", ...added },
    ],
  });
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  expect(await app.names()).toEqual(["Door", "Gate"]);
  await app.rows
    .getByText("This record could not be read. The registry sent a response that cannot be read.")
    .waitFor();
  await app.page.goto(`${world.site.url}/tags/b`);
  await app.enter(world.key);
  await app.page.getByText("still here").waitFor();
  await app.alert.getByText("The registry sent a response that cannot be read").waitFor();
});

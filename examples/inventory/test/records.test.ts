import { afterAll, expect, test } from "vitest";
import { openApplication, startRecords, startSample } from "./application.ts";

const sample = await startSample();
afterAll(() => sample[Symbol.asyncDispose]());

/** A picture of one pixel. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

test("a tag opens from the list and links to its terminal, and back returns to the link in the list", async () => {
  await using app = await openApplication(sample.site, "/tags?q=trolley&sort=name");
  await app.enter(sample.key);
  const [name = ""] = (await app.names()).slice(3);
  await app.link(name).click();
  await app.heading.getByText(name).waitFor();
  expect(await app.focused()).toBe(name);
  await app.page.getByText("Additional data").waitFor();
  await app.button("Copy the id").waitFor();
  const linked = app.page.locator("a.linked");
  const terminal = (await linked.locator(".linked-name").textContent()) ?? "";
  await linked.click();
  await app.heading.getByText(terminal).waitFor();
  expect(await app.focused()).toBe(terminal);
  await app.page.getByText("Tags of this terminal").waitFor();
  await app.page.goBack();
  await app.heading.getByText(name).waitFor();
  await app.page.goBack();
  await app.names();
  expect(app.address()).toBe("/tags?q=trolley&sort=name");
  expect(await app.focused()).toBe(name);
});

test.each([
  ["/t?uid=045C4D3CBB3412&ctr=003F31", "Crash trolley NGH-3.45"],
  ["/t/045C4D3CBB3412x003F31", "Crash trolley NGH-3.45"],
  ["/t#1234BB3C4D5C04", "Crash trolley NGH-3.45"],
  ["/t/00000000000000", "No tag has this UID"],
])("a tap that opens %s leads to %s", async (address, title) => {
  await using app = await openApplication(sample.site, address);
  await app.enter(sample.key);
  await app.heading.getByText(title).waitFor();
});

test("a tap on a UID that several tags have lists them", async () => {
  const added = { added_when: 1_700_000_000, last_update: 1_700_000_000 };
  const tags = ["04A1B2C3", "04:a1:b2:c3"].map((id) => ({ id, name: `Door ${id}`, ...added }));
  await using world = await startRecords({ tags });
  await using app = await openApplication(world.site, "/t/04a1b2c3x003F31");
  await app.enter(world.key);
  await app.heading.getByText("Several tags have this UID").waitFor();
  expect(await app.page.locator(".uid-matches a").count()).toBe(2);
});

test("a terminal links to all tags that name it", async () => {
  await using app = await openApplication(sample.site, "/terminals/1039");
  await app.enter(sample.key);
  const all = app.page.getByRole("link", { name: /^All \d+ tags$/ });
  const [, count = ""] = /(\d+)/.exec((await all.textContent()) ?? "") ?? [];
  await all.click();
  await app.heading.getByText(count, { exact: true }).waitFor();
  expect(app.address()).toBe("/tags?is=data.terminal:1039");
  await app.button("Remove filter: Terminal 1039").click();
  await app.heading.getByText("2,500").waitFor();
});

test("a terminal shows its tags, with their number, a search and pages", async () => {
  await using app = await openApplication(sample.site, "/terminals/1001");
  await app.enter(sample.key);
  const section = app.page.getByRole("region", { name: "Tags of this terminal" });
  const lines = section.locator(".tag-lines a");
  await section.getByText("29 tags", { exact: true }).waitFor();
  await section.getByText("Page 1 of 3").waitFor();
  expect(await lines.count()).toBe(10);
  const seen = new Set(await lines.allTextContents());
  for (const page of [2, 3]) {
    await section.getByRole("button", { name: "Next" }).click();
    await section.getByText(`Page ${page} of 3`).waitFor();
    await section.locator(".tag-lines[aria-busy=false]").waitFor();
    // The page that was turned to has the focus, whatever became of the button.
    expect(await app.focused()).toBe((await lines.allTextContents()).join(""));
    for (const name of await lines.allTextContents()) seen.add(name);
  }
  expect(seen.size).toBe(29);
  await section.getByRole("searchbox").fill("waiting");
  await section.getByText(/^\d tags? found$/).waitFor();
  expect((await lines.allTextContents()).every((name) => name.startsWith("Waiting"))).toBe(true);
  await section.getByRole("searchbox").fill("nothing like it");
  await section.getByText("None of its tags matches.").waitFor();
  await section.getByRole("searchbox").fill("");
  await section.getByText("29 tags", { exact: true }).waitFor();
});

test("an address that names a field scrolls to it", async () => {
  await using app = await openApplication(sample.site, "/tags/045C4D3CBB3412#field-photo", {
    viewport: { width: 390, height: 500 },
  });
  await app.enter(sample.key);
  await app.page.locator(".field.is-sought").getByText("Photo").waitFor();
  await app.page.waitForFunction(() => {
    const { top = -1 } = document.querySelector(".is-sought")?.getBoundingClientRect() ?? {};
    return top >= 0 && top < innerHeight;
  });
});

test("a picture is loaded on demand, without a referrer", async () => {
  const asked: string[] = [];
  await using app = await openApplication(sample.site, "/tags/045C4D3CBB3412", {
    elsewhere: {
      "https://images.registry.example": { body: pixel, contentType: "image/gif" },
    },
    onElsewhere: (url, headers) => asked.push(`${url} ${headers["referer"]}`),
  });
  await app.enter(sample.key);
  const opener = app.page.getByRole("button", { name: /Show the picture/ });
  await opener.waitFor();
  expect(asked).toEqual([]);
  await opener.click();
  await app.page.getByRole("img", { name: "Photo" }).waitFor();
  expect(asked).toEqual(["https://images.registry.example/tags/045C4D3CBB3412.jpg undefined"]);
});

test("the page says that it has no record with the id of its address", async () => {
  await using app = await openApplication(sample.site, "/tags/no%2Fsuch%20tag");
  await app.enter(sample.key);
  await app.heading.getByText("No such tag").waitFor();
  await app.page.getByText("no/such tag").waitFor();
  await app.page.goto(`${sample.site.url}/terminals/banana`);
  await app.enter(sample.key);
  await app.heading.getByText("No such terminal").waitFor();
  await app.page.goto(`${sample.site.url}/nowhere`);
  await app.enter(sample.key);
  await app.heading.getByText("There is nothing at this address").waitFor();
});

test("changes are counted, and shown only on demand", async () => {
  await using app = await openApplication(sample.site, "/tags");
  await app.enter(sample.key);
  await app.page.getByText("Following changes").waitFor();
  const [first = ""] = await app.names();
  await rename("045C4D3CBB3412", "Crash trolley, moved");
  const badge = app.button("1 change – show");
  await badge.waitFor();
  expect((await app.names())[0]).toBe(first);
  await badge.click();
  await app.link("Crash trolley, moved").waitFor();
  await badge.waitFor({ state: "detached" });
  await app.link("Crash trolley, moved").click();
  await app.heading.getByText("Crash trolley, moved").waitFor();
  await rename("045C4D3CBB3412", "Crash trolley, moved again");
  await app.button("This tag has changed – show").click();
  await app.heading.getByText("Crash trolley, moved again").waitFor();
});

test("with a search, the badge counts the changes in the whole list and those on the page", async () => {
  await using app = await openApplication(sample.site, "/tags?q=boiler");
  await app.enter(sample.key);
  await app.page.getByText("Following changes", { exact: true }).waitFor();
  const [name = ""] = await app.names();
  const href = (await app.link(name).first().getAttribute("href")) ?? "";
  await rename("045C4D3CBB3412", "Crash trolley, elsewhere");
  await app.button("1 change among all tags, none on this page – show").waitFor();
  await rename(href.split("/").at(-1) ?? "", `${name}, mended`);
  await app.button("2 changes among all tags, 1 on this page – show").click();
  await app.link(`${name}, mended`).waitFor();
});

test("thousands of changes at once are counted, and a removed record counts for its own list", async () => {
  const tags = Array.from({ length: 3000 }, (_, at) => ({ id: `T${at}`, name: `Tag ${at}` }));
  const settings = { CHANGES_POLL_SECONDS: "1" };
  await using world = await startRecords({ tags, terminals: [{ id: 1, name: "One" }] }, settings);
  await using app = await openApplication(world.site);
  await app.enter(world.key);
  await app.names();
  await app.page.getByText("Following changes", { exact: true }).waitFor();
  await world.registry.replace(
    "tag",
    tags.slice(3).map(({ id, name }) => ({ id, name: `${name} b` })),
  );
  await app.button("3,000 changes – show").click();
  await app.link("Tag 3 b").waitFor();
  await app.link("Terminals").click();
  await app.names();
  await world.registry.remove("terminal", 1);
  await app.button("1 change – show").click();
  await app.page.getByText("This project has no terminals yet").waitFor();
});

/** Renames a tag in the registry, as another user would. */
async function rename(id: string, name: string): Promise<void> {
  const { store } = sample.registry;
  const url = `${sample.registry.url}/api/v1/tags/${id}/?key=${sample.key}`;
  const { tag } = (await (await fetch(url)).json()) as { tag: { added_when: number } };
  await using change = await store.beginChange();
  await change.putRecords([
    {
      projectId: 1,
      kind: "tag",
      id,
      addedWhen: tag.added_when,
      json: JSON.stringify({ ...tag, name }),
    },
  ]);
  await change.commit();
}

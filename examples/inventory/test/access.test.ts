import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { type Application, openApplication, shareSample, startMoving } from "./application.ts";
import type { Site } from "./site.ts";

const sample = await shareSample();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const light = { colorScheme: "light", rules: {} } as const;
/** What another scheme changes is colours alone. */
const dark = {
  colorScheme: "dark",
  rules: { runOnly: ["color-contrast", "link-in-text-block"] },
} as const;
/** What another width changes is which regions scroll, and whether the page is too wide. */
const layout = {
  colorScheme: "light",
  rules: { runOnly: ["scrollable-region-focusable"] },
} as const;
const desktop = { width: 1440, height: 900 };
const tablet = { width: 834, height: 1112 };
/** A page of a desktop at a zoom of 400 %. */
const narrow = { width: 320, height: 640 };

/** Lists what makes a page too wide or inaccessible: on a phone, or on screens of three widths. */
async function findBarriers({ page }: Application, isPhone: boolean): Promise<readonly string[]> {
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe.source);
  const found: string[] = [];
  const check = async (
    name: string,
    { colorScheme, rules }: typeof light | typeof dark | typeof layout,
  ) => {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (options) =>
        (globalThis as unknown as { readonly axe: typeof axe }).axe.run({
          resultTypes: ["violations"],
          ...options,
        }),
      { ...rules },
    );
    const barriers = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) barriers.push(`wider than the page by ${overflow}`);
    found.push(...barriers.map((barrier) => `${name}, ${colorScheme}: ${barrier}`));
  };
  if (isPhone) {
    // Its colours are those of a desktop.
    await check("phone", light);
    return found;
  }
  await check("desktop", light);
  await check("desktop", dark);
  for (const [name, size] of Object.entries({ tablet, narrow })) {
    await page.setViewportSize(size);
    await check(name, layout);
  }
  await page.setViewportSize(desktop);
  return found;
}

describe.each([
  ["on a desktop, a tablet and a narrow screen", {}],
  ["on a phone", phone],
])("%s", (_, device) => {
  const isPhone = device === phone;
  const open = (site: Site) =>
    openApplication(site, "/tags", { ...device, reducedMotion: "reduce" });

  test("every page is accessible", async () => {
    await using app = await open(sample.site);
    const barriers = () => findBarriers(app, isPhone);
    await app.enter("no-such-key");
    await app.alert.waitFor();
    expect(await barriers()).toEqual([]);
    await app.enter(sample.key, { isKept: true });
    await app.names();
    await app.page.getByRole("button", { name: /^March 2024: / }).waitFor();
    expect(await barriers()).toEqual([]);
    await app.page.goto(`${sample.site.url}/tags?q=fire+door&is=data.condition:worn`);
    await app.names();
    expect(await barriers()).toEqual([]);
    if (isPhone) {
      await app.page.getByRole("button", { name: /^Filters/ }).click();
      await app.page.getByRole("dialog").getByText("Kind of site").waitFor();
      expect(await barriers()).toEqual([]);
    }
    await app.page.goto(`${sample.site.url}/tags/045C4D3CBB3412`);
    await app.page.locator("a.linked").waitFor();
    expect(await barriers()).toEqual([]);
    await app.page.goto(`${sample.site.url}/terminals?is=platform:Android`);
    await app.names();
    await app.page.locator(".version").first().waitFor();
    expect(await barriers()).toEqual([]);
    await app.page.goto(`${sample.site.url}/terminals/1039`);
    await app.page.locator(".tag-lines a").first().waitFor();
    expect(await barriers()).toEqual([]);
    await app.page.goto(`${sample.site.url}/quality`);
    await app.rows.first().getByRole("link").first().waitFor();
    expect(await barriers()).toEqual([]);
    await app.page.goto(`${sample.site.url}/stocktake`);
    await app.page.getByRole("textbox").fill("045C4D3CBB3412\nnone");
    await app.button("Look up").click();
    await app.page.getByRole("region", { name: "Found", exact: true }).waitFor();
    expect(await barriers()).toEqual([]);
  });

  test("the warning of an incomplete list is accessible", async () => {
    // Without changes to follow, nothing is read again while the page is examined.
    await using world = await startMoving({ CHANGES_POLL_SECONDS: "0" });
    await using app = await open(world.site);
    await app.enter(world.key, { isKept: true });
    await app.names();
    for (const path of ["/tags", "/terminals/1", "/quality"]) {
      await app.page.goto(world.site.url + path);
      await app.page.getByText("Some tags may be missing.").waitFor();
      await app.page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      expect(await findBarriers(app, isPhone)).toEqual([]);
    }
  });
});

test("by keyboard alone: key, search, filter, order, page, record, and back", async () => {
  await using app = await openApplication(sample.site);
  const press = (key: string) => app.page.keyboard.press(key);
  const tabTo = async (name: RegExp) => {
    const seen: string[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      await press("Tab");
      const focused = await app.focused();
      if (name.test(focused)) return;
      seen.push(focused.slice(0, 30));
    }
    throw new Error(`Tab does not reach ${name}: ${seen.join(" | ")}`);
  };
  await app.key.waitFor();
  await app.page.keyboard.type(sample.key);
  await press("Enter");
  await app.names();
  await tabTo(/^Search the tags$/);
  await app.page.keyboard.type("fire door");
  await app.heading.getByText("161").waitFor();
  await tabTo(/^Tag$/);
  await press("Enter");
  await app.page.locator("th[aria-sort=ascending]").waitFor();
  await app.names();
  await tabTo(/^Next/);
  await press("Enter");
  await app.pager.getByText("Page 2 of 7").waitFor();
  expect(await app.focused()).toContain("List of tags");
  // Until the new rows arrive, the previous page is shown.
  await app.names();
  await tabTo(/^Fire door/);
  const name = await app.focused();
  await press("Enter");
  await app.heading.getByText(name).waitFor();
  await app.page.goBack();
  await app.pager.getByText("Page 2 of 7").waitFor();
  expect(await app.focused()).toBe(name);
});

test("with forced colours, what is chosen looks different from the rest", async () => {
  await using app = await openApplication(sample.site, "/tags?is=data.condition:worn", {
    forcedColors: "active",
  });
  await app.enter(sample.key);
  await app.names();
  const drawn = (name: string) =>
    app
      .filter(name)
      .locator("..")
      .locator(".tick")
      .evaluate((tick) => getComputedStyle(tick).backgroundColor);
  expect(await drawn("worn")).not.toBe(await drawn("good"));
  const line = (name: string) =>
    app.link(name).evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(await line("Tags")).not.toBe(await line("Terminals"));
});

test("the theme follows the device until another one is chosen, which is remembered", async () => {
  await using app = await openApplication(sample.site, "/tags", { colorScheme: "dark" });
  await app.enter(sample.key, { isKept: true });
  const ground = () => app.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await app.button("Theme: system").click();
  const light = await ground();
  expect(light).not.toBe(dark);
  await app.page.reload();
  await app.button("Theme: light").waitFor();
  expect(await ground()).toBe(light);
});

import axe from "axe-core";
import { afterAll, expect, test } from "vitest";
import {
  type Application,
  links,
  openApplication,
  requireBrowser,
  startMoving,
  startSample,
} from "./application.ts";

const browser = await requireBrowser();
const sample = await startSample();
afterAll(async () => {
  await browser.close();
  await sample[Symbol.asyncDispose]();
});

const desktop = { viewport: { width: 1440, height: 900 } };
const tablet = { viewport: { width: 834, height: 1112 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** The page on a desktop at a zoom of 400 %. */
const narrow = { viewport: { width: 320, height: 640 } };
const light = { scheme: "light", rules: {} } as const;
/** What another scheme changes is colours alone. */
const dark = {
  scheme: "dark",
  rules: { runOnly: ["color-contrast", "link-in-text-block"] },
} as const;
/** What another width changes is which regions scroll, and whether the page is too wide. */
const layout = { scheme: "light", rules: { runOnly: ["scrollable-region-focusable"] } } as const;
const looks = [
  ["desktop", desktop, [light, dark]],
  ["tablet", tablet, [layout]],
  ["phone", phone, [light, dark]],
  ["narrow", narrow, [layout]],
] as const;

/** Lists what makes a page too wide or inaccessible, in each look. */
async function findBarriers(
  { page }: Application,
  checks: (typeof looks)[number][2],
): Promise<readonly string[]> {
  const found: string[] = [];
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe.source);
  for (const { scheme, rules } of checks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
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
    found.push(...barriers.map((barrier) => `${scheme}: ${barrier}`));
  }
  return found;
}

test.each(looks)("every page is accessible on a %s", async (size, look, checks) => {
  const barriers = () => findBarriers(app, checks);
  await using app = await openApplication(browser, sample.site, "/tags", {
    ...look,
    reducedMotion: "reduce",
  });
  await app.enter("no-such-key");
  await app.alert.waitFor();
  expect(await barriers()).toEqual([]);
  await app.enter(sample.key, { isKept: true });
  await app.names();
  await app.page.getByRole("button", { name: /^March 2024: / }).waitFor();
  expect(await barriers()).toEqual([]);
  await app.page.goto(`${sample.site.url}/tags?q=fire+door&is=data.condition:worn`);
  await app.names();
  if (size !== "desktop") {
    await app.page.getByRole("button", { name: /^Filters/ }).click();
    await app.page.getByRole("dialog").getByText("Kind of site").waitFor();
    expect(await barriers()).toEqual([]);
    await app.button("Done").click();
  }
  expect(await barriers()).toEqual([]);
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

test.each(looks)(
  "the warning of an incomplete list is accessible on a %s",
  async (_, look, checks) => {
    // Without changes to follow, nothing is read again while the page is examined.
    await using world = await startMoving({ CHANGES_POLL_SECONDS: "0" }, { links });
    await using app = await openApplication(browser, world.site, "/tags", {
      ...look,
      reducedMotion: "reduce",
    });
    await app.enter(world.key, { isKept: true });
    await app.names();
    for (const path of ["/tags", "/terminals/1", "/quality"]) {
      await app.page.goto(world.site.url + path);
      await app.page.getByText("Some tags may be missing.").waitFor();
      await app.page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      expect(await findBarriers(app, checks)).toEqual([]);
    }
  },
);

test("by keyboard alone: key, search, filter, order, page, record, and back", async () => {
  await using app = await openApplication(browser, sample.site);
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
  await using app = await openApplication(browser, sample.site, "/tags?is=data.condition:worn", {
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
  await using app = await openApplication(browser, sample.site, "/tags", { colorScheme: "dark" });
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

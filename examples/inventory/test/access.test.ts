import { mkdirSync } from "node:fs";
import { join } from "node:path";
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

const pictures = join(import.meta.dirname, "../screenshots/test");
mkdirSync(pictures, { recursive: true });

const desktop = { viewport: { width: 1440, height: 900 } };
const tablet = { viewport: { width: 834, height: 1112 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** The page on a desktop at a zoom of 400 %. */
const narrow = { viewport: { width: 320, height: 640 } };
const looks = [
  ["desktop", "light and dark", desktop],
  ["tablet", "light", tablet],
  ["phone", "light and dark", phone],
  ["narrow", "light", narrow],
] as const;

/**
 * Lists what is inaccessible or too wide, in each colour scheme named, and takes pictures of the page.
 * @param schemes `light` or `light and dark`.
 */
async function findBarriers(
  { page }: Application,
  picture: string,
  schemes: string,
): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    if (!schemes.includes(colorScheme)) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await page.evaluate(
      (rules) =>
        (globalThis as unknown as { readonly axe: typeof axe }).axe.run({
          resultTypes: ["violations"],
          ...rules,
        }),
      // The dark scheme changes colours alone.
      colorScheme === "light" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] },
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await page.screenshot({ path: join(pictures, `${picture}-${colorScheme}.png`) });
    const barriers = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target} ${html}`));
    if (overflow > 0) barriers.push(`wider than the page by ${overflow}`);
    found.push(...barriers.map((barrier) => `${colorScheme}: ${barrier}`));
  }
  return found;
}

test.each(looks)("every page is accessible on a %s in %s", async (size, schemes, look) => {
  const barriers = (name: string) => findBarriers(app, `${name}-${size}`, schemes);
  await using app = await openApplication(browser, sample.site, "/tags", {
    ...look,
    reducedMotion: "reduce",
  });
  await app.enter("no-such-key");
  await app.alert.waitFor();
  expect(await barriers("key")).toEqual([]);
  await app.enter(sample.key, { isKept: true });
  await app.names();
  expect(await barriers("tags")).toEqual([]);
  await app.page.goto(`${sample.site.url}/tags?q=fire+door&is=data.condition:worn`);
  await app.names();
  if (size !== "desktop") {
    await app.page.getByRole("button", { name: /^Filters/ }).click();
    await app.page.getByRole("dialog").getByText("Kind of site").waitFor();
    expect(await barriers("filters")).toEqual([]);
    await app.button("Done").click();
  }
  expect(await barriers("search")).toEqual([]);
  await app.page.goto(`${sample.site.url}/tags/04867FF09431E4`);
  await app.page.locator("a.linked").waitFor();
  expect(await barriers("tag")).toEqual([]);
  await app.page.goto(`${sample.site.url}/terminals?is=platform:Android`);
  await app.names();
  await app.page.locator(".version").first().waitFor();
  expect(await barriers("terminals")).toEqual([]);
  await app.page.goto(`${sample.site.url}/terminals/1019`);
  await app.page.locator(".tag-lines a").first().waitFor();
  expect(await barriers("terminal")).toEqual([]);
  await app.page.goto(`${sample.site.url}/quality`);
  await app.rows.first().getByRole("link").first().waitFor();
  expect(await barriers("quality")).toEqual([]);
  expect(app.problems).toEqual([]);
});

test.each(looks)(
  "the warning of an incomplete list is accessible on a %s in %s",
  async (size, schemes, look) => {
    // Without changes to follow, nothing is read again while the page is examined.
    await using world = await startMoving({ CHANGES_POLL_SECONDS: "0" }, { links });
    await using app = await openApplication(browser, world.site, "/tags", {
      ...look,
      reducedMotion: "reduce",
    });
    await app.enter(world.key, { isKept: true });
    await app.names();
    const pages = { tags: "/tags", terminal: "/terminals/1", quality: "/quality" };
    for (const [name, path] of Object.entries(pages)) {
      await app.page.goto(world.site.url + path);
      await app.page.getByText("Some tags may be missing.").waitFor();
      await app.page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      expect(await findBarriers(app, `incomplete-${name}-${size}`, schemes)).toEqual([]);
    }
    expect(app.problems).toEqual([]);
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
  await app.heading.getByText("179").waitFor();
  await tabTo(/^Tag$/);
  await press("Enter");
  await app.page.locator("th[aria-sort=ascending]").waitFor();
  await app.names();
  await tabTo(/^Next/);
  await press("Enter");
  await app.pager.getByText("Page 2 of 8").waitFor();
  expect(await app.focused()).toContain("List of tags");
  // Until the new rows arrive, the previous page is shown.
  await app.names();
  await tabTo(/^Fire door/);
  const name = await app.focused();
  await press("Enter");
  await app.heading.getByText(name).waitFor();
  await app.page.goBack();
  await app.pager.getByText("Page 2 of 8").waitFor();
  expect(await app.focused()).toBe(name);
  expect(app.problems).toEqual([]);
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
  expect(app.problems).toEqual([]);
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

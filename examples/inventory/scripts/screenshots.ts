import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser, visit } from "../../../test/support/browser.ts";
import { runSampleGateway } from "../../../test/support/tapgraph.ts";
import { serveSite } from "../test/site.ts";

/*
 * Takes pictures of the built application on the sample: `npm run screenshots [FOLDER]`. Each page gets a file for each of three
 * sizes, in light and dark: tags-desktop-light.png.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, "../screenshots");

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 834, height: 1112 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

const pages = {
  tags: "/tags",
  search: "/tags?q=fire+door&is=data.condition:worn&is=data.condition:damaged&sort=-data.floor",
  tag: "/tags/045C4D3CBB3412",
  terminals: "/terminals?is=platform:Android",
  terminal: "/terminals/1039",
  quality: "/quality",
} as const;

await using gateway = await runSampleGateway();
await using site = await serveSite(gateway.url);
const browser = await openBrowser();
if (browser === null) throw new Error("No browser is installed");
await mkdir(folder, { recursive: true });
for (const [size, { viewport, ...device }] of Object.entries(sizes)) {
  for (const colorScheme of ["light", "dark"] as const) {
    await using opened = await visit(browser, `${site.url}/tags`, {
      viewport,
      colorScheme,
      failures: "expected",
      deviceScaleFactor: 2,
      reducedMotion: "reduce",
      ...device,
    });
    const { page } = opened;
    const take = (name: string) =>
      page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    await page.getByLabel("Token", { exact: true }).waitFor();
    await take("key");
    await page.getByLabel("Token", { exact: true }).fill(gateway.key);
    await page.getByText("Keep it until this tab is closed").click();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("table").waitFor();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(site.url + path);
      await page.getByText("Following changes").waitFor({ state: "attached" });
      await page.locator("tbody tr:not(.skeleton), dl").first().waitFor();
      await page.waitForLoadState("networkidle", { timeout: 1000 }).catch(() => {});
      await take(name);
    }
    if (opened.problems.length > 0) console.error(opened.problems);
  }
}
await browser.close();

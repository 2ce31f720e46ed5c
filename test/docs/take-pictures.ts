// Takes the README's pictures of the real pages with the sample, light and dark: `npm run pictures`.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { explorerIn } from "../explorer/browser/page.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { startDevServer } from "../support/dev-server.ts";
import { runSampleGateway } from "../support/tapgraph.ts";

const root = join(import.meta.dirname, "../..");

/** A page, and what to do there before its picture is taken. */
interface Subject {
  readonly name: string;
  readonly url: string;
  readonly show: (page: Page) => Promise<void>;
}

/** Shows a table of tags, each joined with the terminal that it names. */
async function showExplorer(page: Page): Promise<void> {
  const explorer = explorerIn(page);
  await explorer.example("Join tags and terminals");
  await explorer.run();
  await explorer.showTable();
  await explorer.rows.first().waitFor();
}

/** Signs in to the application, and waits for the results of the search in its address. */
async function showInventory(page: Page, key: string): Promise<void> {
  await page.getByLabel("Token", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page
    .getByRole("row", { name: /fire door/i })
    .first()
    .waitFor();
}

/** The visible part of the page, as WebP: it keeps text sharp, and is much smaller than PNG. */
async function takePicture(page: Page): Promise<Buffer> {
  // What is under the pointer looks different.
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
  await page.evaluate("document.fonts.ready");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  return Buffer.from(data, "base64");
}

await using gateway = await runSampleGateway();
await using application = existsSync(join(root, "examples/inventory"))
  ? await startDevServer("inventory", gateway.url)
  : null;
const subjects: Subject[] = [
  { name: "explorer", url: `${gateway.url}/graphql`, show: showExplorer },
];
if (application !== null) {
  subjects.push({
    name: "application",
    url: `${application.url}tags?q=fire+door`,
    show: (page) => showInventory(page, gateway.key),
  });
}

const browser = await openBrowser();
if (browser === null) throw new Error("Pictures need a browser");
mkdirSync(join(root, "docs/images"), { recursive: true });
for (const { name, url, show } of subjects) {
  for (const colorScheme of ["light", "dark"] as const) {
    await using site = await visit(browser, url, {
      colorScheme,
      viewport: { width: 1440, height: 810 },
      deviceScaleFactor: 1.25,
      reducedMotion: "reduce",
    });
    await show(site.page);
    const picture = await takePicture(site.page);
    writeFileSync(join(root, `docs/images/${name}-${colorScheme}.webp`), picture);
    console.log(`${name}-${colorScheme}.webp: ${Math.round(picture.byteLength / 1000)} kB`);
  }
}
await browser.close();

// Takes the pictures of the README, light and dark, of the real pages on the sample: `npm run pictures`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { explorerIn } from "../explorer/page.ts";
import { openBrowser, visit } from "./browser.ts";
import { runSampleGateway } from "./sample-gateway.ts";

const folder = join(import.meta.dirname, "../../docs/images");

/** What is shown of the explorer: tags beside the terminals that they name. */
async function showExplorer(page: Page): Promise<void> {
  const explorer = explorerIn(page);
  await explorer.example("Join tags and terminals");
  await explorer.run();
  await explorer.showTable();
  await explorer.rows.first().waitFor();
}

/** The page as it is seen. WebP keeps its text sharp in a third of a PNG's bytes. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate("document.fonts.ready");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  return Buffer.from(data, "base64");
}

await using gateway = await runSampleGateway();
const pictures = [{ name: "explorer", url: `${gateway.url}/graphql`, show: showExplorer }];

const browser = await openBrowser();
if (browser === null) throw new Error("Pictures need a browser");
mkdirSync(folder, { recursive: true });
for (const { name, url, show } of pictures) {
  for (const colorScheme of ["light", "dark"] as const) {
    await using site = await visit(browser, url, {
      colorScheme,
      viewport: { width: 1440, height: 810 },
      deviceScaleFactor: 1.25,
      reducedMotion: "reduce",
    });
    await show(site.page);
    const picture = await takePicture(site.page);
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), picture);
    console.log(`${name}-${colorScheme}.webp: ${Math.round(picture.byteLength / 1000)} kB`);
  }
}
await browser.close();

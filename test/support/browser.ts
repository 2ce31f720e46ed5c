import { existsSync, globSync, statSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium";
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  chromium as playwright,
  type Request,
} from "playwright-core";

/** A page in a browser that can reach only its own origin, and those that the test answers for. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What should not occur: requests to other origins, console errors and warnings, exceptions. */
  readonly problems: readonly string[];
  /** Bytes that came over the wire so far, headers included. */
  readonly receivedBytes: () => Promise<number>;
}

/** How a page is visited. */
export interface VisitOptions extends BrowserContextOptions {
  /** Set if the console may report failed responses, as a browser does for each status of 400 or more. */
  readonly failures?: "expected";
  /**
   * `new` for a test that changes what outlives a document, or measures what is loaded. Other visits
   * with the same options share a page, one after the other, which takes half the time.
   * @default "shared"
   */
  readonly tab?: "new" | "shared";
  /** Other origins that the page may call, and their responses. */
  readonly elsewhere?: Readonly<
    Record<string, { readonly body: Buffer; readonly contentType: string }>
  >;
  /** Called with each request to one of those origins. */
  readonly onElsewhere?: (url: string, headers: Readonly<Record<string, string>>) => void;
}

const leftPagesOf = new WeakMap<Browser, Map<string, Page>>();

/** The pages that visits have left, by the options of their contexts. */
function leftPages(browser: Browser): Map<string, Page> {
  const pages = leftPagesOf.get(browser) ?? new Map<string, Page>();
  leftPagesOf.set(browser, pages);
  return pages;
}

/** The document that stays could store something to its end. */
const leave = `
  window.stop();
  document.activeElement?.blur();
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  sessionStorage.clear();
`;

/**
 * Starts a headless browser: on Linux the Chromium from npm, elsewhere an installed Chrome. If no Chrome is installed,
 * prints a line that says so and returns null. On Linux and in CI, a browser that cannot start is an error.
 */
export async function openBrowser(): Promise<Browser | null> {
  checkBundle();
  try {
    return await launch();
  } catch (error) {
    if (process.env["CI"] || isLinuxX64()) throw error;
    console.warn("The explorer's browser tests are left out: no Chrome is installed here");
    return null;
  }
}

/** Opens a page. Disposal leaves it to a later visit or closes it, and discards its cookies and storage. */
export async function visit(
  browser: Browser | null,
  url: string,
  { failures, tab = "shared", elsewhere = {}, onElsewhere, ...options }: VisitOptions = {},
): Promise<Visit> {
  if (browser === null) throw new Error("There is no browser");
  const { origin: own } = new URL(url);
  const look = JSON.stringify(options);
  const left = leftPages(browser);
  const free = tab === "shared" ? left.get(look) : undefined;
  if (free) left.delete(look);
  const page = free ?? (await openPage(browser, options));
  const context = page.context();
  const problems: string[] = [];
  const finished: Request[] = [];
  const onRequest = (request: Request) => {
    const { origin } = new URL(request.url());
    if (origin !== own && !(origin in elsewhere) && !request.url().startsWith("blob:"))
      problems.push(`request to ${origin}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (failures === "expected" && message.text().startsWith("Failed to load resource")) return;
    problems.push(`console: ${message.text()}`);
  };
  const onError = (error: Error) => problems.push(`exception: ${error.message}`);
  const onFinished = (request: Request) => finished.push(request);
  const listen = () => {
    page.on("request", onRequest).on("console", onConsole).on("pageerror", onError);
    page.on("requestfinished", onFinished);
  };
  // What the document before still does is no problem of this one.
  if (free) page.once("framenavigated", listen);
  else listen();
  for (const [origin, response] of Object.entries(elsewhere)) {
    await context.route(`${origin}/**`, async (route) => {
      onElsewhere?.(route.request().url(), await route.request().allHeaders());
      return route.fulfill(response);
    });
  }
  await page.goto(url);
  return {
    page,
    problems,
    receivedBytes: async () => {
      const sizes = await Promise.all(finished.map((request) => request.sizes()));
      return sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
    },
    [Symbol.asyncDispose]: async () => {
      // A request that is still being routed would fail when the page closes, and nobody waits for it.
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await page.unrouteAll({ behavior: "ignoreErrors" });
      if (tab === "new" || left.has(look)) return context.close();
      page.off("request", onRequest).off("console", onConsole).off("pageerror", onError);
      page.off("requestfinished", onFinished);
      for (const other of context.pages()) if (other !== page) await other.close();
      try {
        await page.evaluate(leave);
      } catch {
        // It has no storage: the server was gone already when it was loaded again.
        return context.close();
      }
      await context.clearCookies();
      left.set(look, page);
    },
  };
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  // Only for what never comes. How long the rest takes depends on what else the machine does.
  context.setDefaultTimeout(30_000);
  return context.newPage();
}

/** Throws if the bundle is older than its sources: the tests would run on an outdated explorer. */
function checkBundle(): void {
  const root = join(import.meta.dirname, "../..");
  const page = join(root, "dist/explorer/index.html");
  const newest = Math.max(
    ...globSync(join(root, "src/explorer/**/*.{ts,tsx,css,html,svg,graphql}")).map(
      (file) => statSync(file).mtimeMs,
    ),
  );
  if (!existsSync(page) || statSync(page).mtimeMs < newest) {
    throw new Error("The explorer's bundle is missing or old: run `npm run prepare`");
  }
}

function isLinuxX64(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

async function launch(): Promise<Browser> {
  const args = [
    // A page reaches this machine alone.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    // No page lives long enough to earn back what its scripts' optimization costs.
    "--js-flags=--no-opt --no-maglev",
  ];
  if (!isLinuxX64()) return playwright.launch({ channel: "chrome", args });
  const folder = await unpackChromium();
  const options = {
    executablePath: join(folder, "chromium"),
    args: [...args, "--no-sandbox", "--disable-gpu"],
  };
  try {
    return await playwright.launch(options);
  } catch (error) {
    // A minimal system lacks libraries that Chromium needs. The package brings them along.
    if (!(error instanceof Error && error.message.includes("shared libraries"))) throw error;
    setupLambdaEnvironment(join(folder, "al2023", "lib"));
    return playwright.launch(options);
  }
}

/**
 * The folder with the browser, unpacked once. It is unpacked in another folder and then renamed in one step, because
 * other test files may be doing the same at this moment.
 */
async function unpackChromium(): Promise<string> {
  const place = join(tmpdir(), "tapgraph-chromium");
  if (existsSync(place)) return place;
  const aside = await mkdtemp(join(tmpdir(), "tapgraph-chromium-"));
  const { TMPDIR: before } = process.env;
  process.env["TMPDIR"] = aside;
  try {
    await chromium.executablePath();
    const bin = join(import.meta.dirname, "../../node_modules/@sparticuz/chromium/bin");
    await inflate(join(bin, "al2023.tar.br"));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  openBrowser,
  type Visit,
  type VisitOptions,
  visit,
} from "../../../test/support/browser.ts";
import { startForwarder } from "../../../test/support/forwarder.ts";
import { startGateway, startSampleGateway } from "../../../test/support/gateway.ts";
import { startMovingLists } from "../../../test/support/moving-lists.ts";
import { startListRegistry } from "../../../test/support/real-registry.ts";
import { type Site, serveSite } from "./site.ts";

/** The built application in a browser. Its parts are found by their names and roles, as users find them. */
export type Application = Awaited<ReturnType<typeof openApplication>>;

const ownFields = readFileSync(
  join(import.meta.dirname, "../../../schema/sample/own-fields.graphql"),
  "utf8",
);

// Files that share a process share these, which end with it.
const browser = await openBrowser();
let shared: ReturnType<typeof startSample> | undefined;

/** The sample, for tests that change none of its records. */
export function shareSample() {
  shared ??= startSample();
  return shared;
}

/** Starts the sample, a gateway that by default looks for changes every second, and the application in front of it. */
export async function startSample(settings: Readonly<Record<string, string>> = {}) {
  const gateway = await startSampleGateway({ CHANGES_POLL_SECONDS: "1", ...settings });
  const site = await serveSite(gateway.url);
  const { registry } = gateway;
  return {
    gateway,
    registry,
    site,
    key: registry.key,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/** Starts a registry with a test's own records, a gateway whose connection to it can be cut, and the application in front of it. */
export async function startRecords(
  records: Parameters<typeof startListRegistry>[0],
  settings: Readonly<Record<string, string>> = {},
) {
  const registry = await startListRegistry(records);
  const { key } = registry;
  const connection = await startForwarder(registry.url);
  const gateway = await startGateway({ registryUrl: connection.url, key, settings, ownFields });
  const site = await serveSite(gateway.url);
  return {
    gateway,
    registry,
    connection,
    site,
    key,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Starts a registry whose lists cannot be read whole while they move, a gateway, and the application in front of it. */
export async function startMoving(settings: Readonly<Record<string, string>> = {}) {
  const registry = await startMovingLists();
  const key = "moving-key";
  const gateway = await startGateway({ registryUrl: registry.url, key, settings, ownFields });
  const site = await serveSite(gateway.url);
  return {
    registry,
    site,
    key,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Opens a page of the application, which asks for a token first. Disposal fails if the page had a problem. */
export async function openApplication(site: Site, path = "/tags", options: VisitOptions = {}) {
  const visited = await visit(browser, site.url + path, {
    failures: "expected",

    ...options,
  });
  const { page } = visited;
  page.setDefaultTimeout(30_000);
  const table = page.getByRole("table");
  const rows = table.locator("tbody tr:not(.skeleton)");
  return {
    ...visited,
    site,
    heading: page.getByRole("heading", { level: 1 }),
    key: page.getByLabel("Token", { exact: true }),
    alert: page.getByRole("alert"),
    search: page.getByRole("searchbox"),
    table,
    rows,
    pager: page.getByRole("navigation", { name: "Pages" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    link: (name: string) => page.getByRole("link", { name, exact: true }),
    /** A value to filter by, in the panel next to the list. */
    filter: (name: string) =>
      page.getByRole("complementary", { name: "Filters" }).getByText(name, { exact: true }),
    /** Enters the key. */
    async enter(key: string, { isKept = false } = {}): Promise<void> {
      await page.getByLabel("Token", { exact: true }).fill(key);
      if (isKept) await page.getByText("Keep it until this tab is closed").click();
      await page.getByRole("button", { name: "Open", exact: true }).click();
    },
    /** The names in the list, in its order, once the list has been read. */
    async names(): Promise<readonly string[]> {
      await page.locator("table[aria-busy=false]").waitFor();
      return rows.locator(".row-link").allTextContents();
    },
    /** The path and query of the address. */
    address: () => decodeURIComponent(page.url().slice(site.url.length)),
    /** The name of the element with the focus. */
    focused: () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
      }),
    [Symbol.asyncDispose]: async () => {
      await visited[Symbol.asyncDispose]();
      expect(visited.problems).toEqual([]);
    },
  };
}

/** Everything that could reveal a key: the browser's storage, the history, the address and the page, each as a string. */
export function readTraces(page: Visit["page"]): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(() => ({
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    cookie: document.cookie,
    history: JSON.stringify(history.state),
    address: location.href,
    page: document.documentElement.outerHTML,
  }));
}

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser, type VisitOptions, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";

// Files that share a process share these. They end with it: a start takes longer than most tests.
let browser: ReturnType<typeof openBrowser> | undefined;
let sample: ReturnType<typeof startSampleGateway> | undefined;

/** A way to open the explorer in a browser. Disposal of the page fails if it had a problem. */
export async function startBrowser() {
  browser ??= openBrowser();
  const opened = await browser;
  return {
    isMissing: opened === null,
    open: async (url: string, options: VisitOptions = {}, path = "/graphql") => {
      const site = await visit(opened, url + path, options);
      return {
        ...site,
        explorer: explorerIn(site.page),
        [Symbol.asyncDispose]: async () => {
          await site[Symbol.asyncDispose]();
          expect(site.problems).toEqual([]);
        },
      };
    },
  };
}

/** The same, with the sample behind a gateway whose explorer is opened. No test changes its data. */
export async function startExplorer() {
  const { isMissing, open } = await startBrowser();
  sample ??= startSampleGateway({ EXPLORER: "true", EXPLORER_IMAGE_ORIGINS: imageOrigin });
  const gateway = await sample;
  return {
    isMissing,
    gateway,
    key: gateway.registry.key,
    /** @param url another gateway. */
    open: (options?: VisitOptions, url = gateway.url) => open(url, options),
  };
}

/** Where the explorer may load images from. */
export const imageOrigin = "https://images.registry.example";

/** The explorer's parts, located as a user finds them. */
export function explorerIn(page: Page) {
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const query = page.getByRole("textbox", { name: "Query" });
  const response = page.getByRole("region", { name: "Response" });
  /** Resolves when no query is running. */
  const settled = () => response.and(page.locator("[aria-busy=false]")).waitFor();
  return {
    query,
    response,
    key: page.getByLabel("Key", { exact: true }),
    banner: page.getByRole("banner"),
    notices: response.getByRole("status"),
    facts: response.locator(".facts"),
    table: response.getByRole("table"),
    rows: response.locator("tbody tr:not(.spacer)"),
    button,
    /** An offered completion, by its label and type. The list ignores clicks while the editor looks for more. */
    completion: (text: string): Locator =>
      page
        .locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")
        .getByRole("listbox", { name: "Completions" })
        .getByRole("option")
        .filter({ hasText: text }),
    /**
     * Replaces the query's text, as pasting does. The editor itself must select the old text: a selection that only the page knows
     * is lost if the schema arrives in between.
     */
    async write(text: string): Promise<void> {
      await query.focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(text);
    },
    /** Runs the query and waits until its response is there. */
    async run(): Promise<void> {
      await button("Run").click();
      await settled();
    },
    settled,
    /** The response's JSON as it is shown: all of a short one, but only what is in view of a long one. */
    json: async () =>
      (await response.getByRole("textbox", { name: "Response" }).textContent()) ?? "",
    showTable: () => response.getByRole("button", { name: "Table", exact: true }).click(),
    example: (title: string) =>
      page.getByRole("combobox", { name: "Open an example" }).selectOption(title),
    /** The cells of a row, by its position among those drawn. */
    cells: async (at: number): Promise<string[]> =>
      response.locator("tbody tr:not(.spacer)").nth(at).getByRole("cell").allInnerTexts(),
  };
}

/** Everything that this page has put into the browser's storage, as one string. */
export function readStorage(page: Page): Promise<string> {
  return page.evaluate(
    "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, history.state, location.href])",
  );
}

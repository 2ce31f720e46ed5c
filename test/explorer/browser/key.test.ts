import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";
import { explorerIn, readStorage } from "./page.ts";

const browser = await openBrowser();
const gateway = await startSampleGateway();
const { key } = gateway.registry;
afterAll(async () => {
  await browser?.close();
  await gateway[Symbol.asyncDispose]();
});

describe.skipIf(browser === null)("the key", () => {
  const open = async () => {
    if (browser === null) throw new Error("There is no browser");
    const site = await visit(browser, `${gateway.url}/graphql`);
    return { ...site, explorer: explorerIn(site.page) };
  };

  it("is sent as X-API-Key, and kept only in the page", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    const [request] = await Promise.all([
      site.page.waitForRequest((candidate) => candidate.postData()?.includes("ListTags") ?? false),
      site.explorer.run(),
    ]);
    expect((await request.allHeaders())["x-api-key"]).toBe(key);
    expect(request.url()).not.toContain(key);
    expect(await readStorage(site.page)).not.toContain(key);
    await site.page.reload();
    expect(await site.explorer.key.inputValue()).toBe("");
    expect(site.problems).toEqual([]);
  });

  it("is remembered on request, and forgotten on request", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.page.getByRole("checkbox", { name: "Remember in this browser" }).check();
    await site.page.reload();
    expect(await site.explorer.key.inputValue()).toBe(key);
    expect(await readStorage(site.page)).toContain(key);
    await site.explorer.button("Forget").click();
    expect(await site.explorer.key.inputValue()).toBe("");
    expect(await readStorage(site.page)).not.toContain(key);
    expect(site.problems).toEqual([]);
  });

  it("is removed from the browser's storage when it is no longer remembered", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    const remember = site.page.getByRole("checkbox", { name: "Remember in this browser" });
    await remember.check();
    await remember.uncheck();
    expect(await readStorage(site.page)).not.toContain(key);
    expect(await site.explorer.key.inputValue()).toBe(key);
  });

  it("is not stored as part of a query that it was pasted into", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.explorer.write(`# my key is ${key}\n{ project { projectId } }`);
    await site.explorer.run();
    const stored = await readStorage(site.page);
    expect(stored).not.toContain(key);
    expect(stored).toContain("FilterAndFacets");
  });

  it("leaves no response in the browser's storage", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.explorer.run();
    const name = /"name": ?"([^"]+)"/.exec(await site.explorer.json())?.[1] ?? "none";
    expect(name.length).toBeGreaterThan(4);
    expect(await readStorage(site.page)).not.toContain(name);
  });
});

import { describe, expect, it } from "vitest";
import { startGateway } from "../../support/gateway.ts";
import { createKeysFile, createToken } from "../../support/keys-file.ts";
import { readStorage, startExplorer } from "./page.ts";

const { isMissing, gateway, key, open } = await startExplorer();

describe.skipIf(isMissing)("with KEYS_FILE", () => {
  it("the box takes a token, says what it holds, and never gets the registry's key", async () => {
    const token = createToken();
    await using file = await createKeysFile({ sample: key }, { [token]: { key: "sample" } });
    const settings = { EXPLORER: "true", KEYS_FILE: file.path };
    const registryUrl = gateway.registry.url;
    await using own = await startGateway({ registryUrl, key, settings });
    await using site = await open({}, own.url);
    const { explorer, page } = site;
    const box = page.getByLabel("Token", { exact: true });
    const holds = (kind: string) => explorer.banner.getByText(kind, { exact: true }).waitFor();
    await explorer.run();
    await explorer.notices.getByText("A token is needed").waitFor();
    await box.fill(key);
    await holds("key");
    await explorer.run();
    await explorer.notices.getByText("This token is not accepted").waitFor();
    await box.fill(token);
    await holds("token");
    await explorer.run();
    expect(await explorer.json()).toContain('"data"');
    expect(await explorer.notices.count()).toBe(0);
    expect(await page.content()).not.toContain(key);
  });
});

describe.skipIf(isMissing)("the key", () => {
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
  });

  it("is remembered on request, and forgotten on request", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.page.getByRole("checkbox", { name: "Remember in this browser" }).check();
    await site.page.reload();
    expect(await site.explorer.key.inputValue()).toBe(key);
    expect(await readStorage(site.page)).toContain(key);
    const remember = site.page.getByRole("checkbox", { name: "Remember in this browser" });
    await remember.uncheck();
    expect(await readStorage(site.page)).not.toContain(key);
    expect(await site.explorer.key.inputValue()).toBe(key);
    await remember.check();
    await site.explorer.button("Forget").click();
    expect(await site.explorer.key.inputValue()).toBe("");
    expect(await readStorage(site.page)).not.toContain(key);
  });

  it("is not stored as part of a query that it was pasted into, and no response is", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.explorer.run();
    const name = /"name": ?"([^"]+)"/.exec(await site.explorer.json())?.[1] ?? "none";
    expect(name.length).toBeGreaterThan(4);
    await site.explorer.write(`# my key is ${key}\n{ project { projectId } }`);
    await site.explorer.run();
    const stored = await readStorage(site.page);
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(name);
    expect(stored).toContain("FilterAndFacets");
  });
});

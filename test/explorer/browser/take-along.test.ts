import { readFile } from "node:fs/promises";
import { buildClientSchema, buildSchema, printSchema } from "graphql";
import type { Download } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { openBrowser, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";
import { runTapgraph } from "../../support/tapgraph.ts";
import { explorerIn } from "./page.ts";

const browser = await openBrowser();
const gateway = await startSampleGateway();
const { key, url } = gateway.registry;
afterAll(async () => {
  await browser?.close();
  await gateway[Symbol.asyncDispose]();
});

describe.skipIf(browser === null)("the schema is taken along", () => {
  const open = async () => {
    if (browser === null) throw new Error("There is no browser");
    const permissions = ["clipboard-read", "clipboard-write"];
    const site = await visit(browser, `${gateway.url}/graphql`, { permissions });
    const explorer = explorerIn(site.page);
    await explorer.button("Docs").click();
    await explorer.button("Copy SDL").waitFor();
    const { page } = site;
    return {
      ...site,
      explorer,
      copy: async (name: string): Promise<string> => {
        await explorer.button(`Copy ${name}`).click();
        await explorer.button(`Copied ${name}`).waitFor();
        return page.evaluate<string>("navigator.clipboard.readText()");
      },
      download: async (file: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent("download") as Promise<Download>,
          explorer.button(`Download ${file}`).click(),
        ]);
        expect(download.suggestedFilename()).toBe(file);
        return readFile(await download.path(), "utf8");
      },
    };
  };

  it("as SDL and as introspection JSON, copied and downloaded: the same schema as the gateway's", async () => {
    await using site = await open();
    const served = printSchema(
      buildClientSchema(JSON.parse(await site.copy("Introspection")).data),
    );
    expect(printSchema(buildSchema(await site.copy("SDL")))).toBe(served);
    expect(await site.download("schema.graphql")).toBe(`${served}\n`);
    expect(JSON.parse(await site.download("schema.json"))).toHaveProperty("data.__schema");
    expect(served).toBe(printSchema(createSchema()));
    expect(site.problems).toEqual([]);
  });

  it("with TypeScript types of the project's additional data, as `tapgraph types` prints them", async () => {
    await using site = await open();
    await site.explorer.button("Copy Types").click();
    await site.page.getByText("The structure of the additional data needs a key.").waitFor();
    await site.explorer.key.fill(key);
    await using run = await runTapgraph(["types"], { REGISTRY_URL: url, TAPGRAPH_KEY: key });
    expect(await run.exit()).toBe(0);
    expect(await site.copy("Types")).toBe(run.stdout);
    expect(await site.download("additional-data.ts")).toBe(run.stdout);
    expect(site.problems).toEqual([]);
  });
});

import { readFile } from "node:fs/promises";
import { buildClientSchema, buildSchema, printSchema } from "graphql";
import type { Download } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { openBrowser, visit } from "../../support/browser.ts";
import { startSampleGateway } from "../../support/gateway.ts";
import { explorerIn } from "./page.ts";

const browser = await openBrowser();
const gateway = await startSampleGateway();
afterAll(async () => {
  await browser?.close();
  await gateway[Symbol.asyncDispose]();
});

describe.skipIf(browser === null)("the schema is taken along", () => {
  it("as SDL and as introspection JSON: the same schema as the gateway's", async () => {
    if (browser === null) throw new Error("There is no browser");
    await using site = await visit(browser, `${gateway.url}/graphql`);
    const explorer = explorerIn(site.page);
    await explorer.button("Docs").click();
    const download = async (name: string, file: string): Promise<string> => {
      const [saved] = await Promise.all([
        site.page.waitForEvent("download") as Promise<Download>,
        explorer.button(name).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(file);
      return readFile(await saved.path(), "utf8");
    };
    const served = printSchema(createSchema());
    expect(printSchema(buildSchema(await download("SDL", "schema.graphql")))).toBe(served);
    const { data } = JSON.parse(await download("Introspection", "schema.json"));
    expect(printSchema(buildClientSchema(data))).toBe(served);
    expect(site.problems).toEqual([]);
  });
});

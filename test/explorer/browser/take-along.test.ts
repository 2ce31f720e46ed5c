import { readFile } from "node:fs/promises";
import { buildClientSchema, buildSchema, printSchema } from "graphql";
import type { Download } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sampleSdl } from "../../support/sample-schema.ts";
import { startExplorer } from "./page.ts";

const { isMissing, open } = await startExplorer();

describe.skipIf(isMissing)("the schema is taken along", () => {
  it("as SDL and as introspection JSON: the same schema as the gateway's", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.button("Docs").click();
    const download = async (name: string, file: string): Promise<string> => {
      const [saved] = await Promise.all([
        site.page.waitForEvent("download") as Promise<Download>,
        explorer.button(name).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(file);
      return readFile(await saved.path(), "utf8");
    };
    const served = printSchema(buildSchema(sampleSdl));
    expect(printSchema(buildSchema(await download("SDL", "schema.graphql")))).toBe(served);
    const { data } = JSON.parse(await download("Introspection", "schema.json"));
    expect(printSchema(buildClientSchema(data))).toBe(served);
  });
});

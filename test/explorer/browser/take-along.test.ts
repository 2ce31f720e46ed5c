import { readFile } from "node:fs/promises";
import { buildClientSchema, buildSchema, printSchema } from "graphql";
import type { Download } from "playwright-core";
import { describe, expect, it } from "vitest";
import { parseOwnFields } from "../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { sampleSdl } from "../../support/sample-schema.ts";
import { startExplorer } from "./page.ts";

const { isMissing, key, open } = await startExplorer();

describe.skipIf(isMissing)("taken along", () => {
  const openDocs = async () => {
    const site = await open();
    const { explorer, page } = site;
    await explorer.button("Docs").click();
    const download = async (name: string, file: string): Promise<string> => {
      const [saved] = await Promise.all([
        page.waitForEvent("download") as Promise<Download>,
        explorer.button(name).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(file);
      return readFile(await saved.path(), "utf8");
    };
    return { ...site, download };
  };

  it("SDL and introspection JSON are the same schema as the gateway's", async () => {
    await using site = await openDocs();
    const served = printSchema(buildSchema(sampleSdl));
    const sdl = await site.download("SDL", "schema.graphql");
    expect(printSchema(buildSchema(sdl))).toBe(served);
    const { data } = JSON.parse(await site.download("Introspection", "schema.json"));
    expect(printSchema(buildClientSchema(data))).toBe(served);
  });

  it("own fields are a file of those that the structures name, which takes a key", async () => {
    await using site = await openDocs();
    await site.explorer.button("Own fields").click();
    await site.page.getByText("This key reads no structure.").waitFor();
    await site.explorer.key.fill(key);
    const sdl = await site.download("Own fields", "own-fields.graphql");
    const { tag, terminal } = parseOwnFields(sdl, "own-fields.graphql");
    const { floor, siteKind } = Object.fromEntries(tag?.fields ?? []);
    expect(floor).toMatchObject({ type: "Float", identifier: "floor" });
    expect(siteKind).toMatchObject({ type: "String", identifier: "site_kind" });
    expect(terminal?.fields.get("mounting")?.node.description?.value).toContain("handheld");
  });
});

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { writeManifest } from "../../src/explorer/workspace/saved/manifest.ts";
import { hashToken } from "../../src/gateway/keys/token.ts";
import { createFolder } from "../support/folder.ts";
import { post, startGateway } from "../support/gateway.ts";
import { named } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { expectFixture, fixturesOf } from "./fixtures.ts";

const key = "the-registry-key-of-the-shop";
const registry = await startScriptedRegistry({ tags: [named("a", "one")], key });
const folder = await createFolder();
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Starts a gateway with a file in a setting, sends it a request, and returns the response. */
async function ask(
  setting: string,
  text: string,
  { body, headers }: { readonly body: object; readonly headers: Readonly<Record<string, string>> },
) {
  const file = folder.file(`${setting}.json`);
  writeFileSync(file, text, { mode: 0o600 });
  await using gateway = await startGateway({
    registryUrl: registry.url,
    key,
    settings: { [setting]: file },
  });
  return await post(`${gateway.url}/graphql`, body, headers);
}

const served = { data: { tags: { nodes: [{ name: "one" }] } } };

describe("a keys file", () => {
  /** The token that the fixtures have the hash of. */
  const token = "tapgraph_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

  test("is written as it was first", async () => {
    const file = folder.file("written.json");
    const options = ["--expires", "2199-01-31T00:00:00Z", "--only", "registered"];
    await using run = await runTapgraph(
      ["token", "create", "--keys-file", file, "--key", "shop", ...options],
      { TAPGRAPH_KEY: key },
    );
    expect(await run.exit()).toBe(0);
    const [created = ""] = /tapgraph_[\w-]+/.exec(run.output) ?? [];
    const text = readFileSync(file, "utf8");
    expect(text).toContain(hashToken(created));
    await expectFixture(text.replace(hashToken(created), hashToken(token)), "keys-file-1.json");
  });

  test.each(fixturesOf("keys-file"))("of version $version lets its tokens in", async ({ text }) => {
    const request = {
      body: { query: "{ tags { nodes { name } } }" },
      headers: { "x-api-key": token },
    };
    const limited = await ask("KEYS_FILE", text, request);
    expect(limited.errors).toMatchObject([{ extensions: { code: "QUERY_NOT_IN_SAFELIST" } }]);
    const unlimited = text.replace(/,\s*"only": "registered"/, "");
    expect(await ask("KEYS_FILE", unlimited, request)).toMatchObject(served);
  });
});

describe("a manifest of persisted operations", () => {
  const query = "query Names { tags { nodes { name } } }";
  const variables = '{ "unused": 1 }';

  test("is written by the explorer as it was first", async () => {
    const entries = [
      { name: "Names", folder: "Lists", query, variables },
      { name: "Names again", folder: "", query, variables: "" },
    ];
    await expectFixture(writeManifest(entries, undefined).text, "manifest-1.json");
  });

  test.each(fixturesOf("manifest"))(
    "of version $version serves its ids, and the SHA-256 of its documents",
    async ({ text }) => {
      const sha256Hash = createHash("sha256").update(query).digest("hex");
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      for (const body of [{ extensions }, { documentId: `sha256:${sha256Hash}` }]) {
        const headers = { "x-api-key": key };
        expect(await ask("PERSISTED_OPERATIONS", text, { body, headers })).toMatchObject(served);
      }
    },
  );
});

test.each([
  ["KEYS_FILE", { version: 2, keys: { shop: key } }, /KEYS_FILE: unknown member "version"/],
  [
    "PERSISTED_OPERATIONS",
    { format: "apollo-persisted-query-manifest", version: 2, operations: [] },
    /the manifest has version 2 of its format, and this version of tapgraph knows 1/,
  ],
])(
  "a newer file in %s is refused at the start, with a sentence",
  async (setting, content, line) => {
    const file = folder.file("keys.json");
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    const settings = { REGISTRY_URL: registry.url, PORT: "0", [setting]: file };
    await using run = await runTapgraph(["gateway"], settings);
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(line);
  },
);

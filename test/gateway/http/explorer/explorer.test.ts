import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  createExplorer,
  type ExplorerOptions,
} from "../../../../src/gateway/http/explorer/explorer.ts";
import { GatewayMessage } from "../../../../src/gateway/http/request/node-request.ts";
import { createFolder } from "../../../support/folder.ts";
import { listen } from "../../../support/listen.ts";
import { handleExplorer } from "./explorer-handler.ts";

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

describe("the explorer's page", () => {
  it("is only for browsers: other callers of GET /graphql get the gateway's response", async () => {
    await using site = await startSite();
    const page = await site.get("/graphql?query={x}", { accept: browser });
    expect(page.status).toBe(200);
    expect(await page.text()).toBe("<!doctype html>the page");
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5"]) {
      expect((await site.get("/graphql", { accept })).status, accept).toBe(299);
    }
    expect((await site.get("/graphql", { accept: browser }, "POST")).status).toBe(299);
  });

  it("has a content security policy, and varies with the accept header", async () => {
    await using site = await startSite();
    const { headers } = await site.get("/graphql", { accept: browser });
    expect(headers.get("content-security-policy")).toBe(policy);
    expect(headers.get("vary")).toBe("accept");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("can load only images from the configured origins", async () => {
    await using site = await startSite({ EXPLORER_IMAGE_ORIGINS: ["https://images.example"] });
    const { headers } = await site.get("/graphql", { accept: browser });
    expect(headers.get("content-security-policy")).toBe(
      `${policy}; img-src 'self' https://images.example`,
    );
  });

  it("says how to build it if it is not built", async () => {
    const lines: string[] = [];
    await using site = await startSite(
      {},
      { bundleDirectory: "/nowhere", log: { warn: (line) => lines.push(line) } },
    );
    const page = await site.get("/graphql", { accept: browser });
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("npm run prepare");
    expect(lines).toHaveLength(1);
    expect((await site.get("/explorer/assets/app-1.js")).status).toBe(404);
  });

  it("is answered with 404 when it is switched off, while a query in the address is still executed", async () => {
    await using site = await startSite({ EXPLORER: "false" });
    expect((await site.get("/graphql", { accept: browser })).status).toBe(404);
    expect((await site.get("/graphql?query={x}", { accept: browser })).status).toBe(299);
    expect((await site.get("/explorer/config.json")).status).toBe(299);
  });

  it("is Apollo Sandbox with EXPLORER=sandbox, under its own policy and without the sample's key", async () => {
    await using site = await startSite({ EXPLORER: "sandbox" });
    const page = await site.get("/graphql", { accept: browser });
    const html = await page.text();
    expect(html).toContain("https://embeddable-sandbox.cdn.apollographql.com/");
    expect(html).not.toContain("sample-key");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect((await site.get("/explorer/config.json")).status).toBe(299);
  });
});

describe("the explorer's files", () => {
  it("are compressed as the browser accepts, and can be cached forever", async () => {
    await using site = await startSite();
    for (const [accepted, encoding] of [
      ["br, gzip", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const file = await site.get("/explorer/assets/app-1.js", { "accept-encoding": accepted });
      expect(file.headers.get("content-encoding")).toBe(encoding);
      expect(file.headers.get("vary")).toBe("accept-encoding");
      expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(file.headers.get("content-type")).toContain("text/javascript");
      expect(await file.text()).toBe("run()");
    }
  });

  it("are still served when the bundle has been removed or rebuilt", async () => {
    await using site = await startSite();
    await rm(site.directory, { recursive: true });
    expect(await (await site.get("/explorer/assets/app-1.js")).text()).toBe("run()");
    expect((await site.get("/graphql", { accept: browser })).status).toBe(200);
  });

  it.each([
    "/explorer/assets/none.js",
    "/explorer/assets/constructor",
    "/explorer/assets/app-1.js.br",
    "/explorer/assets/..%2f..%2findex.html",
    "/explorer/assets/%",
  ])("are not found at %s", async (path) => {
    await using site = await startSite();
    expect((await site.get(path)).status).toBe(404);
  });
});

describe("the explorer's configuration", () => {
  it("has the sample's key if there is a sample, and is never cached", async () => {
    await using site = await startSite(
      {},
      { registry: { name: "registry.example", sampleKey: "sample-key" } },
    );
    const result = await site.get("/explorer/config.json");
    expect(result.headers.get("cache-control")).toBe("no-store");
    expect(await result.json()).toEqual({
      registryName: "registry.example",
      sampleKey: "sample-key",
      credentials: "keys",
      imageOrigins: [],
      persistedOnly: false,
      hasRegistered: false,
    });
  });

  it("says whether documents are registered, which are at another address, by id", async () => {
    const registered = new Map([["one", "{ tags { totalCount } }"]]);
    await using site = await startSite({}, { registered: () => registered });
    expect(await (await site.get("/explorer/config.json")).json()).toMatchObject({
      hasRegistered: true,
    });
    const result = await site.get("/explorer/operations.json");
    expect(result.headers.get("cache-control")).toBe("no-store");
    expect(await result.json()).toEqual(Object.fromEntries(registered));
  });

  it.each(["sandbox", "false"] as const)(
    "and the registered documents are served by our own explorer only, not with EXPLORER=%s",
    async (EXPLORER) => {
      const registered = new Map([["one", "{ tags { totalCount } }"]]);
      await using site = await startSite({ EXPLORER }, { registered: () => registered });
      expect((await site.get("/explorer/operations.json")).status).toBe(299);
    },
  );

  it.each([
    [{ KEYS_FILE: "keys.json" }, { credentials: "tokens", sampleKey: null }],
    [
      { KEYS_FILE: "keys.json", KEYS_FILE_ALSO_KEYS: true },
      { credentials: "tokens and keys", sampleKey: "sample-key" },
    ],
  ])(
    "with %j says what is accepted, and gives nobody a key that is not",
    async (settings, config) => {
      const registry = { name: "registry.example", sampleKey: "sample-key" };
      await using site = await startSite(settings, { registry });
      expect(await (await site.get("/explorer/config.json")).json()).toMatchObject(config);
    },
  );
});

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Starts a server with an explorer, whose bundle is a page and a file. Requests that are not for the explorer get 299. */
async function startSite(
  settings: Partial<ExplorerOptions["settings"]> = {},
  options: Partial<ExplorerOptions> = {},
) {
  const folder = await createFolder();
  await mkdir(folder.file("explorer/assets"), { recursive: true });
  await writeFile(folder.file("index.html"), "<!doctype html>the page");
  const script = folder.file("explorer/assets/app-1.js");
  await writeFile(script, "run()");
  await writeFile(`${script}.br`, brotliCompressSync("run()"));
  await writeFile(`${script}.gz`, gzipSync("run()"));
  const explorer = createExplorer({
    settings: { EXPLORER: "true", EXPLORER_IMAGE_ORIGINS: [], PERSISTED_ONLY: false, ...settings },
    registry: { name: "registry.example", sampleKey: null },
    registered: () => new Map(),
    log: { warn: () => {} },
    bundleDirectory: folder.path,
    ...options,
  });
  const server = createServer({ IncomingMessage: GatewayMessage }, (request, response) => {
    if (!handleExplorer(explorer, request, response)) response.writeHead(299).end();
  });
  const port = await listen(server);
  return {
    directory: folder.path,
    get: (path: string, headers: Record<string, string> = {}, method = "GET") =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers, method }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await folder[Symbol.asyncDispose]();
    },
  };
}

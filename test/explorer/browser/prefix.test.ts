import { createServer, request } from "node:http";
import { pipeline } from "node:stream";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";
import { serve } from "../../support/listen.ts";
import { startBrowser } from "./page.ts";

/** A gateway behind a proxy that takes the beginning of each path away, and knows no other path. */
async function start() {
  const stack = new AsyncDisposableStack();
  const gateway = stack.use(await startSampleGateway({ EXPLORER: "true", MCP: "true" }));
  const strays: string[] = [];
  const server = createServer((asked, answer) => {
    const { method = "GET", url = "", headers } = asked;
    if (!url.startsWith("/nfc/")) {
      strays.push(url);
      answer.writeHead(404).end();
      return;
    }
    const target = `${gateway.url}${url.slice("/nfc".length)}`;
    const passed = request(target, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, () => {});
    });
    pipeline(asked, passed, () => {});
  });
  const { url } = stack.use(await serve(server));
  return {
    url: `${url}/nfc`,
    key: gateway.registry.key,
    strays,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const { isMissing, open } = await startBrowser();

describe("behind a proxy that adds a prefix", () => {
  let proxy: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    proxy = await start();
    return () => proxy[Symbol.asyncDispose]();
  });
  afterEach(() => expect(proxy.strays).toEqual([]));

  it.skipIf(isMissing)("the explorer opens from the root, and stays behind it", async () => {
    await using site = await open(proxy.url, {}, "/");
    expect(site.page.url()).toBe(`${proxy.url}/graphql`);
    const { explorer } = site;
    await explorer.key.fill(proxy.key);
    await explorer.write("{ tags(first: 1) { totalCount } }");
    await explorer.run();
    expect(JSON.parse(await explorer.json())).toEqual({ data: { tags: { totalCount: 2500 } } });
  });

  it("an address with a slash too many leads to GraphQL, with the query and the body", async () => {
    const headers = { "content-type": "application/json", "x-api-key": proxy.key };
    const body = JSON.stringify({ query: "{ __typename }" });
    const served = { data: { __typename: "Query" } };
    const posted = await fetch(`${proxy.url}/graphql/`, { method: "POST", headers, body });
    expect([posted.url, await posted.json()]).toEqual([`${proxy.url}/graphql`, served]);
    const got = await fetch(`${proxy.url}/graphql/?query={__typename}`, { headers });
    expect(await got.json()).toEqual(served);
  });

  it("tools are called, and no response names an address", async () => {
    const response = await fetch(`${proxy.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-api-key": proxy.key,
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "count_by", arguments: { kind: "tag", field: "IS_ACTIVE" } },
      }),
    });
    expect(response.status).toBe(200);
    const text = JSON.stringify([...response.headers]) + (await response.text());
    expect(text).not.toMatch(/"\/(?:graphql|mcp)|127\.0\.0\.1/);
  });
});

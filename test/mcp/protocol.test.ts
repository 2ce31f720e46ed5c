import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway } from "../../src/create-gateway.ts";
import { startGateway, startSampleGateway } from "../support/gateway.ts";
import { createMcpCaller, type McpCaller } from "../support/mcp.ts";

const page = "https://app.example";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;
let mcp: McpCaller;

beforeAll(async () => {
  gateway = await startSampleGateway({ MCP: "true", CORS_ORIGINS: page });
  mcp = createMcpCaller(gateway.url, gateway.registry.key);
});

afterAll(() => gateway[Symbol.asyncDispose]());

describe("the endpoint", () => {
  test("is not there by default", async () => {
    const { url: registryUrl, key } = gateway.registry;
    await using closed = await startGateway({ registryUrl, key });
    const { status, text } = await createMcpCaller(closed.url, null).send("tools/list");
    expect([status, text]).toEqual([404, expect.stringContaining("/graphql")]);
  });

  test.each(["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])(
    "answers %s with 405 and what is allowed",
    async (method) => {
      const response = await fetch(`${gateway.url}/mcp`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    },
  );

  test.each(["text/plain", "application/jsonx", "application/x-www-form-urlencoded", ""])(
    'refuses the content type "%s" with 415',
    async (type) => {
      expect((await mcp.send("tools/list", {}, { "content-type": type })).status).toBe(415);
    },
  );

  test("answers as application/json, whatever else is accepted", async () => {
    for (const accept of ["application/json, text/event-stream", "text/event-stream", "*/*"]) {
      for (const { status, headers } of [
        await mcp.send("tools/list", {}, { accept }),
        await mcp.sendModern("tools/list", {}, { accept }),
      ]) {
        expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
      }
    }
  });

  test("refuses batches and what is no message with 400", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const body of [[list], [], "null", "5", '"x"', "{", "", { id: 1 }]) {
      const { status, json } = await mcp.post(body);
      expect([body, status, json.error.code < 0]).toEqual([body, 400, true]);
    }
  });

  test("ignores a session's header, and takes notifications", async () => {
    const { status, headers } = await mcp.send("tools/list", {}, { "mcp-session-id": "anything" });
    expect([status, headers.get("mcp-session-id")]).toEqual([200, null]);
    const note = await mcp.post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([note.status, note.text]).toEqual([202, ""]);
  });

  test("lets nobody cancel the request of another by its id", async () => {
    const [{ json }] = await Promise.all([
      mcp.send("tools/call", { name: "find_tags", arguments: {} }),
      ...[1, 2, 3, 4, 5].map((requestId) =>
        mcp.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
      ),
    ]);
    expect(json.result.isError).toBeUndefined();
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "answers an initialize of %s with the same revision, and serves it",
    async (protocolVersion) => {
      const client = { capabilities: {}, clientInfo: { name: "old", version: "1" } };
      const { json } = await mcp.send("initialize", { protocolVersion, ...client });
      expect(json.result.protocolVersion).toBe(protocolVersion);
      expect(json.result.capabilities).toEqual({ tools: {} });
      const headers = { "mcp-protocol-version": protocolVersion };
      expect((await mcp.send("ping", {}, headers)).json.result).toEqual({});
      const listed = await mcp.send("tools/list", {}, headers);
      expect(listed.json.result.tools).toHaveLength(6);
    },
  );

  test("answers with its id what has no parameters, and what cannot be read", async () => {
    const ping = { jsonrpc: "2.0", id: "a", method: "ping" };
    expect((await mcp.post({ ...ping, params: null })).json).toMatchObject({ id: "a", result: {} });
    expect((await mcp.post(`\ufeff${JSON.stringify(ping)}`)).json.id).toBe("a");
    const { status, json } = await mcp.post({ ...ping, params: 5 });
    expect([status, json.id, json.error.code]).toEqual([400, "a", -32600]);
  });

  test("opens no stream, not even for a subscription", async () => {
    const { status, json } = await mcp.sendModern("subscriptions/listen", { notifications: {} });
    expect([status, json.error.code]).toEqual([404, -32601]);
  });

  test("serves the era without sessions, and says what it is", async () => {
    const { json } = await mcp.sendModern("server/discover");
    expect(json.result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "tapgraph" } },
    });
    const call = { name: "find_tags", arguments: { first: 1 } };
    const { result } = (await mcp.sendModern("tools/call", call)).json;
    expect(result.resultType).toBe("complete");
    expect(JSON.parse(result.content[0].text).total).toBe(2500);
  });

  test("refuses headers that do not say what the body says", async () => {
    const given = { name: "find_tags", arguments: {} };
    const { status, json } = await mcp.sendModern("tools/call", given, { "mcp-name": "count_by" });
    expect([status, json.error.code, json.id]).toEqual([400, -32020, 1]);
  });

  test("refuses a body of more than 1 MiB, and answers one of nearly as much", async () => {
    const call = { name: "find_tags", arguments: { search: "x".repeat(1024 * 1024) } };
    const { status, json } = await mcp.send("tools/call", call);
    expect(status).toBe(413);
    expect(json.errors[0].message).toContain("1048576");
    const { isError, text } = await mcp.call("find_tags", { search: "x".repeat(1_000_000) });
    expect([isError, text.length < 1000]).toEqual([expect.any(Boolean), true]);
  });

  test("has no tool that was removed", async () => {
    const { status, json } = await mcp.send("tools/call", { name: "delete_tags", arguments: {} });
    expect([status, json.error.code]).toEqual([200, -32602]);
  });
});

describe("a page", () => {
  /** The status of a request with any `Host` and `Origin`, which programs can send and `fetch` cannot. */
  async function statusFor(host: string, origin: string, length = 0): Promise<number> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const lines = [
      "POST /mcp HTTP/1.1\r\nconnection: close\r\ncontent-type: application/json",
      `content-length: ${body.length + length}\r\nhost: ${host}\r\norigin: ${origin}`,
    ];
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
    const [chunk] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return Number(/^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1]);
  }

  test("of a listed origin is answered, and may ask before", async () => {
    const { headers, status } = await mcp.send("tools/list", {}, { origin: page });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, page]);
    const asked = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "mcp-protocol-version,mcp-method,mcp-name",
    };
    const preflight = await fetch(`${gateway.url}/mcp`, {
      method: "OPTIONS",
      headers: { origin: page, ...asked },
    });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining(asked["access-control-request-headers"].split(",")),
    );
  });

  test("of another origin is refused before its body is read, with its preflight", async () => {
    for (const origin of ["https://evil.example", "null", `${page}.evil.example`]) {
      expect((await mcp.send("tools/list", {}, { origin })).status).toBe(403);
    }
    const preflight = {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    };
    expect((await fetch(`${gateway.url}/mcp`, preflight)).status).toBe(403);
    // The rest of its body never comes.
    expect(await statusFor("127.0.0.1", "https://evil.example", 1_000_000)).toBe(403);
  });

  test.each([
    ["of the gateway itself", 200, "127.0.0.1:{port}", "127.0.0.1:{port}"],
    ["of the gateway by its name", 200, "localhost:{port}", "localhost:{port}"],
    ["of its other name", 403, "127.0.0.1:{port}", "localhost:{port}"],
    ["of another port", 403, "127.0.0.1:{port}", "127.0.0.1:1"],
    ["whose name leads to this machine", 403, "evil.example:{port}", "evil.example:{port}"],
  ])("%s gets %d on a loopback socket", async (_page, status, host, origin) => {
    const { port } = new URL(gateway.url);
    const [ours, theirs] = [host, origin].map((one) => one.replace("{port}", port));
    expect(await statusFor(`${ours}`, `http://${theirs}`)).toBe(status);
  });

  test("is compared with the URL of a request that another server received", async () => {
    await using embedded = createGateway({
      REGISTRY_URL: gateway.registry.url,
      LOG_LEVEL: "silent",
      MCP: true,
    });
    const caller = createMcpCaller("https://my.example", null, embedded.fetch);
    const ask = async (origin: string) => (await caller.send("tools/list", {}, { origin })).status;
    expect(await ask("https://my.example")).toBe(200);
    expect(await ask("https://my.example:443")).toBe(200);
    expect(await ask("https://other.example")).toBe(403);
  });
});

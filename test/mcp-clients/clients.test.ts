import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FormerStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FormerHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { stall, startScriptedRegistry } from "../support/scripted-registry.ts";

const root = join(import.meta.dirname, "../..");

interface Connected extends AsyncDisposable {
  listNames(): Promise<readonly string[]>;
  call(
    name: string,
    given?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<{ readonly isError: boolean; readonly text: string }>;
}

type Place =
  | { readonly url: string; readonly key: string }
  | { readonly settings: Record<string, string> };

function toConnected(client: Client | FormerClient): Connected {
  return {
    async listNames() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name);
    },
    async call(name, given = {}, signal) {
      const options = signal ? { signal } : undefined;
      const result =
        client instanceof Client
          ? await client.callTool({ name, arguments: given }, options)
          : await client.callTool({ name, arguments: given }, undefined, options);
      const [content] = result["content"] as readonly { readonly text: string }[];
      return { isError: result["isError"] === true, text: content?.text ?? "" };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function commandWith(settings: Record<string, string>) {
  const args = ["--import", join(root, "src/preload.js"), join(root, "src/main.ts"), "mcp"];
  const env = { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "silent", ...settings };
  return { command: process.execPath, args, env, cwd: import.meta.dirname };
}

const info = { name: "test", version: "1" };

async function connectModern(place: Place): Promise<Connected> {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    "url" in place
      ? new StreamableHTTPClientTransport(new URL(`${place.url}/mcp`), {
          requestInit: { headers: { "x-api-key": place.key } },
        })
      : new StdioClientTransport(commandWith(place.settings)),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return toConnected(client);
}

async function connectFormer(place: Place): Promise<Connected> {
  const client = new FormerClient(info);
  await client.connect(
    "url" in place
      ? // Its own types do not hold with exact optional properties.
        (new FormerHttpTransport(new URL(`${place.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${place.key}` } },
        }) as never)
      : new FormerStdioTransport(commandWith(place.settings)),
  );
  return toConnected(client);
}

const eras = [
  ["without sessions", connectModern],
  ["with sessions", connectFormer],
] as const;

describe.each(eras)("the official client of the era %s", (_era, connect) => {
  test("lists and calls the tools over HTTP", async () => {
    await using gateway = await startSampleGateway({ MCP: "true" });
    await using client = await connect({ url: gateway.url, key: gateway.registry.key });
    expect(await client.listNames()).toHaveLength(6);
    const { isError, text } = await client.call("find_tags", { search: "fire door", first: 1 });
    expect([isError, JSON.parse(text).total]).toEqual([false, 161]);
    expect(await client.call("find_tags", { first: 0 })).toEqual({
      isError: true,
      text: "first: expected an integer from 1 to 100",
    });
    await expect(client.call("no_such_tool")).rejects.toThrow("Unknown tool: no_such_tool");
  });

  test("lists and calls the tools over standard input and output, of the sample", async () => {
    await using client = await connect({ settings: {} });
    expect(await client.listNames()).toHaveLength(6);
    expect(JSON.parse((await client.call("describe_project")).text).tags.total).toBe(2500);
  });

  test("cancels a call's REST calls when it gives up", async () => {
    await using registry = await startScriptedRegistry(stall);
    const patience = { REGISTRY_TIMEOUT_MS: "60000", REQUEST_DEADLINE_MS: "90000" };
    await using client = await connect({
      settings: { REGISTRY_URL: registry.url, TAPGRAPH_KEY: "key", ...patience },
    });
    const leaving = new AbortController();
    // The first call of a kind is carried to its end, to learn whether the registry answers.
    const calls = [1, 2].map((first) =>
      client.call("find_tags", { first }, leaving.signal).catch(() => "left"),
    );
    const second = await registry.call(1);
    leaving.abort();
    expect(await Promise.all(calls)).toEqual(["left", "left"]);
    await Promise.race([second.closed, (await registry.call(0)).closed]);
  });
});

test("asks the registry of REGISTRY_URL with TAPGRAPH_KEY, which is named if it is missing", async () => {
  await using registry = await startSampleRegistry();
  const settings = { REGISTRY_URL: registry.url };
  await using client = await connectModern({
    settings: { ...settings, TAPGRAPH_KEY: registry.otherKey },
  });
  expect(JSON.parse((await client.call("describe_project")).text).tags.total).toBe(120);
  await using keyless = await connectModern({ settings });
  expect(await keyless.listNames()).toHaveLength(6);
  const { isError, text } = await keyless.call("find_tags");
  expect([isError, text]).toEqual([true, expect.stringContaining("TAPGRAPH_KEY")]);
  await using wrong = await connectModern({ settings: { ...settings, TAPGRAPH_KEY: "wrong-key" } });
  expect((await wrong.call("find_tags")).text).toMatch(/^UNAUTHENTICATED: .*TAPGRAPH_KEY/);
});

test("two clients with different keys, at the same time, never meet", async () => {
  await using gateway = await startSampleGateway({ MCP: "true" });
  const { key, otherKey } = gateway.registry;
  await using ours = await connectModern({ url: gateway.url, key });
  await using theirs = await connectFormer({ url: gateway.url, key: otherKey });
  const totals = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const { text } = await (place % 2 === 0 ? ours : theirs).call("count_by", {
        kind: "tag",
        field: "type",
      });
      return JSON.parse(text).total;
    }),
  );
  expect(totals).toEqual(Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? 2500 : 120)));
});

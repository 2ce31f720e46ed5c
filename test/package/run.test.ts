import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { startSampleRegistry } from "../support/real-registry.ts";
import { json, stall, startScriptedRegistry } from "../support/scripted-registry.ts";
import { runProgram, untilListening } from "../support/tapgraph.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");
const folder = inject("folder");
const command = join(folder, "node_modules/.bin/tapgraph");

async function ask<Data>(url: string, key: string, query: string): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: Data };
  return data;
}

async function askNames(url: string, key: string): Promise<readonly string[]> {
  type Data = { tags: { nodes: { name: string }[] } };
  const { tags } = await ask<Data>(url, key, "{ tags(first: 2) { nodes { name } } }");
  return tags.nodes.map(({ name }) => name);
}

async function loadExplorer(url: string): Promise<Readonly<Record<string, number>>> {
  const page = await fetch(`${url}/graphql`, { headers: { accept: "text/html" } });
  const paths = [...(await page.text()).matchAll(/(?:src|href)="\.(\/[^"]+)"/g)];
  const assets = paths.map(async ([, path]) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    return [response.headers.get("content-type"), (await response.text()).length] as const;
  });
  return Object.fromEntries(await Promise.all(assets));
}

test("npx tapgraph without arguments serves the sample and the explorer, until Ctrl-C", async () => {
  // In an empty folder, so that npx fetches the package from the registry.
  const settings = { ...inject("environment"), PORT: "0" };
  await using npx = await runProgram(["npx", "--yes", "tapgraph"], settings, { detached: true });
  const [, url = ""] = await npx.waitFor(/Explorer +(http:\S+)\/graphql/);
  const [, key = ""] = await npx.waitFor(/Sample key +(\S+)/);
  expect(await askNames(url, key)).toEqual([expect.any(String), expect.any(String)]);
  const explorer = await loadExplorer(url);
  expect(explorer["text/javascript; charset=utf-8"]).toBeGreaterThan(500_000);
  expect(explorer["text/css; charset=utf-8"]).toBeGreaterThan(5_000);
  // A terminal sends the signal to the whole process group.
  process.kill(-(npx.process.pid ?? 0), "SIGINT");
  await npx.waitFor(/"reason":"SIGINT","msg":"stopping"/);
  await npx.exit();
});

describe("the installed command", () => {
  test("answers the requests under way after SIGTERM, and exits with 0", async () => {
    await using registry = await startScriptedRegistry(stall);
    const settings = { PORT: "0", REGISTRY_URL: registry.url };
    await using gateway = await untilListening(await runProgram([command], settings));
    const names = askNames(gateway.url, "k");
    const call = await registry.call(0);
    gateway.process.kill("SIGTERM");
    await gateway.waitFor(/"reason":"SIGTERM"/);
    const tags = [{ id: "a", name: "A" }];
    json({ tags, limit: 2, page: 1, count: 1, page_count: 1 })(call, 0);
    expect(await names).toEqual(["A"]);
    expect(await gateway.exit()).toBe(0);
  });

  test.each([
    ["MCP", "@modelcontextprotocol/server", { MCP: "true" }],
    [
      "CACHE_URL",
      "@redis/client",
      { CACHE_URL: "redis://127.0.0.1:1", CACHE_SECRET: "s".repeat(32) },
    ],
  ])("says what to install for %s", async (name, needed, more) => {
    await using gateway = await runProgram([command], {
      REGISTRY_URL: "http://127.0.0.1:9",
      ...more,
    });
    expect(await gateway.exit()).toBe(1);
    expect(gateway.output).toContain(
      `${name}: it needs the package ${needed} (npm install it next to tapgraph)`,
    );
  });

  test("runs as several workers", async () => {
    await using registry = await startSampleRegistry();
    const settings = { PORT: "0", REGISTRY_URL: registry.url, WORKERS: "2" };
    await using gateway = await untilListening(await runProgram([command], settings));
    expect(await askNames(gateway.url, registry.key)).toHaveLength(2);
    gateway.process.kill("SIGTERM");
    expect(await gateway.exit()).toBe(0);
  });

  test.each(["schema", "schema --federation", "--help"])(
    "prints the same for %s as the checkout's",
    async (line) => {
      const words = line.split(" ");
      const [installed, own] = await Promise.all([
        run(command, words),
        run(process.execPath, [join(checkout, "src/main.ts"), ...words]),
      ]);
      expect(installed.stdout).toBe(own.stdout);
    },
  );

  test("serves a subgraph", async () => {
    await using registry = await startSampleRegistry();
    const settings = { PORT: "0", REGISTRY_URL: registry.url, FEDERATION: "true" };
    await using gateway = await untilListening(await runProgram([command], settings));
    expect(await ask(gateway.url, registry.key, "{ _service { sdl } }")).toEqual({
      _service: { sdl: expect.stringContaining("@key") },
    });
  });
});

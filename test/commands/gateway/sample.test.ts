import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { reachRegistry, startGateway } from "../../../src/commands/gateway/gateway.ts";
import type { RegistryAddress } from "../../../src/commands/router/start-router.ts";
import { createLogger } from "../../../src/log.ts";
import { readSettings } from "../../../src/settings.ts";
import { subscribe } from "../../support/event-stream.ts";
import { post } from "../../support/gateway.ts";
import { unusedAddress } from "../../support/scripted-registry.ts";

const stack = new AsyncDisposableStack();
let registry: RegistryAddress;
let url: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const variables = { PORT: "0", CHANGES_POLL_SECONDS: "0.1", HTTP_PROXY: unusedAddress };
  const settings = readSettings(variables);
  const log = createLogger("silent");
  registry = await reachRegistry(settings, log, stack);
  ({ url } = stack.use(await startGateway(settings, log, registry)));
});

afterAll(async () => {
  vi.useRealTimers();
  await stack.disposeAsync();
});

test("the sample is reached without a proxy", async () => {
  const query = { query: "{ terminals { totalCount } }" };
  const { data } = await post(`${url}/graphql`, query, { "x-api-key": registry.sampleKey ?? "" });
  expect(data).toEqual({ terminals: { totalCount: 60 } });
});

test("the sample changes while somebody listens, and only then", async () => {
  const key = registry.sampleKey;
  const readAll = async () => {
    const response = await fetch(`${registry.url}/api/v1/terminals?limit=1000&key=${key}`);
    const tags = await fetch(`${registry.url}/api/v1/tags?limit=1000&page=3&key=${key}`);
    return (await response.text()) + (await tags.text());
  };
  const before = await readAll();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await readAll()).toBe(before);

  await using stream = await subscribe(url, "subscription { changes { kind id } }", { key });
  expect(await stream.change()).toEqual({ kind: "RESET", id: null });
  let change: unknown;
  void stream.change().then((next) => {
    change = next;
  });
  // The gateway's clock is real.
  while (change === undefined) {
    await vi.advanceTimersByTimeAsync(1_000);
    await setTimeout(50);
  }
  expect(change).toEqual({
    kind: expect.stringMatching(/^(ADDED|CHANGED|REMOVED)$/),
    id: expect.any(String),
  });
});

test("an embedded registry without a key says so, as after a mistake in REGISTRY_DB", async () => {
  const lines: string[] = [];
  const log = createLogger("warn");
  const warn = vi.spyOn(log, "warn").mockImplementation((line) => void lines.push(String(line)));
  await using own = new AsyncDisposableStack();
  await reachRegistry(readSettings({ REGISTRY_DB: ":memory:" }), log, own);
  warn.mockRestore();
  expect(lines).toEqual([
    expect.stringContaining("the registry has no key yet: tapgraph registry key create"),
  ]);
});

test("in production there is no sample, because a forgotten REGISTRY_URL must be noticed", async () => {
  await using own = new AsyncDisposableStack();
  const settings = readSettings({ NODE_ENV: "production" });
  await expect(reachRegistry(settings, createLogger("silent"), own)).rejects.toThrow(
    "REGISTRY_URL is required if NODE_ENV is production",
  );
});

import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { reachRegistry, startGateway } from "../../../src/commands/gateway/gateway.ts";
import { createLogger } from "../../../src/log.ts";
import { readSettings } from "../../../src/settings.ts";
import { subscribe } from "../../support/event-stream.ts";

afterEach(() => void vi.useRealTimers());

test("the sample changes while somebody listens, and only then", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using stack = new AsyncDisposableStack();
  const settings = readSettings({ PORT: "0", CHANGES_POLL_SECONDS: "0.1" });
  const log = createLogger("silent");
  const registry = await reachRegistry(settings, log, stack);
  const key = registry.sampleKey;
  const gateway = stack.use(await startGateway(settings, log, registry));
  const readAll = async () => {
    const response = await fetch(`${registry.url}/api/v1/terminals?limit=1000&key=${key}`);
    const tags = await fetch(`${registry.url}/api/v1/tags?limit=1000&page=3&key=${key}`);
    return (await response.text()) + (await tags.text());
  };
  const before = await readAll();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await readAll()).toBe(before);

  await using stream = await subscribe(gateway.url, "subscription { changes { kind id } }", {
    key,
  });
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

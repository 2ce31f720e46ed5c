import { expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../../src/gateway/call/protection/concurrency-limit.ts";
import { json, stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { createBudget, createCalls, tagCall } from "../../../support/upstream.ts";

test("the slots grow while calls wait and the event loop has time, up to the maximum", () => {
  const limit = new ConcurrencyLimit(256, () => 0.3);
  expect(adapt(limit, [true, true, true, true])).toEqual([128, 256, 256, 256]);
});

test("the slots shrink while the event loop is busy, down to 64", () => {
  let utilization = 0.3;
  const limit = new ConcurrencyLimit(256, () => utilization);
  adapt(limit, [true, true]);
  utilization = 0.99;
  expect(adapt(limit, Array(14).fill(true)).slice(0, 2)).toEqual([240, 224]);
  expect(limit.slots).toBe(64);
});

test("the slots stay as they are if the event loop is neither busy nor idle, or if no call waits", () => {
  let utilization = 0.95;
  const limit = new ConcurrencyLimit(256, () => utilization);
  expect(adapt(limit, [true, true])).toEqual([64, 64]);
  utilization = 0.1;
  expect(adapt(limit, [false, false])).toEqual([64, 64]);
});

test("there are never more slots than the maximum, even if that is small", () => {
  const limit = new ConcurrencyLimit(8, () => 0.1);
  expect([limit.slots, ...adapt(limit, [true, true])]).toEqual([8, 8, 8]);
});

test("a slow registry gets as many calls at a time as one key may make", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using calls = createCalls(registry.url, {
    settings: { REGISTRY_MAX_CONNECTIONS: 256, REGISTRY_TIMEOUT_MS: 60_000 },
  });
  const budget = createBudget({ maxCalls: 2_000, deadlineMs: 60_000 });
  const responses = Array.from({ length: 1_000 }, (_, id) => calls.get(tagCall(`${id}`), budget));
  await registry.call(191);
  expect(calls.statistics()).toMatchObject({ running: 192, waiting: 808 });
  registry.behaviour = json("late");
  for (const [position, call] of registry.calls.entries()) registry.behaviour(call, position);
  expect(await Promise.all(responses)).toEqual(new Array(1_000).fill("late"));
});

/** Adapts the limit to whether calls wait, several times, and returns the slots after each. */
function adapt(limit: ConcurrencyLimit, waiting: readonly boolean[]): readonly number[] {
  return waiting.map((isWaiting) => {
    limit.adapt(isWaiting);
    return limit.slots;
  });
}

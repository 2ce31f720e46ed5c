import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { stall, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall } from "../../support/upstream.ts";

test("time spent waiting counts once, however many calls are awaited", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 1_000 },
  });
  const budget = createBudget({ clock });
  const first = failureOf(restCalls.get(tagCall("1"), budget));
  clock.advance(400);
  const second = failureOf(restCalls.get(tagCall("2"), budget));
  clock.advance(600);
  await first;
  expect(budget.waitedMs).toBe(1_000);
  clock.advance(400);
  await second;
  clock.advance(5_000);
  expect(budget.waitedMs).toBe(1_400);
});

test("a request is as old as its oldest response, whose age counts from when its call was made", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url, { clock });
  const budget = createBudget({ clock });
  const began = clock.now();
  expect(budget.oldestResponseAt).toBeUndefined();
  const slow = restCalls.get(tagCall("1"), budget);
  clock.advance(2_000);
  const quick = restCalls.get(tagCall("2"), budget);
  for (const position of [1, 0]) {
    const { response } = await registry.call(position);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    await (position === 1 ? quick : slow);
    expect(budget.oldestResponseAt).toBe(position === 1 ? began + 2_000 : began);
  }
});

test("simultaneous waits for the shared cache count once", () => {
  const clock = new ManualClock();
  const budget = createBudget({ clock });
  budget.beginSharedCacheWait(clock.now());
  clock.advance(30);
  budget.beginSharedCacheWait(clock.now());
  clock.advance(20);
  expect(budget.sharedCacheWaitedMs(clock.now())).toBe(50);
  budget.endSharedCacheWait(clock.now());
  budget.endSharedCacheWait(clock.now());
  clock.advance(1_000);
  expect(budget.sharedCacheWaitedMs(clock.now())).toBe(50);
  budget.beginSharedCacheWait(clock.now());
  clock.advance(10);
  expect(budget.sharedCacheWaitedMs(clock.now())).toBe(60);
});

import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { stall } from "../../support/scripted-registry.ts";
import { createBudget, failureOf, startUpstream, tagCall } from "../../support/upstream.ts";

test("time spent waiting counts once, however many calls are awaited", async () => {
  await using upstream = await startUpstream(stall, { REGISTRY_TIMEOUT_MS: 1_000 });
  const { calls, clock } = upstream;
  const budget = createBudget({ clock });
  const first = failureOf(calls.get(tagCall("1"), budget));
  clock.advance(400);
  const second = failureOf(calls.get(tagCall("2"), budget));
  clock.advance(600);
  await first;
  expect(budget.waitedMs).toBe(1_000);
  clock.advance(400);
  await second;
  clock.advance(5_000);
  expect(budget.waitedMs).toBe(1_400);
});

test("a request is as old as its oldest response, whose age counts from when its call was made", async () => {
  await using upstream = await startUpstream(stall);
  const { calls, clock, registry } = upstream;
  const budget = createBudget({ clock });
  const began = clock.now();
  expect(budget.oldestResponseAt).toBeUndefined();
  const slow = calls.get(tagCall("1"), budget);
  clock.advance(2_000);
  const quick = calls.get(tagCall("2"), budget);
  for (const position of [1, 0]) {
    const { response } = await registry.call(position);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    await (position === 1 ? quick : slow);
    expect(budget.oldestResponseAt).toBe(position === 1 ? began + 2_000 : began);
  }
});

test("a request that is over, or has no call left, makes none", async () => {
  await using upstream = await startUpstream(stall);
  const { calls, clock, registry } = upstream;
  const ask = (options: Parameters<typeof createBudget>[0]) =>
    failureOf(calls.get(tagCall(), createBudget({ clock, ...options })));
  expect(await ask({ maxCalls: 0 })).toMatchObject({ code: "REGISTRY_CALL_LIMIT" });
  const startedAt = clock.now() - 20_000;
  expect(await ask({ startedAt })).toMatchObject({ code: "REQUEST_DEADLINE" });
  expect(registry.calls).toEqual([]);
});

test("simultaneous waits for the shared cache count once", () => {
  const clock = new ManualClock();
  const budget = createBudget({ clock });
  budget.beginSharedCacheWait(clock.now());
  budget.beginSharedCacheWait(clock.now());
  clock.advance(50);
  budget.endSharedCacheWait(clock.now());
  budget.endSharedCacheWait(clock.now());
  clock.advance(1_000);
  expect(budget.sharedCacheWaitedMs(clock.now())).toBe(50);
});

import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { json, stall, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall } from "../../support/upstream.ts";

test("responses that are ready by the deadline are delivered, and the other calls fail", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry((call, position) =>
    (call.path.includes("/1/") ? json("one") : stall)(call, position),
  );
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 60_000 },
  });
  const budget = createBudget({ clock, deadlineMs: 15_000 });
  const ready = restCalls.get(tagCall("1"), budget);
  const late = ["2", "3"].map((id) => failureOf(restCalls.get(tagCall(id), budget)));
  expect(await ready).toBe("one");
  const calls = [await registry.call(1), await registry.call(2)];
  clock.advance(15_000);
  for (const error of await Promise.all(late))
    expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
  await Promise.all(calls.map(({ closed }) => closed));
});

test("no call is made after the deadline", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(json(1));
  await using restCalls = createCalls(registry.url, { clock });
  const budget = createBudget({ clock, deadlineMs: 1_000 });
  clock.advance(1_000);
  const error = await failureOf(restCalls.get(tagCall(), budget));
  expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
  expect(registry.calls).toHaveLength(0);
});

test("no call is made for a cancelled request", async () => {
  await using registry = await startScriptedRegistry(json(1));
  await using restCalls = createCalls(registry.url);
  const budget = createBudget();
  budget.cancel();
  expect(await failureOf(restCalls.get(tagCall(), budget))).toMatchObject({
    code: "REQUEST_DEADLINE",
  });
  expect(registry.calls).toHaveLength(0);
});

test("when a request is cancelled, all its calls end, even those that wait for a slot", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { REGISTRY_MAX_CONNECTIONS: 2 },
  });
  const budget = createBudget({ clock });
  const errors = ["1", "2", "3", "4"].map((id) => failureOf(restCalls.get(tagCall(id), budget)));
  const calls = [await registry.call(0), await registry.call(1)];
  expect(restCalls.statistics()).toMatchObject({ running: 2, waiting: 2 });
  budget.cancel();
  expect(await Promise.all(errors)).toHaveLength(4);
  await Promise.all(calls.map(({ closed }) => closed));
  expect(restCalls.statistics()).toMatchObject({ running: 0, waiting: 0 });
  expect(registry.calls).toHaveLength(2);
});

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

test("after they are disposed of, calls fail", async () => {
  await using registry = await startScriptedRegistry(stall);
  const restCalls = createCalls(registry.url, { settings: { REGISTRY_MAX_CONNECTIONS: 1 } });
  const errors = ["1", "2"].map((id) => failureOf(restCalls.get(tagCall(id), createBudget())));
  const call = await registry.call(0);
  await restCalls[Symbol.asyncDispose]();
  const codes = (await Promise.all(errors)).map((error) => "code" in error && error.code);
  expect(codes).toEqual(["REGISTRY_UNAVAILABLE", "REGISTRY_UNAVAILABLE"]);
  await call.closed;
  expect(await failureOf(restCalls.get(tagCall(), createBudget()))).toMatchObject({
    code: "REGISTRY_UNAVAILABLE",
  });
});

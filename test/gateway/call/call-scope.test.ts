import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { json, stall, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createScope, createTransport, failureOf, tagCall } from "../../support/upstream.ts";

test("responses that are ready by the deadline are delivered, and the other calls fail", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry((call, position) =>
    (call.path.includes("/1/") ? json("one") : stall)(call, position),
  );
  await using transport = createTransport(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 60_000 },
  });
  const scope = createScope({ clock, deadlineMs: 15_000 });
  const ready = transport.get(tagCall("1"), scope);
  const late = ["2", "3"].map((id) => failureOf(transport.get(tagCall(id), scope)));
  expect(await ready).toBe("one");
  const calls = [await registry.call(1), await registry.call(2)];
  clock.advance(15_000);
  for (const error of await Promise.all(late))
    expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
  // One of them is carried on, to see whether the registry answers.
  await Promise.race(calls.map(({ closed }) => closed));
});

test("no call is made after the deadline", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(json(1));
  await using transport = createTransport(registry.url, { clock });
  const scope = createScope({ clock, deadlineMs: 1_000 });
  clock.advance(1_000);
  const error = await failureOf(transport.get(tagCall(), scope));
  expect(error).toMatchObject({ code: "REQUEST_DEADLINE" });
  expect(registry.calls).toHaveLength(0);
});

test("no call is made for a cancelled request", async () => {
  await using registry = await startScriptedRegistry(json(1));
  await using transport = createTransport(registry.url);
  const scope = createScope();
  scope.cancel();
  expect(await failureOf(transport.get(tagCall(), scope))).toMatchObject({
    code: "REQUEST_DEADLINE",
  });
  expect(registry.calls).toHaveLength(0);
});

test("when a request is cancelled, all its calls end but one that is carried on, even those that wait for a slot", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using transport = createTransport(registry.url, {
    clock,
    settings: { REGISTRY_MAX_CONNECTIONS: 2 },
  });
  const scope = createScope({ clock });
  const errors = ["1", "2", "3", "4"].map((id) => failureOf(transport.get(tagCall(id), scope)));
  const calls = [await registry.call(0), await registry.call(1)];
  expect(transport.statistics()).toMatchObject({ running: 2, waiting: 2 });
  scope.cancel();
  expect(await Promise.all(errors)).toHaveLength(4);
  await Promise.race(calls.map(({ closed }) => closed));
  expect(transport.statistics()).toMatchObject({ running: 1, waiting: 0 });
  expect(registry.calls).toHaveLength(2);
});

test("time spent waiting counts once, however many calls are awaited", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using transport = createTransport(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 1_000 },
  });
  const scope = createScope({ clock });
  const first = failureOf(transport.get(tagCall("1"), scope));
  clock.advance(400);
  const second = failureOf(transport.get(tagCall("2"), scope));
  clock.advance(600);
  await first;
  expect(scope.waitedMs).toBe(1_000);
  clock.advance(400);
  await second;
  clock.advance(5_000);
  expect(scope.waitedMs).toBe(1_400);
});

test("a request's age is that of its oldest response, from when its call was made", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using transport = createTransport(registry.url, { clock });
  const scope = createScope({ clock });
  expect(scope.ageSeconds).toBeUndefined();
  const slow = transport.get(tagCall("1"), scope);
  clock.advance(2_000);
  const quick = transport.get(tagCall("2"), scope);
  for (const position of [1, 0]) {
    const { response } = await registry.call(position);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    await (position === 1 ? quick : slow);
    expect(scope.ageSeconds).toBe(position === 1 ? 0 : 2);
  }
});

test("simultaneous waits for the shared cache count once", () => {
  const clock = new ManualClock();
  const scope = createScope({ clock });
  scope.beginSharedCacheWait(clock.now());
  clock.advance(30);
  scope.beginSharedCacheWait(clock.now());
  clock.advance(20);
  expect(scope.sharedCacheWaitedMs(clock.now())).toBe(50);
  scope.endSharedCacheWait(clock.now());
  scope.endSharedCacheWait(clock.now());
  clock.advance(1_000);
  expect(scope.sharedCacheWaitedMs(clock.now())).toBe(50);
  scope.beginSharedCacheWait(clock.now());
  clock.advance(10);
  expect(scope.sharedCacheWaitedMs(clock.now())).toBe(60);
});

test("waiting for another gateway does not count as a delay of the shared cache", () => {
  const clock = new ManualClock();
  const scope = createScope({ clock });
  scope.beginSharedCacheWait(clock.now());
  clock.advance(50);
  scope.endSharedCacheWait(clock.now());
  scope.countPeerWait(40);
  expect(scope.sharedCacheWaitedMs(clock.now())).toBe(50);
  expect(scope.sharedCacheDelayMs(clock.now())).toBe(10);
  scope.countPeerWait(40);
  expect(scope.sharedCacheDelayMs(clock.now())).toBe(0);
});

test("disposing of a transport fails its calls", async () => {
  await using registry = await startScriptedRegistry(stall);
  const transport = createTransport(registry.url, { settings: { REGISTRY_MAX_CONNECTIONS: 1 } });
  const errors = ["1", "2"].map((id) => failureOf(transport.get(tagCall(id), createScope())));
  const call = await registry.call(0);
  await transport[Symbol.asyncDispose]();
  const codes = (await Promise.all(errors)).map((error) => "code" in error && error.code);
  expect(codes).toEqual(["REGISTRY_UNAVAILABLE", "REGISTRY_UNAVAILABLE"]);
  await call.closed;
  expect(await failureOf(transport.get(tagCall(), createScope()))).toMatchObject({
    code: "REGISTRY_UNAVAILABLE",
  });
});

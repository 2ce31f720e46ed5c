import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { inTurn, json, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall, until } from "../../support/upstream.ts";

test("a bulk read takes nothing from the cache and leaves nothing there", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(inTurn(json("a"), json("b"), json("c")));
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { CACHE_TTL_SECONDS: 10 },
  });
  const bulk = () => restCalls.get(tagCall(), createBudget({ clock, isBulk: true }));
  const plain = () => restCalls.get(tagCall(), createBudget({ clock }));
  expect(await bulk()).toBe("a");
  expect([await plain(), await plain()]).toEqual(["b", "b"]);
  expect(await bulk()).toBe("c");
  expect(await plain()).toBe("b");
});

test("large bulk responses that arrive together are each decoded in their own turn of the event loop", async () => {
  await using registry = await startScriptedRegistry(() => {});
  await using restCalls = createCalls(registry.url);
  let decoded = 0;
  const calls = Array.from({ length: 6 }, (_, index) => {
    const decode = () => {
      // It takes longer than several pieces of work may together.
      for (const end = performance.now() + 10; performance.now() < end; );
      decoded += 1;
      return decoded;
    };
    const call = { ...tagCall(String(index)), decode };
    return restCalls.get(call, createBudget({ isBulk: true }));
  });
  const answered = Promise.all(calls);
  await registry.call(5);
  for (const { response } of registry.calls) {
    response.writeHead(200, { "content-type": "application/json" }).end("1");
  }
  let most = 0;
  let before = 0;
  await until(() => {
    most = Math.max(most, decoded - before);
    before = decoded;
    return decoded === 6;
  });
  expect(await answered).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(1);
});

test("a bulk read does not time out while its response waits to be decoded", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(json("late"));
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 5_000 },
  });
  const decode = (body: unknown) => {
    // All responses have arrived. Those that are not decoded yet wait for their turn.
    if (restCalls.statistics().running === 0) clock.advance(6_000);
    return body;
  };
  const read = ["1", "2", "3", "4"].map((id) =>
    restCalls.get(
      { ...tagCall(id), decode },
      createBudget({ clock, isBulk: true, deadlineMs: 60_000 }),
    ),
  );
  expect(await Promise.all(read)).toEqual(["late", "late", "late", "late"]);
});

test("a bulk read that is cancelled while its response waits to be decoded is never decoded", async () => {
  await using registry = await startScriptedRegistry(() => {});
  await using restCalls = createCalls(registry.url);
  const budget = createBudget({ isBulk: true });
  let decoded = 0;
  const decode = () => {
    decoded += 1;
    budget.cancel();
  };
  const read = ["1", "2"].map((id) => failureOf(restCalls.get({ ...tagCall(id), decode }, budget)));
  await registry.call(1);
  for (const { response } of registry.calls) {
    response.writeHead(200, { "content-type": "application/json" }).end("1");
  }
  expect((await Promise.all(read)).map(({ name }) => name)).toEqual([
    "RegistryError",
    "RegistryError",
  ]);
  expect(decoded).toBe(1);
});

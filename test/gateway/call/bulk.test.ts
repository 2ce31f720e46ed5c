import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { inTurn, json, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createBudget, createCalls, tagCall } from "../../support/upstream.ts";

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

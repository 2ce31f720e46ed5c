import { expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../../src/upstream/calls/protection/concurrency-limit.ts";
import { json, stall, startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { createScope, createTransport, tagCall } from "../../../support/upstream.ts";

test("there are more while calls wait and the event loop has time, up to the most", () => {
  const limit = new ConcurrencyLimit(256, () => 0.3);
  expect(sizes(limit, [true, true, true, true])).toEqual([128, 256, 256, 256]);
});

test("there are fewer while the event loop has no time, down to 64", () => {
  let utilization = 0.3;
  const limit = new ConcurrencyLimit(256, () => utilization);
  sizes(limit, [true, true]);
  utilization = 0.99;
  expect(sizes(limit, Array(14).fill(true)).slice(0, 2)).toEqual([240, 224]);
  expect(limit.slots).toBe(64);
});

test("where it has some time, or nothing waits, all stays as it is", () => {
  let utilization = 0.95;
  const limit = new ConcurrencyLimit(256, () => utilization);
  expect(sizes(limit, [true, true])).toEqual([64, 64]);
  utilization = 0.1;
  expect(sizes(limit, [false, false])).toEqual([64, 64]);
});

test("there are never more than may be, however few", () => {
  const limit = new ConcurrencyLimit(8, () => 0.1);
  expect([limit.slots, ...sizes(limit, [true, true])]).toEqual([8, 8, 8]);
});

test("a registry that takes its time is asked by as many calls as may be", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using transport = createTransport(registry.url, { maxConnections: 256, timeoutMs: 60_000 });
  const scope = createScope({ maxCalls: 2_000, deadlineMs: 60_000 });
  const answers = Array.from({ length: 1_000 }, (_, id) => transport.get(tagCall(`${id}`), scope));
  await registry.call(191);
  expect(transport.figures()).toMatchObject({ running: 192, waiting: 808 });
  registry.behaviour = json("late");
  for (const [position, call] of registry.calls.entries()) registry.behaviour(call, position);
  expect(await Promise.all(answers)).toEqual(new Array(1_000).fill("late"));
});

function sizes(limit: ConcurrencyLimit, looks: readonly boolean[]): readonly number[] {
  return looks.map((isWaiting) => {
    limit.adapt(isWaiting);
    return limit.slots;
  });
}

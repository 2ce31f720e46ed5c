import { getHeapSpaceStatistics } from "node:v8";
import { expect, test } from "vitest";
import type { Calls } from "../../../src/gateway/call/calls.ts";
import { collectGarbage } from "../../support/heap.ts";
import { json, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createBudget, createCalls, tagCall } from "../../support/upstream.ts";

const CALLS = 600;
const AT_A_TIME = 10;
const rows = Array.from({ length: 500 }, (_, id) => ({ id: `${id}`, name: `Tag ${id}` }));

test("responses become garbage while they are young: nothing that lives long refers to them", async () => {
  await using registry = await startScriptedRegistry(json(rows));
  await using calls = createCalls(registry.url);
  await getMany(calls, 100);
  collectGarbage();
  const before = oldBytes();
  await getMany(calls, CALLS);
  // A `Map` of calls in flight would keep far more than this. The scripted registry itself keeps some memory.
  expect(oldBytes() - before).toBeLessThan(0.7 * CALLS * JSON.stringify(rows).length);
});

/** Makes calls in groups, each followed by a collection of the young generation, as happens under load. */
async function getMany(calls: Calls, count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_A_TIME) {
    const ids = Array.from({ length: AT_A_TIME }, (_, position) => `${first + position}`);
    await Promise.all(
      ids.map(async (id) => {
        await calls.get(tagCall(id), createBudget());
        if (id.endsWith("0")) collectGarbage({ type: "minor" });
      }),
    );
  }
}

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === "old_space" || name === "large_object_space")
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

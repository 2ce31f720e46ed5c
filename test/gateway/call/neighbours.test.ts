import { expect, test } from "vitest";
import type { Calls } from "../../../src/gateway/call/calls.ts";
import type { RestCall } from "../../../src/gateway/call/rest-call.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  json,
  reset,
  startScriptedRegistry,
  status,
  unusedAddress,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  structureCall,
  tagsCall,
} from "../../support/upstream.ts";

/** Fails the calls whose path has a part, and answers the others. */
function failing(part: string, how: Behaviour): Behaviour {
  return (call, position) => (call.path.includes(part) ? how : json("ok"))(call, position);
}

const hows = [
  ["answers 500", status(500)],
  ["resets the connection", reset],
] as const;

test.for(hows)(
  "a structure for which the registry %s refuses no list of the same key",
  async ([, how]) => {
    await using registry = await startScriptedRegistry(failing("structure", how));
    await using restCalls = createCalls(registry.url, { clock: new ManualClock() });
    await failAll(
      restCalls,
      Array.from({ length: 24 }, () => structureCall()),
    );
    const before = registry.calls.length;
    await failAll(restCalls, [structureCall()]);
    expect(registry.calls).toHaveLength(before);

    for (let page = 1; page <= 20; page += 1) await answer(restCalls, tagsCall(page));
    expect(restCalls.statistics()).toMatchObject({
      circuit: "closed",
      refusedKeys: { structure: 1 },
    });
  },
);

test("five connections that fail refuse the registry as a whole", async () => {
  await using restCalls = createCalls(unusedAddress, { clock: new ManualClock() });
  for (let failures = 0; failures < 5; failures += 1) {
    expect(restCalls.statistics().circuit).toBe("closed");
    const budget = createBudget({ maxCalls: 1 });
    const error = await failureOf(restCalls.get(tagsCall(1, `digest-${failures}`), budget));
    expect(error.message).toContain("ECONNREFUSED");
  }
  expect(restCalls.statistics().circuit).toBe("open");
  expect(await failureOf(restCalls.get(structureCall("another"), createBudget()))).toMatchObject({
    message: expect.stringContaining("not called"),
  });
});

/** Makes one call after another, each of which fails. */
async function failAll(restCalls: Calls, calls: readonly RestCall<unknown>[]): Promise<void> {
  for (const call of calls) await failureOf(restCalls.get(call, createBudget({ maxCalls: 1 })));
}

async function answer(restCalls: Calls, call: RestCall<unknown>): Promise<void> {
  expect(await restCalls.get(call, createBudget())).toBe("ok");
}

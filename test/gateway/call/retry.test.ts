import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestBudget } from "../../../src/gateway/call/request-budget.ts";
import { RetryBudget } from "../../../src/gateway/call/retry-budget.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  inTurn,
  json,
  reset,
  resetInBody,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall, until } from "../../support/upstream.ts";

describe("a call is retried", () => {
  const retried: readonly (readonly [string, Behaviour])[] = [
    ["after a reset", reset],
    ["after a reset in the body", resetInBody],
    ["after 502", status(502)],
    ["after 503", status(503)],
    ["after 504", status(504)],
    ["after 503 with Retry-After", status(503, { "retry-after": "1" })],
    ["after 429 with Retry-After", status(429, { "retry-after": "1" })],
  ];
  test.for(retried)("%s", async ([, failure]) => {
    const { result, calls, budget } = await callUntilEnd(inTurn(failure, failure, json("ok")));
    expect(result).toMatchObject({ value: "ok" });
    expect(calls).toBe(3);
    expect(budget).toMatchObject({ calls: 3, retries: 2 });
  });
});

describe("a call is not retried", () => {
  const final: readonly (readonly [string, Behaviour, number])[] = [
    ["a third time", status(503), 3],
    ["after 400", status(400), 1],
    ["after 401", status(401), 1],
    ["after 429 without Retry-After", status(429), 1],
    ["after 429 that asks for more than two seconds", status(429, { "retry-after": "3" }), 1],
    [
      "after 429 that asks for more than two seconds in total",
      status(429, { "retry-after": "2" }),
      2,
    ],
    ["after 503 that asks for more than two seconds", status(503, { "retry-after": "3" }), 1],
    ["after 500", status(500), 1],
    ["after a response that is not JSON", ({ response }) => void response.end("<"), 1],
  ];
  test.for(final)("%s", async ([, behaviour, calls]) => {
    const end = await callUntilEnd(behaviour);
    expect(end).toMatchObject({ result: { status: "rejected" }, calls });
  });
});

test("calls that wait for their retry at the same time use up a request's two seconds only once", async () => {
  const clock = new ManualClock();
  const inTwoSeconds = status(429, { "retry-after": "2" });
  await using registry = await startScriptedRegistry((call, position) =>
    (position < 3 ? inTwoSeconds : json("ok"))(call, position),
  );
  await using restCalls = createCalls(registry.url, { clock });
  const budget = createBudget({ clock });
  const results = Promise.all(["1", "2", "3"].map((id) => restCalls.get(tagCall(id), budget)));
  await until(() => budget.retries === 3);
  clock.advance(2_000);
  expect(await results).toEqual(["ok", "ok", "ok"]);
  registry.behaviour = inTwoSeconds;
  expect(await failureOf(restCalls.get(tagCall("4"), budget))).toMatchObject({
    code: "REGISTRY_RATE_LIMITED",
    retryAfterSeconds: 2,
  });
  budget.renew({ deadlineMs: 15_000, maxCalls: 600 });
  expect(budget.canPause(2_000, clock.now())).toBe(true);
});

describe("a connection that the registry closes while it is idle", () => {
  /** Answers, and closes the connection some milliseconds later without announcing it. */
  const closeAfterResponse: Behaviour = (call, position) => {
    json("ok")(call, position);
    call.response.once("finish", () =>
      setTimeout(() => call.socket.destroy(), 1 + (position % 10)),
    );
  };

  test("is replaced by a fresh one at no cost to the request, however often", async () => {
    await using registry = await startScriptedRegistry(closeAfterResponse);
    await using restCalls = createCalls(registry.url);
    for (let id = 0; id < 300; id += 1) {
      const budget = createBudget();
      expect(await restCalls.get(tagCall(`${id}`), budget)).toBe("ok");
      expect(budget).toMatchObject({ calls: 1, retries: 0 });
    }
  });
});

test("the retries of a second are a tenth of the calls of the second before, or three", () => {
  const seconds = fc.array(fc.tuple(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 2 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(seconds, (all) => {
      const budget = new RetryBudget();
      let [second, before] = [0, 0];
      for (const [calls, passed] of all) {
        second += passed;
        for (let call = 0; call < calls; call += 1) budget.countCall(second * 1_000);
        let granted = 0;
        for (; budget.allowsRetry(second * 1_000 + 999); granted += 1)
          budget.countRetry(second * 1_000 + 999);
        expect(granted).toBe(Math.max(3, passed === 1 ? Math.floor(before / 10) : 0));
        before = calls;
      }
    }),
  );
});

/** Makes a call and returns its result, while a little more than two seconds pass before each retry. */
async function callUntilEnd(behaviour: Behaviour): Promise<{
  result: PromiseSettledResult<unknown>;
  calls: number;
  budget: RequestBudget;
}> {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(behaviour);
  await using restCalls = createCalls(registry.url, { clock });
  const budget = createBudget({ clock });
  let result: PromiseSettledResult<unknown> | undefined;
  const ending = Promise.allSettled([restCalls.get(tagCall(), budget)]).then(([end]) => {
    result = end;
  });
  for (let retries = 0; result === undefined; retries += 1) {
    await until(() => result !== undefined || budget.retries > retries);
    clock.advance(2_200);
  }
  await ending;
  return { result, calls: registry.calls.length, budget };
}

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
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall, until } from "../../support/upstream.ts";

const past = "Wed, 31 Dec 2025 23:00:00 GMT";
const farAway = "Fri, 31 Dec 9999 23:59:59 GMT";

describe("a call is retried", () => {
  const retried: readonly (readonly [string, Behaviour])[] = [
    ["after a reset", reset],
    ["after a reset in the body", resetInBody],
    ["after 502", status(502)],
    ["after 503", status(503)],
    ["after 504", status(504)],
    ["after 503 with Retry-After", status(503, { "retry-after": "1" })],
    ["after 429 with Retry-After", status(429, { "retry-after": "1" })],
    ["after 429 with a Retry-After in the past", status(429, { "retry-after": past })],
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
    ["after 404", status(404), 1],
    ["after 429 without Retry-After", status(429), 1],
    ["after 429 with a Retry-After that is not a time", status(429, { "retry-after": "soon" }), 1],
    ["after 429 that asks for more than two seconds", status(429, { "retry-after": "3" }), 1],
    [
      "after 429 that asks for more than two seconds in total",
      status(429, { "retry-after": "2" }),
      2,
    ],
    ["after 429 with a Retry-After far in the future", status(429, { "retry-after": farAway }), 1],
    ["after 503 that asks for more than two seconds", status(503, { "retry-after": "3" }), 1],
    [
      "after 503 that asks for more than two seconds in total",
      status(503, { "retry-after": "2" }),
      2,
    ],
    ["after 500", status(500), 1],
    ["after a response that is not JSON", ({ response }) => void response.end("<"), 1],
  ];
  test.for(final)("%s", async ([, behaviour, calls]) => {
    const end = await callUntilEnd(behaviour);
    expect(end).toMatchObject({ result: { status: "rejected" }, calls });
  });

  test("after a timeout", async () => {
    const clock = new ManualClock();
    await using registry = await startScriptedRegistry(stall);
    await using restCalls = createCalls(registry.url, {
      clock,
      settings: { REGISTRY_TIMEOUT_MS: 5_000 },
    });
    const result = failureOf(restCalls.get(tagCall(), createBudget({ clock })));
    await registry.call(0);
    clock.advance(5_000);
    expect(await result).toMatchObject({ code: "REGISTRY_TIMEOUT" });
    expect(registry.calls).toHaveLength(1);
  });
});

test("a 429 that is not retried tells how long the registry asks to wait", async () => {
  const { result } = await callUntilEnd(status(429, { "retry-after": "7" }));
  expect(result).toMatchObject({
    reason: { code: "REGISTRY_RATE_LIMITED", status: 429, retryAfterSeconds: 7 },
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

describe("the retry budget", () => {
  test("is a tenth of the calls of the previous second", () => {
    const budget = new RetryBudget();
    for (let call = 0; call < 100; call += 1) budget.countCall(5_500);
    expect(retriesGranted(budget, 6_200)).toBe(10);
    expect(retriesGranted(budget, 6_900)).toBe(0);
  });

  test("is a few retries a second if there are few calls", () => {
    const budget = new RetryBudget();
    expect(retriesGranted(budget, 0)).toBe(3);
    expect(retriesGranted(budget, 60_000)).toBe(3);
  });

  test("never grants more than the larger of the two", () => {
    const seconds = fc.array(fc.nat({ max: 300 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(seconds, (callsBySecond) => {
        const budget = new RetryBudget();
        let before = 0;
        for (const [second, calls] of callsBySecond.entries()) {
          for (let call = 0; call < calls; call += 1) budget.countCall(second * 1000);
          expect(retriesGranted(budget, second * 1000 + 999)).toBeLessThanOrEqual(
            Math.max(3, before / 10),
          );
          before = calls;
        }
      }),
    );
  });
});

function retriesGranted(budget: RetryBudget, now: number): number {
  let granted = 0;
  while (budget.allowsRetry(now)) {
    budget.countRetry(now);
    granted += 1;
  }

  return granted;
}

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

import { expect, test } from "vitest";
import { RetryBudget } from "../../../../src/gateway/call/retry-budget.ts";
import { createAgain } from "../../../../src/gateway/call/steps/again.ts";
import {
  circuitFailure,
  type Failure,
  leftFailure,
} from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { createBudget } from "../../../support/upstream.ts";
import { absent, answer, awaitedCall, fakeNext, settle } from "./fake-next.ts";

const busy: Failure = { ...absent, status: 503, retry: "soon", verdict: "down" };
const xml: Failure = { ...absent, isXml: true };
const moved: Failure = { ...absent, location: "/moved" };

function setUp({ refusal }: { refusal?: Failure } = {}) {
  const clock = new ManualClock();
  const way = fakeNext();
  const again = createAgain({
    retryBudget: new RetryBudget(),
    httpClient: { redirect: (location) => (location === "away" ? undefined : location) },
    refusal: { of: () => refusal },
    clock,
    random: () => 1,
  });
  return {
    clock,
    ...way,
    begin(options: Parameters<typeof createBudget>[0] = {}) {
      const budget = createBudget({ clock, ...options });
      const call = awaitedCall({}, budget);
      return { call, budget, outcome: again(call, way.next) };
    },
    /** Time passes, as for calls under way. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      for (const call of way.calls) call.tick(clock.now());
      await settle();
    },
  };
}

test("an attempt that failed is made again after a pause, twice at most, and each costs a call", async () => {
  const { begin, calls, end, pass } = setUp();
  const { outcome, budget } = begin();
  await end(busy);
  await pass(99);
  expect(calls).toHaveLength(1);
  await pass(1);
  expect(calls).toHaveLength(2);
  await end(busy);
  await pass(200);
  await end(busy);
  expect(await outcome).toBe(busy);
  expect([calls.length, budget.calls, budget.retries]).toEqual([3, 2, 2]);
});

test.for<[string, Failure, Parameters<typeof createBudget>[0], Failure | undefined]>([
  ["if a retry cannot help", absent, {}, undefined],
  ["if the request has no call left", busy, { maxCalls: 0 }, undefined],
  ["if the pause would end after the deadline", busy, { deadlineMs: 100 }, undefined],
  ["if the pause would be too long", { ...busy, retryAfterSeconds: 3 }, {}, undefined],
  ["if such calls are refused", busy, {}, circuitFailure],
  ["after a redirect, if the request has no call left", moved, { maxCalls: 0 }, undefined],
  ["after a redirect away", { ...moved, location: "away" }, {}, undefined],
])("it is not made again %s", async ([, failure, options, refusal]) => {
  const { begin, end, calls } = setUp(refusal && { refusal });
  const { outcome } = begin(options);
  await end(failure);
  expect([await outcome, calls.length]).toEqual([failure, 1]);
});

test("one that is made again for the request that stays is not once that leaves during the pause", async () => {
  const { begin, end, calls, clock, pass } = setUp();
  const { outcome, call } = begin({ deadlineMs: 100 });
  const stays = createBudget({ clock });
  void call.join(stays, clock.now()).catch(() => {});
  await end(busy);
  await pass(100);
  await end(busy);
  stays.cancel();
  expect([await outcome, calls.length]).toEqual([leftFailure, 2]);
});

test("a redirect is followed at once, and only once", async () => {
  const { begin, end, calls } = setUp();
  const { outcome, call } = begin();
  await end(moved);
  expect([calls.length, call.path]).toEqual([2, "/moved"]);
  await end(moved);
  expect(await outcome).toBe(moved);
});

test("after XML the call asks for JSON, and if that helps, later calls begin with it until it does not", async () => {
  const { begin, end } = setUp();
  const asks = async (...ends: Parameters<typeof end>[0][]) => {
    const { call, outcome, budget } = begin();
    const asked = [call.path.endsWith("&type=json")];
    for (const one of ends) await end(one);
    await outcome;
    asked.push(call.path.endsWith("&type=json"));
    return [...asked, budget.calls];
  };
  expect(await asks(xml, xml)).toEqual([false, true, 1]);
  expect(await asks(xml, answer("json"))).toEqual([false, true, 1]);
  expect(await asks(answer("json"))).toEqual([true, true, 0]);
  expect(await asks(xml)).toEqual([true, true, 0]);
  expect(await asks(answer("json"))).toEqual([false, false, 0]);
});

import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import type { GraphqlRequest, Leavable } from "../../../src/gateway/answer/request.ts";
import {
  costOf,
  type GraphqlResponse,
  GraphqlResponses,
} from "../../../src/gateway/answer/responses.ts";
import { RequestBudget } from "../../../src/gateway/call/request-budget.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const ttlMs = 5_000;
const cost = { calls: 3, pages: 1, retries: 1, shared: 1, cacheHits: 0, waitedMs: 7 };

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

function ask(responses: GraphqlResponses, keyDigest = "digest", cacheKey = "{}") {
  const budget = new RequestBudget({ deadlineMs: 15_000, maxCalls: 600, clock });
  const { promise, resolve } = Promise.withResolvers<GraphqlResponse>();
  const left: Leavable[] = [];
  const onClose = (leavable: Leavable) => void left.push(leavable);
  const identity = { key: keyDigest, keyDigest };
  const request = { identity, onClose } as unknown as GraphqlRequest;
  let isExecuted = false;
  const found = responses.findOrExecute(request, cacheKey, () => {
    isExecuted = true;
    return { budget, response: promise };
  });
  return {
    budget,
    found,
    response: async () => found.response,
    cost: async () => costOf(await found.response, found.reuse),
    leave: () => {
      for (const leavable of left) leavable.leave();
    },
    isExecuted,
    end(response: Partial<GraphqlResponse> = {}) {
      const whole = { body: "{}", hasExtensions: false, cost };
      resolve({ ...whole, errorCodes: [], oldestPartAt: undefined, ...response });
    },
  };
}

test("a request that joins a response is not charged for its calls", async () => {
  const responses = new GraphqlResponses(0, clock);
  const first = ask(responses);
  const second = ask(responses);
  first.end();
  expect(await first.cost()).toEqual(cost);
  expect(await second.cost()).toEqual({ ...cost, calls: 0, retries: 0, shared: 3 });
});

test("an operation is executed again once a REST response for it has begun", () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  ask(responses).budget.hasResponseStarted = true;
  expect(ask(responses).isExecuted).toBe(true);
});

test("an operation is executed again if joining would cost a request too much of its own deadline", () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  ask(responses);
  clock.advance(100);
  expect(ask(responses).isExecuted).toBe(true);
});

test("a response with a part from the cache is shared as long as the cache can serve that part", () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  ask(responses).budget.countResponse(clock.now() - ttlMs + 10);
  expect(ask(responses).isExecuted).toBe(false);
  clock.advance(10);
  expect(ask(responses).isExecuted).toBe(true);
});

test("an operation is executed again if its last response has ended and is not kept", async () => {
  const responses = new GraphqlResponses(0, clock);
  const first = ask(responses);
  first.end();
  await first.response();
  expect(ask(responses).isExecuted).toBe(true);
});

test("a response without errors is kept for most of its oldest part's lifetime", async () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  const failed = ask(responses);
  failed.end({ oldestPartAt: clock.now(), errorCodes: ["REGISTRY_TIMEOUT"] });
  await failed.response();
  const whole = ask(responses);
  expect(whole.isExecuted).toBe(true);
  whole.end({ oldestPartAt: clock.now() });
  await whole.response();
  clock.advance(4_000);
  const kept = ask(responses);
  expect(kept.isExecuted).toBe(false);
  expect(await kept.cost()).toEqual({
    ...cost,
    calls: 0,
    retries: 0,
    shared: 0,
    cacheHits: 3,
    waitedMs: 0,
  });
  clock.advance(1);
  expect(ask(responses).isExecuted).toBe(true);
});

test("a response that comes late replaces none that was asked for later", async () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  const slow = ask(responses);
  const askedAt = clock.now();
  clock.advance(200);
  const quick = ask(responses);
  quick.end({ body: "newer", oldestPartAt: clock.now() });
  await quick.response();
  slow.end({ body: "older", oldestPartAt: askedAt });
  await slow.response();
  expect(String((await ask(responses).response()).body)).toBe("newer");
});

test("an execution is cancelled when the last caller that waits for it leaves", () => {
  const responses = new GraphqlResponses(0, clock);
  const first = ask(responses);
  const second = ask(responses);
  first.leave();
  expect(first.budget.isCancelled).toBe(false);
  second.leave();
  expect(first.budget.isCancelled).toBe(true);
});

test("a cancelled execution is not joined", () => {
  const responses = new GraphqlResponses(0, clock);
  ask(responses).leave();
  expect(ask(responses).isExecuted).toBe(true);
});

test("the limit on kept responses includes their questions", async () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  const names = Array.from({ length: 8_000 }, (_, number) => `${number} ${"x".repeat(8_000)}`);
  for (const cacheKey of names) {
    const pending = ask(responses, "digest", cacheKey);
    pending.end({ oldestPartAt: clock.now() });
    await pending.response();
  }
  const reuseOf = (cacheKey = "") => ask(responses, "digest", cacheKey).found.reuse;
  expect([reuseOf(names[0]), reuseOf(names.at(-1))]).toEqual(["none", "kept"]);
});

test("a kept response takes no more memory than its own bytes", async () => {
  const responses = new GraphqlResponses(ttlMs, clock);
  for (const body of ["{}", "x".repeat(3_000), "я".repeat(20_000), Buffer.from("{}")]) {
    const name = `${body.length}`;
    ask(responses, "digest", name).end({ body, oldestPartAt: clock.now() });
    await setImmediate();
    const kept = await ask(responses, "digest", name).response();
    expect(String(kept.body)).toBe(String(body));
    expect((kept.body as Buffer).buffer.byteLength).toBe(Buffer.byteLength(body));
  }
});

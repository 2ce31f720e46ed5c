import { beforeEach, expect, test } from "vitest";
import { type Answer, Answers, costOf } from "../../../src/gateway/pipeline/answers.ts";
import type { PipelineRequest } from "../../../src/gateway/pipeline/request.ts";
import { RequestScope } from "../../../src/upstream/calls/request-scope.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const ttlMs = 5_000;
const cost = { calls: 3, pages: 1, retries: 1, shared: 1, cacheHits: 0, waitedMs: 7 };

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

/** A request for an answer. Its caller can leave. */
function ask(answers: Answers, keyDigest = "digest", name = "{}") {
  const scope = new RequestScope({ deadlineMs: 15_000, maxCalls: 600, clock });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let leave = () => {};
  const report = {
    operationName: undefined,
    errorCodes: [],
    scope: undefined,
    wasDocumentKnown: undefined,
    events: undefined,
  };
  const onLeave = (listener: () => void) => {
    leave = listener;
  };
  const request = { report, onLeave } as unknown as PipelineRequest;
  let isExecuted = false;
  const found = answers.findOrExecute({ keyDigest, name }, request, () => {
    isExecuted = true;
    return { scope, answer: promise };
  });
  return {
    scope,
    found,
    answer: async () => found.answer,
    cost: async () => costOf(await found.answer, found.reuse),
    leave: () => leave(),
    isExecuted,
    end(answer: Partial<Answer> = {}) {
      const whole = { body: "{}", hasExtensions: false, cost };
      resolve({ ...whole, errorCodes: [], oldestPartAt: undefined, ...answer });
    },
  };
}

test("a pending answer is shared as long as no registry answer has begun for it", async () => {
  const answers = new Answers(0, clock);
  const first = ask(answers);
  const second = ask(answers);
  expect([first.isExecuted, second.isExecuted]).toEqual([true, false]);
  first.end();
  expect(await second.answer()).toBe(await first.answer());
});

test("a request that joins an answer is not charged for its calls", async () => {
  const answers = new Answers(0, clock);
  const first = ask(answers);
  const second = ask(answers);
  first.end();
  expect(await first.cost()).toEqual(cost);
  expect(await second.cost()).toEqual({ ...cost, calls: 0, retries: 0, shared: 3 });
});

test("an answer is executed again for another key", () => {
  const answers = new Answers(0, clock);
  ask(answers);
  expect(ask(answers, "other").isExecuted).toBe(true);
});

test("an answer is executed again once an answer of the registry has begun for it", () => {
  const answers = new Answers(ttlMs, clock);
  ask(answers).scope.hasAnswerBegun = true;
  expect(ask(answers).isExecuted).toBe(true);
});

test("an answer is executed again once a request that joined would lose too much of its own deadline", () => {
  const answers = new Answers(ttlMs, clock);
  ask(answers);
  clock.advance(100);
  expect(ask(answers).isExecuted).toBe(true);
});

test("an answer with a part from the cache is shared as long as the cache can serve that part", () => {
  const answers = new Answers(ttlMs, clock);
  ask(answers).scope.countAnswer(clock.now() - ttlMs + 10);
  expect(ask(answers).isExecuted).toBe(false);
  clock.advance(10);
  expect(ask(answers).isExecuted).toBe(true);
});

test("an answer that has ended and is not kept is executed again", async () => {
  const answers = new Answers(0, clock);
  const first = ask(answers);
  first.end();
  await first.answer();
  expect(ask(answers).isExecuted).toBe(true);
});

test("an answer without errors is kept for most of its oldest part's lifetime", async () => {
  const answers = new Answers(ttlMs, clock);
  const failed = ask(answers);
  failed.end({ oldestPartAt: clock.now(), errorCodes: ["REGISTRY_TIMEOUT"] });
  await failed.answer();
  const whole = ask(answers);
  expect(whole.isExecuted).toBe(true);
  whole.end({ oldestPartAt: clock.now() });
  await whole.answer();
  clock.advance(4_000);
  const kept = ask(answers);
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
  expect(ask(answers).isExecuted).toBe(true);
});

test("an answer is cancelled when the last caller that waits for it leaves", () => {
  const answers = new Answers(0, clock);
  const first = ask(answers);
  const second = ask(answers);
  first.leave();
  expect(first.scope.isCancelled).toBe(false);
  second.leave();
  expect(first.scope.isCancelled).toBe(true);
});

test("a cancelled answer is not joined", () => {
  const answers = new Answers(0, clock);
  ask(answers).leave();
  expect(ask(answers).isExecuted).toBe(true);
});

test("the limit on kept answers includes their questions", async () => {
  const answers = new Answers(ttlMs, clock);
  const names = Array.from({ length: 2_200 }, (_, number) => `${number} ${"x".repeat(8_000)}`);
  for (const name of names) {
    const pending = ask(answers, "digest", name);
    pending.end({ oldestPartAt: clock.now() });
    await pending.answer();
  }
  const reuseOf = (name = "") => ask(answers, "digest", name).found.reuse;
  expect([reuseOf(names[0]), reuseOf(names.at(-1))]).toEqual(["none", "kept"]);
});

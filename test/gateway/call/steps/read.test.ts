import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import type { Answer, Call } from "../../../../src/gateway/call/call.ts";
import { createRead } from "../../../../src/gateway/call/steps/read.ts";
import {
  type Failure,
  inflateFailure,
  leftFailure,
} from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { createBudget } from "../../../support/upstream.ts";
import { absent, answer, awaitedCall, sentAnswer } from "./fake-next.ts";

function setUp() {
  const clock = new ManualClock(1_000);
  const keyMemory = new KeyMemory<Failure>(clock);
  const read = createRead(1_000, keyMemory);
  return {
    keyMemory,
    read: (call: Call, outcome: Answer | typeof absent) => read(call, async () => outcome),
  };
}

test("a body is decoded, what it shows is learned, and its key is known from now on", async () => {
  const { read, keyMemory } = setUp();
  const learned: unknown[] = [];
  const call = awaitedCall({ learn: (...about) => learned.push(about) });
  expect(await read(call, sentAnswer('{"a":1}'))).toMatchObject({ value: { a: 1 }, bodyBytes: 7 });
  expect(learned).toEqual([[{ a: 1 }, 7]]);
  expect(keyMemory.isKnown(call.keyDigest)).toBe(true);
});

test.for<[string, Answer, object]>([
  ["inflated", sentAnswer(gzipSync("[1]"), "gzip"), { value: [1] }],
  ["refused if it is damaged", sentAnswer("[1]", "gzip"), inflateFailure],
  ["refused if it is too large", sentAnswer(gzipSync(" ".repeat(1_001)), "gzip"), inflateFailure],
  ["refused if it is no JSON", sentAnswer("no"), { code: "REGISTRY_BAD_RESPONSE", isXml: false }],
  ["known for XML", sentAnswer("<tag/>"), { code: "REGISTRY_BAD_RESPONSE", isXml: true }],
])("a body is %s", async ([, body, expected]) => {
  expect(await setUp().read(awaitedCall(), body)).toMatchObject(expected);
});

test("a failure, and an answer that was read already, are passed on", async () => {
  const { read } = setUp();
  for (const outcome of [absent, answer("kept")])
    expect(await read(awaitedCall(), outcome)).toBe(outcome);
});

test("each who waits answers for a part of a body, and what is too much for all is not decoded", async () => {
  const { read } = setUp();
  const parts: number[] = [];
  let decoded = 0;
  const budgets = [1, 2].map(() =>
    createBudget({
      onBody(bytes) {
        parts.push(bytes);
        for (const budget of budgets) budget.cancel();
      },
    }),
  );
  const [first] = budgets;
  const call = awaitedCall({ decode: () => (decoded += 1) }, first);
  for (const budget of budgets.slice(1)) void call.join(budget, 0).catch(() => {});
  expect(await read(call, sentAnswer("[1, 2, 3]"))).toBe(leftFailure);
  expect([parts, decoded]).toEqual([[5, 5], 0]);
});

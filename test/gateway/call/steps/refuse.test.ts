import { expect, test } from "vitest";
import { KeyMemory } from "../../../../src/gateway/base/key-memory.ts";
import { Breaker } from "../../../../src/gateway/call/breaker.ts";
import { Refusal } from "../../../../src/gateway/call/steps/refuse.ts";
import {
  badResponseFailure,
  circuitFailure,
  closedFailure,
  type Failure,
  timeoutFailure,
} from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { absent, answer, callOf, fakeNext } from "./fake-next.ts";

function setUp() {
  const clock = new ManualClock();
  const breaker = new Breaker();
  const keyMemory = new KeyMemory<Failure>(clock);
  const refusal = new Refusal({ breaker, keyMemory, clock });
  return { clock, breaker, keyMemory, refusal, ...fakeNext() };
}

const unauthorized: Failure = { ...absent, code: "UNAUTHENTICATED", status: 401 };

test("a call is not made while such calls fail, and again after one has succeeded", async () => {
  const { refusal, calls, next, end, clock } = setUp();
  for (let failures = 0; failures < 5; failures += 1) {
    const failed = refusal.guard(callOf(), next);
    await end(timeoutFailure);
    expect(await failed).toBe(timeoutFailure);
  }
  expect(await refusal.refuse(callOf(), next)).toBe(circuitFailure);
  // One that has waited for its slot meanwhile is not sent either.
  const waited = callOf();
  waited.hasWaited = true;
  expect(await refusal.guard(waited, next)).toBe(circuitFailure);
  expect(calls).toHaveLength(5);
  void refusal.refuse(callOf({ kind: "tags" }), next);
  await end(answer("another kind"));
  clock.advance(250);
  void refusal.guard(callOf(), next);
  expect(await refusal.refuse(callOf(), next)).toBe(circuitFailure);
  await end(answer("ok"));
  expect(refusal.of(callOf().restCall)).toBeUndefined();
});

test("a call is not made for a second after its key was refused", async () => {
  const { refusal, next, end, clock } = setUp();
  const refused = refusal.guard(callOf(), next);
  await end(unauthorized);
  expect([await refused, await refusal.refuse(callOf(), next)]).toEqual([
    unauthorized,
    unauthorized,
  ]);
  // One that has waited for its slot meanwhile is not sent either.
  const waited = callOf();
  waited.hasWaited = true;
  expect(await refusal.guard(waited, next)).toBe(unauthorized);
  clock.advance(1_000);
  expect(refusal.of(callOf().restCall)).toBeUndefined();
});

test("a status that may concern only this call refuses no key, and counts against nobody", async () => {
  const { refusal, breaker, next, end, clock } = setUp();
  for (let failures = 0; failures < 5; failures += 1) {
    const failed = refusal.guard(callOf({ ambiguousStatuses: [401] }), next);
    await end({ ...unauthorized, verdict: "down" });
    expect(await failed).toEqual(badResponseFailure("the registry answered with 401", 401));
  }
  expect([refusal.of(callOf().restCall), breaker.state(clock.now())]).toEqual([
    undefined,
    "closed",
  ]);
});

const unsafe = [
  "a b",
  "a\r\nx: y",
  "\0",
  "é",
  "\ud800",
  "\u202e",
  "a#b",
  "<",
  "\\",
  "{id}",
  "a\tb",
];

test("no call is made once the gateway closes, and none whose path is unsafe", async () => {
  const { refusal, calls, next } = setUp();
  for (const id of unsafe) {
    const refused = refusal.refuse(callOf({ path: `/${id}?key=secret` }), next);
    await expect(refused).rejects.toThrow(/^the path of a GET \S+ is not URL-safe ASCII$/);
  }
  refusal.isClosed = true;
  expect(await refusal.refuse(callOf(), next)).toBe(closedFailure);
  expect(calls).toEqual([]);
});

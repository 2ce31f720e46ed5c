import { expect, test } from "vitest";
import { SharedWork } from "../../../src/gateway/road/shared-work.ts";
import { RequestScope } from "../../../src/upstream/request-scope.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const ttlMs = 5_000;

function begin() {
  const clock = new ManualClock();
  const scope = new RequestScope({ deadlineMs: 15_000, maxCalls: 600, clock });
  return { clock, scope, work: new SharedWork({ lane: "lane", text: "{}" }, scope, clock.now()) };
}

test("work may be joined while nothing was read for it", () => {
  const { clock, work } = begin();
  expect(work.isJoinable(clock.now(), 0)).toBe(true);
});

test("not once an answer of the registry has begun", () => {
  const { clock, scope, work } = begin();
  scope.hasBegun = true;
  expect(work.isJoinable(clock.now(), ttlMs)).toBe(false);
});

test("not once so much of its deadline is gone that a joiner would miss it", () => {
  const { clock, work } = begin();
  clock.advance(100);
  expect(work.isJoinable(clock.now(), ttlMs)).toBe(false);
});

test("with a part from the cache, only as long as the cache may give that part", () => {
  const { clock, scope, work } = begin();
  scope.countAnswer(clock.now() - ttlMs + 10);
  expect(work.isJoinable(clock.now(), ttlMs)).toBe(true);
  clock.advance(10);
  expect(work.isJoinable(clock.now(), ttlMs)).toBe(false);
});

test("not once it has ended", () => {
  const { clock, work } = begin();
  work.end();
  expect(work.isJoinable(clock.now(), ttlMs)).toBe(false);
});

import { expect, test } from "vitest";
import { Slots } from "../../../../src/gateway/call/slots.ts";
import { createQueue } from "../../../../src/gateway/call/steps/queue.ts";
import { leftFailure, queueTimeoutFailure } from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { answer, awaitedCall, fakeNext } from "./fake-next.ts";

function setUp() {
  const clock = new ManualClock();
  const slots = new Slots(1, { hasKnown: false, isKnown: () => false });
  const way = fakeNext();
  const queue = createQueue(slots, clock, 1_000);
  const begin = () => {
    const call = awaitedCall();
    return { call, outcome: queue(call, way.next) };
  };
  return { clock, slots, begin, ...way };
}

test("a call that waits is not sent once its time is over, or nobody wants it", async () => {
  const { begin, calls, end, clock, slots } = setUp();
  begin();
  const [late, left, unnoticed] = [begin(), begin(), begin()];
  left.call.budget.cancel();
  expect(await left.outcome).toBe(leftFailure);
  clock.advance(1_000);
  late.call.tick(clock.now());
  expect(await late.outcome).toBe(queueTimeoutFailure);
  // Its time is over, too, but the next tick has not come.
  await end(answer("ok"));
  expect(await unnoticed.outcome).toBe(queueTimeoutFailure);
  expect([calls.length, slots.running, slots.waiting]).toEqual([1, 0, 0]);
});

import { expect, test } from "vitest";
import { KeyMemory } from "../../../src/gateway/base/key-memory.ts";
import { type AttemptEnd, Attempts, type Step } from "../../../src/gateway/call/attempts.ts";
import { RetryBudget } from "../../../src/gateway/call/in-flight/next-attempt.ts";
import { PendingCall } from "../../../src/gateway/call/in-flight/pending-call.ts";
import {
  badResponseFailure,
  connectionFailure,
  queueTimeoutFailure,
  toStale,
} from "../../../src/registry-client/failure.ts";
import type { Received } from "../../../src/registry-client/response-reader.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { createBudget, tagCall } from "../../support/upstream.ts";

const lost = { failure: connectionFailure({ code: "ECONNRESET" }, "sent") };

test("an attempt is queued until its key has a slot, is sent, read, and ends once", () => {
  const { begin, receive, sent, ends } = setUp({ maxConnections: 1 });
  const [first, second] = [begin("1"), begin("2")];
  expect([first.state, second.state, sent.length]).toEqual(["sent", "queued", 1]);
  receive(first, body('{"name":"one"}'));
  expect([first.state, second.state, sent.length]).toEqual(["reading", "sent", 2]);
  receive(second, body("no JSON"));
  expect(ends).toMatchObject([{ value: { name: "one" } }, { error: expect.any(Error) }]);
});

test("a call that its connection lost while it was idle is sent again at once, and only then fails", () => {
  const { begin, receive, sent, ends } = setUp();
  const call = begin("1");
  receive(call, { failure: toStale({ ...lost.failure, retry: "soon" }) });
  expect(sent.map(({ isNew }) => isNew)).toEqual([false, true]);
  receive(call, lost);
  expect(ends).toEqual([lost]);
});

test("a call that waited until its time was over is not sent, and leaves its slot to the next", () => {
  const { begin, receive, sent, ends, clock } = setUp({ maxConnections: 1 });
  const first = begin("1");
  begin("2");
  clock.advance(5_000);
  const third = begin("3");
  receive(first, { failure: badResponseFailure("the registry answered with 404", 404) });
  expect(ends).toMatchObject([{ failure: queueTimeoutFailure }, { failure: { status: 404 } }]);
  expect(sent.map(({ call }) => call)).toEqual([first, third]);
});

function body(text: string): Received {
  return { sent: { bytes: Buffer.from(text), encoding: undefined } };
}

/** Attempts whose calls are sent nowhere: the test receives their responses. */
function setUp({ maxConnections = 4 }: { maxConnections?: number } = {}) {
  const clock = new ManualClock();
  const sent: { call: PendingCall; isNew: boolean }[] = [];
  const ends: AttemptEnd[] = [];
  const dones = new Map<PendingCall, (call: PendingCall, received: Received) => void>();
  const sender =
    (isNew: boolean): Step<Received> =>
    (call, done) => {
      sent.push({ call, isNew });
      dones.set(call, done);
    };
  const attempts = new Attempts(
    {
      sender: { send: sender(false), sendOnNewConnection: sender(true) },
      keyMemory: new KeyMemory(clock),
      timeoutMs: 5_000,
      maxConnections,
      maxBodyBytes: 1_000,
      retryBudget: new RetryBudget(),
      clock,
      onCall: undefined,
    },
    (_, end) => ends.push(end),
  );
  const budgets = new Map<PendingCall, ReturnType<typeof createBudget>>();
  const bodies: number[] = [];
  let onBody = (bytes: number) => {
    bodies.push(bytes);
  };
  return {
    attempts,
    clock,
    sent,
    ends,
    bodies,
    onBody(listener: () => void): void {
      onBody = listener;
    },
    begin(id: string): PendingCall {
      const restCall = tagCall(id);
      const call = new PendingCall(restCall, restCall.path, (left) => {
        // As whoever made it does.
        if (left.state === "reading") left.state = "over";
      });
      const budget = createBudget({ clock, onBody: (bytes) => onBody(bytes) });
      budgets.set(call, budget);
      void call.join(budget, clock.now()).catch(() => {});
      attempts.begin(call, clock.now());
      return call;
    },
    receive: (call: PendingCall, received: Received) => dones.get(call)?.(call, received),
    /** Nobody waits for the call any more. */
    leave: (call: PendingCall) => budgets.get(call)?.cancel(),
  };
}

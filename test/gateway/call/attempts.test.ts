import { setImmediate } from "node:timers/promises";
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

test("of calls that nobody waits for, one of each kind is carried on, and its body is not read", () => {
  const { attempts, begin, receive, ends, leave } = setUp();
  const [first, second] = [begin("1"), begin("2")];
  for (const call of [first, second]) leave(call);
  expect([attempts.carryOn(first), attempts.carryOn(second)]).toEqual([true, false]);
  receive(first, body("{}"));
  expect(ends).toEqual(["unread"]);
  const third = begin("3");
  leave(third);
  expect(attempts.carryOn(third)).toBe(true);
});

test("a large body counts at once, and is decoded in its turn, in pieces (rule 12)", async () => {
  const { begin, receive, ends, bodies } = setUp();
  const tags = Array.from({ length: 30_000 }, (_, id) => ({ id, name: "n".repeat(100) }));
  const text = JSON.stringify({ tags });
  receive(begin("1"), body(text));
  expect([bodies, ends]).toEqual([[text.length], []]);
  expect(await turnsUntil(() => ends.length > 0)).toBeGreaterThan(1);
  expect(ends).toMatchObject([{ value: { tags } }]);
});

test("a large body that is the same a third time need not be decoded, and waits for no turn", async () => {
  const { begin, receive, ends } = setUp();
  const text = JSON.stringify({ name: "n".repeat(100_000) });
  for (const time of [1, 2]) {
    receive(begin("1"), body(text));
    await turnsUntil(() => ends.length === time);
  }
  receive(begin("1"), body(text));
  // As a promise that is resolved already.
  for (let at = 0; at < 5; at += 1) await null;
  expect(ends).toHaveLength(3);
});

test("of a large body that takes too much memory nothing is decoded (rule 12)", async () => {
  const { begin, receive, ends, leave, onBody } = setUp();
  const call = begin("1");
  onBody(() => leave(call));
  receive(call, body(JSON.stringify({ name: "n".repeat(100_000) })));
  await turnsUntil(() => true);
  expect([call.state, ends]).toEqual(["over", []]);
});

/** Lets the event loop turn until something holds. Returns how often it turned. */
async function turnsUntil(holds: () => boolean): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    await setImmediate();
    if (holds()) return turns;
  }
}

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

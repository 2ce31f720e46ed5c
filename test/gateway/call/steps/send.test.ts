import { expect, test } from "vitest";
import { RetryBudget } from "../../../../src/gateway/call/retry-budget.ts";
import { createSend } from "../../../../src/gateway/call/steps/send.ts";
import {
  connectionFailure,
  connectTimeoutFailure,
  type Failure,
  leftFailure,
  queueTimeoutFailure,
  timeoutFailure,
  toStale,
} from "../../../../src/registry-client/failure.ts";
import type { Received } from "../../../../src/registry-client/response-reader.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { absent, awaitedCall } from "./fake-next.ts";

const lost = connectionFailure({ code: "ECONNRESET" }, "sent");

function setUp() {
  const clock = new ManualClock();
  const sent: { isNew: boolean; done: (received: Received) => void }[] = [];
  const send = createSend({
    sender: {
      send: (_, done) => sent.push({ isNew: false, done }),
      sendOnNewConnection: (_, done) => sent.push({ isNew: true, done }),
    },
    clock,
    timeoutMs: 1_000,
    retryBudget: new RetryBudget(),
  });
  const call = awaitedCall();
  call.beginAttempt(clock.now() + 1_000);
  return { clock, sent, call, outcome: send(call, () => Promise.reject(new Error("the last"))) };
}

test("what comes back is the body as it was sent, with the time of its call", async () => {
  const { sent, call, clock, outcome } = setUp();
  const sentAt = clock.now();
  clock.advance(300);
  const body = { bytes: Buffer.from("{}"), encoding: "gzip" };
  sent[0]?.done({ sent: body });
  expect(await outcome).toMatchObject({ sent: body, sentAt });
  expect(call.isOpen).toBe(false);
});

test("a call that its connection lost while it was idle is sent again at once, and only then fails", async () => {
  const { sent, outcome } = setUp();
  sent[0]?.done({ failure: toStale({ ...lost, retry: "soon" }) });
  expect(sent.map(({ isNew }) => isNew)).toEqual([false, true]);
  sent[1]?.done({ failure: lost });
  expect(await outcome).toBe(lost);
});

test.for<[string, { failure?: Failure; isSent: boolean; queuedMs?: number }, Failure]>([
  ["without a response", { isSent: true }, timeoutFailure],
  ["without a connection", { isSent: false }, connectTimeoutFailure],
  ["after an error status", { isSent: true, failure: absent }, absent],
  ["after a long wait for a slot", { isSent: true, queuedMs: 600 }, queueTimeoutFailure],
])("a call that times out %s is cancelled", async ([, { failure, isSent, queuedMs = 0 }, end]) => {
  const { clock, call, outcome } = setUp();
  let aborted = 0;
  call.response = { failure, isSent, abort: () => (aborted += 1) };
  call.dueAt -= queuedMs;
  clock.advance(1_000 - queuedMs);
  call.tick(clock.now());
  expect([await outcome, aborted]).toEqual([end, 1]);
});

test("a call that nobody wants is cancelled, whatever comes of it then", async () => {
  const { sent, call, outcome } = setUp();
  let aborted = 0;
  call.response = { failure: undefined, isSent: true, abort: () => (aborted += 1) };
  call.budget.cancel();
  sent[0]?.done({ failure: lost });
  expect([await outcome, aborted]).toEqual([leftFailure, 1]);
});

import { expect, test } from "vitest";
import { RetryBudget } from "../../../../src/gateway/call/retry-budget.ts";
import { createSend } from "../../../../src/gateway/call/steps/send.ts";
import {
  connectTimeoutFailure,
  type Failure,
  queueTimeoutFailure,
  timeoutFailure,
} from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { absent, awaitedCall } from "./fake-next.ts";

test.for<[string, { failure?: Failure; isSent: boolean; queuedMs?: number }, Failure]>([
  ["without a response", { isSent: true }, timeoutFailure],
  ["without a connection", { isSent: false }, connectTimeoutFailure],
  ["after an error status", { isSent: true, failure: absent }, absent],
  ["after a long wait for a slot", { isSent: true, queuedMs: 600 }, queueTimeoutFailure],
])("a call that times out %s is cancelled", async ([, { failure, isSent, queuedMs = 0 }, end]) => {
  const clock = new ManualClock();
  const sender = { send() {}, sendOnNewConnection() {} };
  const retryBudget = new RetryBudget();
  const send = createSend({ sender, clock, timeoutMs: 1_000, retryBudget });
  const call = awaitedCall();
  call.beginAttempt(clock.now() + 1_000);
  const outcome = send(call, () => Promise.reject(new Error("the last")));
  let aborted = 0;
  call.response = { failure, isSent, abort: () => (aborted += 1) };
  call.dueAt -= queuedMs;
  clock.advance(1_000 - queuedMs);
  call.tick(clock.now());
  expect([await outcome, aborted]).toEqual([end, 1]);
});

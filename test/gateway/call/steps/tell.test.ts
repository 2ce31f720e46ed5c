import { expect, test } from "vitest";
import type { Outcome } from "../../../../src/gateway/call/call.ts";
import type { CallLogEntry } from "../../../../src/gateway/call/steps/tell.ts";
import { createTell } from "../../../../src/gateway/call/steps/tell.ts";
import { leftFailure, timeoutFailure } from "../../../../src/registry-client/failure.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { absent, answer, awaitedCall } from "./fake-next.ts";

test.for<[string, Outcome, Partial<CallLogEntry>[]]>([
  ["an answer", answer("ok"), [{ status: 200, code: undefined, durationMs: 70 }]],
  ["a status", absent, [{ status: 404, code: "REGISTRY_BAD_RESPONSE" }]],
  ["a timeout", timeoutFailure, [{ status: undefined, code: "REGISTRY_TIMEOUT" }]],
  ["nothing of a call that nobody wants", leftFailure, []],
])("of an attempt that was sent it tells %s", async ([, outcome, expected]) => {
  const clock = new ManualClock();
  const entries: CallLogEntry[] = [];
  const tell = createTell((entry) => entries.push(entry), clock);
  const call = awaitedCall();
  expect(await tell(call, async () => outcome)).toBe(outcome);
  expect(entries).toEqual([]);
  call.sentAt = clock.now();
  clock.advance(70);
  expect(await tell(call, async () => outcome)).toBe(outcome);
  expect(entries).toMatchObject(expected);
  for (const { budget } of entries) expect(budget).toBe(call.budget);
});

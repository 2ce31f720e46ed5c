import { type Answer, Call, type Next, type Outcome } from "../../../../src/gateway/call/call.ts";
import type { RequestBudget } from "../../../../src/gateway/call/request-budget.ts";
import type { RestCall } from "../../../../src/gateway/call/rest-call.ts";
import { badResponseFailure } from "../../../../src/registry-client/failure.ts";
import { createBudget, tagCall } from "../../../support/upstream.ts";

/** The way on from a step. The test says what comes of the calls that take it. */
export function fakeNext() {
  const calls: Call[] = [];
  const waiting: ((outcome: Outcome) => void)[] = [];
  const next: Next = (call) => {
    calls.push(call);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    calls,
    next,
    /** Ends the oldest call that has not ended. */
    async end(outcome: Outcome): Promise<void> {
      waiting.shift()?.(outcome);
      await settle();
    },
  };
}

/** Lets what has happened be handed on. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await null;
}

export function callOf(restCall: Partial<RestCall<unknown>> = {}, budget?: RequestBudget): Call {
  const about = { ...tagCall(), ...restCall };
  return new Call(about, budget ?? createBudget(), about.path);
}

/** A call for which its request waits. */
export function awaitedCall(
  restCall: Partial<RestCall<unknown>> = {},
  budget = createBudget(),
): Call {
  const call = callOf(restCall, budget);
  void call.join(budget, budget.startedAt).catch(() => {});
  return call;
}

export function answer(value: unknown, sentAt = 0): Answer {
  return { value, sentAt, bodyBytes: 10 };
}

export function sentAnswer(text: string | Buffer, encoding?: string): Answer {
  return { ...answer(undefined), sent: { bytes: Buffer.from(text), encoding } };
}

export const absent = badResponseFailure("the registry answered with 404", 404);

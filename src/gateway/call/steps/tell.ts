import { leftFailure } from "../../../registry-client/failure.ts";
import type { Clock } from "../../base/time/clock.ts";
import { isFailure, type Step } from "../call.ts";
import type { CallLogEntry } from "../call-log-entry.ts";

/** Tells how each attempt has ended, unless it was never sent, or nobody waits for it any more. */
export function createTell(onCall: (entry: CallLogEntry) => void, clock: Clock): Step {
  return async (call, next) => {
    const outcome = await next(call);
    const { sentAt, retries } = call;
    if (sentAt === undefined || outcome === leftFailure) return outcome;
    onCall({
      template: call.restCall.template,
      budget: call.payer,
      startedAt: sentAt,
      durationMs: clock.now() - sentAt,
      retries,
      status: isFailure(outcome) ? outcome.status : 200,
      code: isFailure(outcome) ? outcome.code : undefined,
    });
    return outcome;
  };
}

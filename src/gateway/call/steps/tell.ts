import { leftFailure } from "../../../registry-client/failure.ts";
import type { RegistryErrorCode } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import { isFailure, type Step } from "../call.ts";
import type { RequestBudget } from "../request-budget.ts";

export interface CallLogEntry {
  readonly template: string;
  readonly budget: RequestBudget | undefined;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly retries: number;
  readonly status: number | undefined;
  readonly code: RegistryErrorCode | undefined;
  /**
   * How it ended, in one word: `ok`, the code of its error, or `absent` for 404 and 410, which
   * usually mean that there is no such record.
   */
  readonly outcome: string;
}

/** Tells how each attempt has ended, unless it was never sent, or nobody waits for it any more. */
export function createTell(onCall: (entry: CallLogEntry) => void, clock: Clock): Step {
  return async (call, next) => {
    const outcome = await next(call);
    const { sentAt, retries } = call;
    if (sentAt === undefined || outcome === leftFailure) return outcome;
    const status = isFailure(outcome) ? outcome.status : 200;
    const code = isFailure(outcome) ? outcome.code : undefined;
    onCall({
      template: call.restCall.template,
      budget: call.payer,
      startedAt: sentAt,
      durationMs: clock.now() - sentAt,
      retries,
      status,
      code,
      outcome: status === 404 || status === 410 ? "absent" : (code ?? "ok"),
    });
    return outcome;
  };
}

import { leftFailure } from "../../../registry-client/failure.ts";
import type { RegistryErrorCode } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import { isFailure, type Step } from "../call.ts";
import type { RequestBudget } from "../request-budget.ts";

/** An attempt of a call, after it has ended. Metrics, logs and spans may show all of it. */
export interface CallLogEntry {
  readonly template: string;
  /** The request that pays for it; undefined if nobody waits for the call any more. */
  readonly budget: RequestBudget | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The time from sending it until its response was here, or it failed. */
  readonly durationMs: number;
  readonly retries: number;
  /** The status of the registry's response; undefined if none came in time. */
  readonly status: number | undefined;
  /** How it failed; undefined if it succeeded. */
  readonly code: RegistryErrorCode | undefined;
  /**
   * How it ended, in one word: `ok`, the code of its error, or `absent` for 404 and 410, which usually mean that there is no such
   * record.
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

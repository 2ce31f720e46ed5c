import { type Failure, leftFailure } from "../../../registry-client/failure.ts";
import type { HttpClient } from "../../../registry-client/http-client.ts";
import type { Clock } from "../../base/time/clock.ts";
import { type Call, isFailure, type Step } from "../call.ts";
import type { RetryBudget } from "../retry-budget.ts";
import type { Refusal } from "./refuse.ts";

const maxRetries = 2;

/** Maximum pause before the first retry, in milliseconds. Before the second it is twice as long. */
const firstRetryMs = 100;

/**
 * Makes another attempt after one that failed: one that asks for JSON explicitly, one that follows
 * a redirect, or a retry after a pause. Each costs the request that pays one of its calls.
 */
export function createAgain(options: {
  readonly retryBudget: RetryBudget;
  readonly httpClient: Pick<HttpClient, "redirect">;
  readonly refusal: Pick<Refusal, "of">;
  readonly clock: Clock;
  readonly random: () => number;
}): Step {
  const { retryBudget, httpClient, refusal, clock, random } = options;
  /** Because it has helped. JSON is the documented default (interface §4). */
  let asksForJson = false;

  const prepareJson = (call: Call): boolean => {
    if (call.asksForJson) {
      asksForJson = false;
      return false;
    }
    if (!call.payer?.hasCallLeft) return false;
    call.payer.countCall(call.restCall, "asking for JSON");
    call.askForJson();
    return true;
  };

  /** Follows only one, and only within the registry's origin: the key is in the URL. */
  const prepareRedirect = (call: Call, location: string): boolean => {
    if (call.isRedirected || !call.payer?.hasCallLeft) return false;
    const path = httpClient.redirect(location, call.path);
    if (path === undefined) return false;
    call.payer.countCall(call.restCall, "redirected");
    call.isRedirected = true;
    call.path = path;
    return true;
  };

  const prepareRetry = (call: Call, { retry, retryAfterSeconds }: Failure): number | undefined => {
    const { payer, retries } = call;
    if (retry === "never" || retries >= maxRetries || !payer?.hasCallLeft) return undefined;
    const now = clock.now();
    if (refusal.of(call.restCall) || !retryBudget.allowsRetry(now)) return undefined;
    const askedMs = (retryAfterSeconds ?? 0) * 1000;
    // Half of it is random, so that calls that failed together spread out.
    const delayMs = firstRetryMs * 2 ** retries * (0.5 + random() / 2);
    const pauseMs = Math.max(askedMs, delayMs);
    if (now + pauseMs >= call.deadlineAt) return undefined;
    if (retryAfterSeconds !== undefined) {
      if (!payer.canPause(pauseMs, now)) return undefined;
      payer.countPause(pauseMs, now);
    }
    retryBudget.countRetry(now);
    payer.countCall(call.restCall, "after a failure");
    payer.retries += 1;
    call.retries += 1;
    return now + pauseMs;
  };

  return async (call, next) => {
    if (asksForJson) call.askForJson();
    for (;;) {
      const outcome = await next(call);
      if (!isFailure(outcome)) {
        if (call.asksForJson) asksForJson = true;
        return outcome;
      }
      const { isXml, location } = outcome;
      const isPrepared =
        (isXml && prepareJson(call)) || (location !== undefined && prepareRedirect(call, location));
      if (!isPrepared) {
        const at = prepareRetry(call, outcome);
        if (at === undefined) return outcome;
        if (!(await call.pause(at))) return leftFailure;
      }
      call.hasWaited = true;
    }
  };
}

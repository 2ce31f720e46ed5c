import type { Failure } from "../../../registry-client/failure.ts";
import type { RestCall } from "../rest-call.ts";
import type { PendingCall } from "./pending-call.ts";

const maxRetries = 2;

/** Maximum pause before the first retry, in milliseconds. Before the second it is twice as long. */
const firstRetryMs = 100;

interface NextAttemptOptions {
  readonly retryBudget: RetryBudget;
  /** The path that a redirect leads to; undefined if it leads away from the registry. */
  readonly redirect: (location: string, path: string) => string | undefined;
  /** Whether such calls fail at present. */
  readonly isFailing: (call: RestCall<unknown>, now: number) => boolean;
  readonly random: () => number;
}

/**
 * Decides whether a call that failed gets another attempt: one that asks for JSON explicitly, one that follows a redirect, or a
 * retry. Each further attempt costs the request one of its calls.
 */
export class NextAttempt {
  readonly #options: NextAttemptOptions;
  /**
   * Whether new calls ask for JSON explicitly, because the registry sent XML without that. JSON is the documented default
   * (interface §4).
   */
  #asksForJson = false;

  constructor(options: NextAttemptOptions) {
    this.#options = options;
  }

  /** Prepares the first attempt of a call: it asks for JSON explicitly if that has helped before. */
  prepareFirst(call: PendingCall): void {
    if (this.#asksForJson) call.askForJson();
  }

  /** Prepares the attempt after a failure. Returns when it begins. `later`: after a pause. `never`: there is no further attempt. */
  prepareAfter(call: PendingCall, failure: Failure, now: number): "now" | "later" | "never" {
    if (failure.isXml && this.prepareJson(call)) return "now";
    if (this.#prepareRedirect(call, failure)) return "now";
    return this.#prepareRetry(call, failure, now) ? "later" : "never";
  }

  /** Prepares an attempt that asks for JSON explicitly. Returns false if the call has done so before, or if no calls are left. */
  prepareJson(call: PendingCall): boolean {
    const { payer, asksForJson } = call;
    if (asksForJson) {
      // It did not help, so later calls no longer ask at their first attempt.
      this.#asksForJson = false;
      return false;
    }
    if (!payer?.hasCallLeft) return false;
    payer.countCall(call.restCall, "asking for JSON");
    call.askForJson();
    return true;
  }

  /** A call was answered with JSON. If it asked for JSON explicitly, later calls ask at their first attempt. */
  learnResponse({ asksForJson }: PendingCall): void {
    if (asksForJson) this.#asksForJson = true;
  }

  /** Follows one redirect only, and only within the registry's origin, because the key is in the URL. */
  #prepareRedirect(call: PendingCall, { location }: Failure): boolean {
    const { payer } = call;
    if (location === undefined || call.isRedirected || !payer?.hasCallLeft) return false;
    const path = this.#options.redirect(location, call.path);
    if (path === undefined) return false;
    payer.countCall(call.restCall, "redirected");
    call.isRedirected = true;
    call.path = path;
    return true;
  }

  #prepareRetry(call: PendingCall, failure: Failure, now: number): boolean {
    const { payer, retries } = call;
    const { isFailing, retryBudget, random } = this.#options;
    if (failure.retry === "never" || retries >= maxRetries || !payer?.hasCallLeft) return false;
    if (isFailing(call.restCall, now) || !retryBudget.allowsRetry(now)) return false;
    const delayMs = retryDelayMs(retries, random);
    const pauseMs = Math.max((failure.retryAfterSeconds ?? 0) * 1000, delayMs);
    if (now + pauseMs >= call.deadlineAt) return false;
    const isAskedToPause = failure.retryAfterSeconds !== undefined;
    if (isAskedToPause && !payer.canPause(pauseMs, now)) return false;

    if (isAskedToPause) payer.countPause(pauseMs, now);
    retryBudget.countRetry(now);
    payer.countCall(call.restCall, "after a failure");
    payer.retries += 1;
    call.state = "awaiting-retry";
    call.dueAt = now + pauseMs;
    call.retries += 1;
    return true;
  }
}

/**
 * The pause before a retry, in milliseconds. Half of it is random, so that calls that failed together spread out. `retry` is 0 for
 * the first.
 */
export function retryDelayMs(retry: number, random: () => number): number {
  return firstRetryMs * 2 ** retry * (0.5 + random() / 2);
}

/** How many retries are allowed for each call. */
const retriesPerCall = 0.1;

/** How many retries per second are always allowed, however few calls there are: too few to be a storm. */
const minRetriesPerSecond = 3;

/**
 * Allows few retries for many calls, so that an outage does not cause a storm of retries. The retries of each second count against
 * the calls of the second before.
 */
export class RetryBudget {
  #second = 0;
  #calls = 0;
  #callsBefore = 0;
  #retries = 0;

  /** Counts a call that is not a retry. */
  countCall(now: number): void {
    this.#moveTo(now);
    this.#calls += 1;
  }

  allowsRetry(now: number): boolean {
    this.#moveTo(now);
    const allowed = Math.max(minRetriesPerSecond, this.#callsBefore * retriesPerCall);
    return this.#retries + 1 <= allowed;
  }

  countRetry(now: number): void {
    this.#moveTo(now);
    this.#retries += 1;
  }

  /** Starts a new second, if the time has reached one. */
  #moveTo(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.#second) return;
    this.#callsBefore = second === this.#second + 1 ? this.#calls : 0;
    this.#calls = 0;
    this.#retries = 0;
    this.#second = second;
  }
}

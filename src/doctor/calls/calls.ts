import { parseRetryAfter } from "../../gateway/call/network/retry-after.ts";
import { type CheckCall, toCacheKey } from "./check-call.ts";
import {
  type CallOutcome,
  closedConnectionCodes,
  type Fetcher,
  type NoResponse,
} from "./fetcher.ts";
import { isTemporaryFailure } from "./outcome.ts";

export interface MadeCall {
  readonly call: CheckCall;
  readonly outcome: CallOutcome;
}

export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** The registry no longer answers, or asks for too long a pause. Nothing more can be found out. */
export class RegistryGoneError extends Error {
  override readonly name = "RegistryGoneError";
  readonly last: CallOutcome;

  constructor(last: CallOutcome) {
    super("The registry no longer answers.");
    this.last = last;
  }
}

interface CallsOptions {
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly budget: number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly onCall?: (call: CheckCall, spent: number) => void;
}

/** The maximum number of attempts of a call while the registry reports a temporary failure. */
const maxAttempts = 3;

/** The longest pause that a registry may ask for after a 429, in seconds. */
const maxPauseSeconds = 10;

/** Makes one call at a time, within a budget. It remembers the outcomes, so checks can share calls. */
export class Calls {
  readonly madeCalls: MadeCall[] = [];
  readonly #options: CallsOptions;
  readonly #remembered = new Map<string, CallOutcome>();
  /** A call that the registry has answered. Made again, it shows whether the registry is still there. */
  #answered: CheckCall | undefined;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  get spent(): number {
    return this.madeCalls.length;
  }

  /**
   * Makes a call, or returns its outcome if it was made before. An outcome without a response means that the registry is still
   * there, but does not answer this call.
   * @throws BudgetSpentError, RegistryGoneError
   */
  async make(call: CheckCall): Promise<CallOutcome> {
    const cacheKey = toCacheKey(call);
    const remembered = this.#remembered.get(cacheKey);
    if (remembered !== undefined) return remembered;
    const outcome = await this.#makePatiently(call);
    this.#remembered.set(cacheKey, outcome);
    if (outcome.isAnswered) this.#answered ??= call;
    else await this.#checkPresence(outcome);
    return outcome;
  }

  /** Repeats a call after a temporary failure, or after the short pause that the registry asks for. */
  async #makePatiently(call: CheckCall): Promise<CallOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(call);
      const pauseMs = pauseBefore(outcome, attempt);
      if (pauseMs === "gone") throw new RegistryGoneError(outcome);
      if (pauseMs === undefined) return outcome;
      await this.#options.pause(pauseMs);
    }
  }

  async #checkPresence(unanswered: NoResponse): Promise<void> {
    if (this.#answered === undefined) return;
    const outcome = await this.#send(this.#answered);
    if (!outcome.isAnswered) throw new RegistryGoneError(unanswered);
  }

  async #send(call: CheckCall): Promise<CallOutcome> {
    const { budget, fetcher, onCall } = this.#options;
    if (this.spent >= budget) throw new BudgetSpentError("The budget is spent.");
    onCall?.(call, this.spent);
    const outcome = await fetcher.fetch(call);
    this.madeCalls.push({ call, outcome });
    return outcome;
  }
}

/** How many milliseconds to wait before the next attempt; undefined if the outcome is final; `gone` if more calls are useless. */
function pauseBefore(outcome: CallOutcome, attempt: number): number | "gone" | undefined {
  // The registry may have closed an idle connection before it read the call.
  if (!outcome.isAnswered)
    return attempt === 1 && closedConnectionCodes.has(outcome.code) ? 0 : undefined;
  const { status, headers } = outcome;
  if (status === 429) {
    const seconds = parseRetryAfter(headers["retry-after"], Date.now()) ?? 1;
    const isAcceptable = seconds <= maxPauseSeconds && attempt < maxAttempts;
    return isAcceptable ? seconds * 1000 : "gone";
  }
  return isTemporaryFailure(status) && attempt < maxAttempts ? 250 * attempt : undefined;
}

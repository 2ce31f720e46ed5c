import {
  type Failure,
  retryableStatuses,
  statusFailure,
} from "../../gateway/call/network/failure.ts";
import type { CheckCall } from "./call.ts";
import {
  type CallOutcome,
  closedConnectionCodes,
  type FetchedResponse,
  type Fetcher,
} from "./fetcher.ts";

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

/** The maximum number of attempts of a call while the registry reports a temporary failure. */
const maxAttempts = 3;

/** The longest pause that a registry may ask for after a 429, in seconds. */
const maxPauseSeconds = 10;

/** Makes one call at a time, within a budget. It remembers the outcomes, so checks can share calls. */
export class Calls {
  /** The outcomes of all calls in their order, repeated ones included. */
  readonly outcomes: CallOutcome[] = [];
  readonly #options: ConstructorParameters<typeof Calls>[0];
  readonly #remembered = new Map<string, CallOutcome>();
  /** A call that the registry has answered. Made again, it shows whether the registry is still there. */
  #answered: CheckCall | undefined;

  constructor(options: {
    readonly fetcher: Pick<Fetcher, "fetch">;
    readonly budget: number;
    readonly pause: (milliseconds: number) => Promise<unknown>;
    readonly onCall?: (spent: number) => void;
  }) {
    this.#options = options;
  }

  get spent(): number {
    return this.outcomes.length;
  }

  /**
   * Makes a call, or returns its outcome if it was made before. An outcome without a response means that the registry is still
   * there, but does not answer this call.
   * @throws BudgetSpentError, RegistryGoneError
   */
  async make(call: CheckCall): Promise<CallOutcome> {
    const { path, query = {}, key = "right" } = call;
    const name = JSON.stringify([path, Object.entries(query).sort(), key]);
    const remembered = this.#remembered.get(name);
    if (remembered !== undefined) return remembered;
    const outcome = await this.#makePatiently(call);
    this.#remembered.set(name, outcome);
    if (outcome.isAnswered) this.#answered ??= call;
    else if (this.#answered !== undefined) {
      const again = await this.#send(this.#answered);
      if (!again.isAnswered) throw new RegistryGoneError(outcome);
    }
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

  async #send(call: CheckCall): Promise<CallOutcome> {
    const { budget, fetcher, onCall } = this.#options;
    if (this.spent >= budget) throw new BudgetSpentError("The budget is spent.");
    onCall?.(this.spent);
    const outcome = await fetcher.fetch(call);
    this.outcomes.push(outcome);
    return outcome;
  }
}

/** What the gateway makes of a status other than 200. A date in `Retry-After` is read against the registry's own clock. */
export function readFailure({ status, headers }: FetchedResponse): Failure {
  const now = Date.parse(headers["date"] ?? "") || Date.now();
  return statusFailure(status, headers, { badKeyStatuses: [401], now });
}

/** How many milliseconds to wait before the next attempt; undefined if the outcome is final; `gone` if more calls are useless. */
function pauseBefore(outcome: CallOutcome, attempt: number): number | "gone" | undefined {
  // The registry may have closed an idle connection before it read the call.
  if (!outcome.isAnswered)
    return attempt === 1 && closedConnectionCodes.has(outcome.code) ? 0 : undefined;
  if (outcome.status === 429) {
    const { retryAfterSeconds: seconds = 1 } = readFailure(outcome);
    return seconds <= maxPauseSeconds && attempt < maxAttempts ? seconds * 1000 : "gone";
  }
  const isTemporary = retryableStatuses.has(outcome.status);
  return isTemporary && attempt < maxAttempts ? 250 * attempt : undefined;
}

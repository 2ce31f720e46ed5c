import {
  type Failure,
  lostConnections,
  retryableStatuses,
  statusFailure,
} from "../../registry-client/failure.ts";
import type { CheckCall } from "./call.ts";
import type { CallOutcome, FetchedResponse, Fetcher } from "./fetcher.ts";

/** The budget is spent, so a check cannot be finished. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
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

const maxAttempts = 3;

const maxPauseSeconds = 10;

/** Makes one call at a time, within a budget, and remembers the outcomes: checks share calls. */
export class Calls {
  /** The outcomes of all calls in their order, repeated ones included. */
  readonly outcomes: CallOutcome[] = [];
  readonly #options: ConstructorParameters<typeof Calls>[0];
  readonly #remembered = new Map<string, CallOutcome>();
  /** A call that was answered. Made again, it shows whether the registry is still there. */
  #answered: CheckCall | undefined;

  constructor(options: {
    readonly fetcher: Pick<Fetcher, "fetch">;
    readonly budget: number;
    readonly pause: (milliseconds: number) => Promise<unknown>;
  }) {
    this.#options = options;
  }

  get spent(): number {
    return this.outcomes.length;
  }

  /**
   * Makes a call, or returns its outcome if it was made before. If it has no response, then the
   * registry is still there, but does not answer this call.
   * @throws UnfinishedError, RegistryGoneError
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
    const { budget, fetcher } = this.#options;
    if (this.spent >= budget) throw new UnfinishedError("The budget is spent.");
    const outcome = await fetcher.fetch(call);
    this.outcomes.push(outcome);
    return outcome;
  }
}

/** What the gateway makes of a status. */
export function readFailure({ status, headers }: FetchedResponse): Failure {
  return statusFailure(status, headers, { badKeyStatuses: [401], now: Date.now() });
}

function pauseBefore(outcome: CallOutcome, attempt: number): number | "gone" | undefined {
  // The registry may have closed an idle connection before it read the call.
  if (!outcome.isAnswered)
    return attempt === 1 && lostConnections.has(outcome.code) ? 0 : undefined;
  if (outcome.status === 429) {
    const { retryAfterSeconds: seconds = 1 } = readFailure(outcome);
    return seconds <= maxPauseSeconds && attempt < maxAttempts ? seconds * 1000 : "gone";
  }
  const isTemporary = retryableStatuses.has(outcome.status);
  return isTemporary && attempt < maxAttempts ? 250 * attempt : undefined;
}

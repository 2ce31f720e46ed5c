import { type Answer, type Fetcher, lostConnections, type Silence } from "./fetcher.ts";
import { nameOf, type Question } from "./question.ts";

/** A call that was made, and what came of it. */
export interface Exchange {
  readonly question: Question;
  readonly outcome: Answer | Silence;
}

/** No more calls may be made. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** The registry answers no longer, or not to us: nothing more can be found out. */
export class RegistryGoneError extends Error {
  override readonly name = "RegistryGoneError";
  readonly last: Answer | Silence;

  constructor(last: Answer | Silence) {
    super("The registry answers no longer.");
    this.last = last;
  }
}

/** How calls are made. */
export interface ProbeOptions {
  readonly fetcher: Pick<Fetcher, "fetch">;
  /** Calls that may be made in all. */
  readonly budget: number;
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Is told of each call before it is made. */
  readonly onCall?: (question: Question, spent: number) => void;
}

/** Calls of one question while the registry says that it is in trouble. */
const mostAttempts = 3;

/** The longest that a registry that is asked too often is waited for, in seconds. */
const mostPatience = 10;

/** Asks one question at a time, none twice, within a budget, and keeps what was said. */
export class Probe {
  readonly exchanges: Exchange[] = [];
  readonly #options: ProbeOptions;
  readonly #known = new Map<string, Answer | Silence>();
  /** A question that the registry has answered: asked again to know whether it is still there. */
  #answered: Question | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** Calls made so far. */
  get spent(): number {
    return this.exchanges.length;
  }

  /**
   * What the registry says. Silence where it says nothing to this question but is still there.
   * @throws BudgetSpentError, RegistryGoneError
   */
  async ask(question: Question): Promise<Answer | Silence> {
    const name = nameOf(question);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const outcome = await this.#askPatiently(question);
    this.#known.set(name, outcome);
    if (outcome.isHeard) this.#answered ??= question;
    else await this.#checkPresence(outcome);
    return outcome;
  }

  /** Repeats a call that a registry in trouble could not answer, and waits for one that asks for a short pause. */
  async #askPatiently(question: Question): Promise<Answer | Silence> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(question);
      const pauseMs = pauseBefore(outcome, attempt);
      if (pauseMs === "gone") throw new RegistryGoneError(outcome);
      if (pauseMs === undefined) return outcome;
      await this.#options.pause(pauseMs);
    }
  }

  /** Whether the registry still answers what it has answered before. */
  async #checkPresence(silence: Silence): Promise<void> {
    if (this.#answered === undefined) return;
    const outcome = await this.#send(this.#answered);
    if (!outcome.isHeard) throw new RegistryGoneError(silence);
  }

  async #send(question: Question): Promise<Answer | Silence> {
    const { budget, fetcher, onCall } = this.#options;
    if (this.spent >= budget) throw new BudgetSpentError("The budget is spent.");
    onCall?.(question, this.spent);
    const outcome = await fetcher.fetch(question);
    this.exchanges.push({ question, outcome });
    return outcome;
  }
}

/** How long to wait before the same call is made again; undefined: it is not made again; `gone`: nor any other. */
function pauseBefore(outcome: Answer | Silence, attempt: number): number | "gone" | undefined {
  // The registry may have closed the connection while it was idle: the call was never read.
  if (!outcome.isHeard) return attempt === 1 && lostConnections.has(outcome.code) ? 0 : undefined;
  const { status, headers } = outcome;
  if (status === 429) {
    const seconds = Number(headers["retry-after"] ?? 1);
    const isBearable = seconds <= mostPatience && attempt < mostAttempts;
    return isBearable ? Math.max(0, seconds) * 1000 : "gone";
  }
  const isPassing = status === 502 || status === 503 || status === 504;
  return isPassing && attempt < mostAttempts ? 250 * attempt : undefined;
}

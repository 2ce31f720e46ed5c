import { type Answer, type Fetcher, lostConnections, type Silence } from "./fetcher.ts";
import { nameOf, type Question } from "./question.ts";

/** A call and its outcome. */
export interface Exchange {
  readonly question: Question;
  readonly outcome: Answer | Silence;
}

/** The budget of calls is spent. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** The registry no longer answers, or asks for too long a pause. Nothing more can be found out. */
export class RegistryGoneError extends Error {
  override readonly name = "RegistryGoneError";
  readonly last: Answer | Silence;

  constructor(last: Answer | Silence) {
    super("The registry no longer answers.");
    this.last = last;
  }
}

/** How to make calls. */
export interface ProbeOptions {
  readonly fetcher: Pick<Fetcher, "fetch">;
  /** The most calls in all. */
  readonly budget: number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Called before each call. */
  readonly onCall?: (question: Question, spent: number) => void;
}

/** How many times to ask a question while the registry reports a temporary failure. */
const mostAttempts = 3;

/** The longest pause to accept from a registry that limits the rate, in seconds. */
const mostPatience = 10;

/** Asks one question at a time, within a budget. It remembers the outcomes, and asks no question twice. */
export class Probe {
  readonly exchanges: Exchange[] = [];
  readonly #options: ProbeOptions;
  readonly #known = new Map<string, Answer | Silence>();
  /** A question that the registry has answered. Asked again, it shows whether the registry is still there. */
  #answered: Question | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** How many calls have been made. */
  get spent(): number {
    return this.exchanges.length;
  }

  /**
   * Asks a question. Silence means that the registry is still there, but does not answer this one.
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

  /** Repeats a call after a temporary failure, or after the short pause that the registry asks for. */
  async #askPatiently(question: Question): Promise<Answer | Silence> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(question);
      const pauseMs = pauseBefore(outcome, attempt);
      if (pauseMs === "gone") throw new RegistryGoneError(outcome);
      if (pauseMs === undefined) return outcome;
      await this.#options.pause(pauseMs);
    }
  }

  /** Checks that the registry still answers a question that it has answered before. */
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

/** How many milliseconds to wait before the same call is repeated; undefined if it is not; `gone` if no call makes sense now. */
function pauseBefore(outcome: Answer | Silence, attempt: number): number | "gone" | undefined {
  // The registry may have closed an idle connection before it read the call.
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

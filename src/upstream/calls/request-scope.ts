import { RegistryError, type RegistryErrorDetails } from "../errors.ts";
import type { SentBody } from "../http/sent-body.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { Roster, type RosterMember } from "./roster.ts";

/** How long a request waits in all because the registry has told it to. */
const MOST_REST_MS = 2_000;

/** Bounds of one GraphQL request. */
export interface RequestScopeOptions {
  /** How long the request may take, in milliseconds. */
  readonly deadlineMs: number;
  /** How many REST calls it may cost, retries and redirects included. */
  readonly maxCalls: number;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** Whether it reads whole lists: from the registry alone, remembered by nobody else, and giving way to others. @default false */
  readonly isBulk?: boolean;
  /** Is told of each answer of the registry that is used, with the body that it was decoded from. @default nobody */
  readonly onAnswer?: ((answer: unknown, sent: SentBody) => void) | undefined;
}

/** What waits for the registry on behalf of a scope, and can be told to stop. */
export interface ScopeWaiter extends RosterMember {
  cancel(now: number): void;
}

/**
 * One GraphQL request as the transport sees it: how long it may take, how many REST calls it may cost,
 * what it has cost so far, and whether anybody still waits for it.
 */
export class RequestScope {
  /** When the request began, by the clock. */
  readonly startedAt: number;
  /** When the request's time is over, by the clock. */
  readonly deadlineAt: number;
  readonly maxCalls: number;
  /** Whether it reads whole lists: from the registry alone, remembered by nobody else, and giving way to others. */
  readonly isBulk: boolean;
  /** Is told of each answer of the registry that is used, with the body that it was decoded from. */
  readonly onAnswer: RequestScopeOptions["onAnswer"];
  /** REST calls made for this request, retries and redirects included. */
  calls = 0;
  /** Those of the calls that repeat one that failed. */
  retries = 0;
  /** Answers taken from the cache. */
  cacheHits = 0;
  /** Answers shared with a call that was under way already, of this request or another. */
  shared = 0;
  /** When the oldest answer that was used had been asked for, by the clock; undefined: none has come. */
  oldestAnswerAt: number | undefined;
  /**
   * Whether an answer has begun to come. From then on the outcome of this request may hold what was read before a later
   * request was made, so that the later one must not share it.
   */
  hasBegun = false;
  readonly #clock: Clock;
  readonly #waiters = new Roster<ScopeWaiter>();
  #waitedMs = 0;
  #waitingSince = 0;
  #restedMs = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #isCancelled = false;
  #storeWaits = 0;
  #storeWaitingSince = 0;
  #storeWaitedMs = 0;

  constructor(options: RequestScopeOptions) {
    const { deadlineMs, maxCalls, clock = systemClock, isBulk = false } = options;
    this.#clock = clock;
    this.startedAt = clock.now();
    this.deadlineAt = this.startedAt + deadlineMs;
    this.maxCalls = maxCalls;
    this.isBulk = isBulk;
    this.onAnswer = options.onAnswer;
  }

  /** Whether nobody waits for this request any more. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Milliseconds during which at least one REST call was awaited. */
  get waitedMs(): number {
    const now = this.#waiters.size > 0 ? this.#clock.now() - this.#waitingSince : 0;
    return this.#waitedMs + now;
  }

  /** Seconds since the oldest answer that was used had been asked for; undefined: none has come. */
  get ageSeconds(): number | undefined {
    if (this.oldestAnswerAt === undefined) return undefined;
    return (this.#clock.now() - this.oldestAnswerAt) / 1000;
  }

  /** Gives up: whatever is awaited fails, and a call that nobody else awaits is cut off. */
  cancel(): void {
    this.#isCancelled = true;
    const now = this.#clock.now();
    for (const waiter of this.#waiters.list()) waiter.cancel(now);
  }

  /** For the transport: an answer is used that was asked for at `sentAt`. */
  countAnswer(sentAt: number): void {
    this.oldestAnswerAt = Math.min(this.oldestAnswerAt ?? sentAt, sentAt);
  }

  /** For the transport: whether there is nobody left, or no time, to wait for anything. */
  isOver(now: number): boolean {
    return this.#isCancelled || this.deadlineAt <= now;
  }

  /** For the transport: the error of what is awaited when the request is over. */
  overError(template: string, details?: RegistryErrorDetails): RegistryError {
    const reason = this.#isCancelled ? "the request was cancelled" : "the request's time is over";
    return new RegistryError("REQUEST_DEADLINE", template, reason, details);
  }

  /** For the transport: takes one call out of what the request may cost; false: it has spent all. */
  takeCall(): boolean {
    if (this.calls >= this.maxCalls) return false;
    this.calls += 1;
    return true;
  }

  /**
   * For the transport: takes a rest out of those that the registry may impose on the request, which are two seconds in all; false:
   * that is too long. Calls that rest at the same time take the time once.
   */
  takeRest(ms: number, now: number): boolean {
    const until = Math.max(this.#restsUntil, now + ms);
    const restedMs = this.#restedMs + until - Math.max(this.#restsUntil, now);
    if (restedMs > MOST_REST_MS) return false;
    this.#restedMs = restedMs;
    this.#restsUntil = until;
    return true;
  }

  /** For the transport: how long the request has waited for a store of answers, in milliseconds. */
  storeWaitedMs(now: number): number {
    const underWay = this.#storeWaits > 0 ? now - this.#storeWaitingSince : 0;
    return this.#storeWaitedMs + underWay;
  }

  /** For the transport: the request waits for a store of answers from `now` on. Waits at the same time take the time once. */
  beginStoreWait(now: number): void {
    if (this.#storeWaits === 0) this.#storeWaitingSince = now;
    this.#storeWaits += 1;
  }

  /** For the transport: and does not any more. */
  endStoreWait(now: number): void {
    this.#storeWaits -= 1;
    if (this.#storeWaits === 0) this.#storeWaitedMs += now - this.#storeWaitingSince;
  }

  /** For the transport: somebody waits from `now` on. */
  begin(waiter: ScopeWaiter, now: number): void {
    if (this.#waiters.size === 0) this.#waitingSince = now;
    this.#waiters.add(waiter);
  }

  /** For the transport: and does not any more. */
  end(waiter: ScopeWaiter, now: number): void {
    if (!this.#waiters.remove(waiter) || this.#waiters.size > 0) return;
    this.#waitedMs += now - this.#waitingSince;
  }
}

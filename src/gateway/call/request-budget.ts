import { DenseSet, type DenseSetMember } from "../base/collections/dense-set.ts";
import { RegistryError, type RegistryErrorDetails } from "../base/errors.ts";
import { type Clock, systemClock } from "../base/time/clock.ts";
import {
  type CallAgain,
  type MadeCall,
  maxToldCalls,
  type RestCall,
  tellCall,
} from "./rest-call.ts";

const maxPauseMs = 2_000;

export interface RequestBudgetOptions {
  readonly deadlineMs: number;
  readonly startedAt?: number | undefined;
  /** Maximum number of REST calls, retries and redirects included. */
  readonly maxCalls: number;
  readonly keyDigest?: string | null;
  readonly token?: string | undefined;
  readonly clock?: Clock;
  /**
   * Whether it reads whole lists. Such a bulk read does not use the cache, and gives way to others.
   * @default false
   */
  readonly isBulk?: boolean;
  readonly tellsCalls?: boolean;
  /**
   * Called when a body has come that the request waits for, with its length, inflated. If several
   * requests wait for it, each is given its part of the length.
   */
  readonly onBody?: ((bytes: number) => void) | undefined;
}

export interface WaitTarget<Result> {
  removeWaiter(waiter: Waiter<Result>, now: number): void;
  deadlineError(budget: RequestBudget): RegistryError;
}

export class Waiter<Result> implements DenseSetMember {
  denseIndex = -1;
  readonly budget: RequestBudget;
  readonly #target: WaitTarget<Result>;
  readonly #deferred = Promise.withResolvers<Result>();
  readonly result = this.#deferred.promise;

  constructor(budget: RequestBudget, target: WaitTarget<Result>) {
    this.budget = budget;
    this.#target = target;
  }

  succeed(result: Result, now: number): void {
    this.budget.endWait(this, now);
    this.#deferred.resolve(result);
  }

  fail(error: unknown, now: number): void {
    this.budget.endWait(this, now);
    this.#deferred.reject(error);
  }

  cancel(now: number): void {
    this.#target.removeWaiter(this, now);
    this.fail(this.#target.deadlineError(this.budget), now);
  }
}

interface Cancellable extends DenseSetMember {
  cancel(now: number): void;
}

/**
 * What one request may spend: its deadline, and how many REST calls it may make and has made. It
 * also knows what the request waits for, and can cancel it. Besides GraphQL requests, polls,
 * readings of lists and refreshes of the cache have one.
 */
export class RequestBudget {
  readonly keyDigest: string | null;
  readonly token: string | undefined;
  readonly startedAt: number;
  deadlineAt: number;
  maxCalls: number;
  readonly isBulk: boolean;
  readonly onBody: RequestBudgetOptions["onBody"];
  readonly made: MadeCall[] | undefined;
  /** REST calls made for this request, retries and redirects included. */
  calls = 0;
  retries = 0;
  cacheHits = 0;
  shared = 0;
  oldestResponseAt: number | undefined;
  /**
   * Whether a response from the registry has begun to arrive. A request that comes later must not
   * share this request's response, because the data may be older than that request.
   */
  hasResponseStarted = false;
  readonly #clock: Clock;
  readonly #waiters = new DenseSet<Cancellable>();
  readonly #waits = new Stopwatch();
  readonly #sharedCacheWaits = new Stopwatch();
  #pausedMs = 0;
  #pausesUntil = Number.NEGATIVE_INFINITY;
  #isCancelled = false;

  constructor(options: RequestBudgetOptions) {
    const { deadlineMs, maxCalls, clock = systemClock, isBulk = false } = options;
    this.keyDigest = options.keyDigest ?? null;
    this.token = options.token;
    this.#clock = clock;
    this.startedAt = options.startedAt ?? clock.now();
    this.deadlineAt = this.startedAt + deadlineMs;
    this.maxCalls = maxCalls;
    this.isBulk = isBulk;
    this.onBody = options.onBody;
    this.made = options.tellsCalls ? [] : undefined;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Begins a part of a long answer, with a deadline and calls of its own. */
  renew({ deadlineMs, maxCalls }: Pick<RequestBudgetOptions, "deadlineMs" | "maxCalls">): void {
    this.deadlineAt = this.#clock.now() + deadlineMs;
    this.maxCalls = this.calls + maxCalls;
    this.#pausedMs = 0;
  }

  /** For REST calls and readings of lists, in milliseconds. Simultaneous waits count once. */
  get waitedMs(): number {
    return this.#waits.ms(this.#clock.now());
  }

  /** Those for the registry end with an error. A call that nobody else waits for is cancelled. */
  cancel(): void {
    this.#isCancelled = true;
    const now = this.#clock.now();
    for (const waiter of this.#waiters.list()) waiter.cancel(now);
  }

  countResponse(sentAt: number): void {
    this.oldestResponseAt = Math.min(this.oldestResponseAt ?? sentAt, sentAt);
  }

  isOver(now: number): boolean {
    return this.#isCancelled || this.deadlineAt <= now;
  }

  deadlineError(template: string, details?: RegistryErrorDetails): RegistryError {
    const reason = this.#isCancelled
      ? "the request was cancelled"
      : "the request has run out of time";
    return new RegistryError("REQUEST_DEADLINE", template, reason, details);
  }

  get hasCallLeft(): boolean {
    return this.calls < this.maxCalls;
  }

  get callsLeft(): number {
    return Math.max(this.maxCalls - this.calls, 0);
  }

  countCall(call: Pick<RestCall<unknown>, "kind" | "cacheKey">, again?: CallAgain): void {
    this.calls += 1;
    if (this.made && this.made.length < maxToldCalls) this.made.push(tellCall(call, again));
  }

  canPause(ms: number, now: number): boolean {
    return this.#pausedMs + this.#additionalPauseMs(ms, now) <= maxPauseMs;
  }

  countPause(ms: number, now: number): void {
    this.#pausedMs += this.#additionalPauseMs(ms, now);
    this.#pausesUntil = Math.max(this.#pausesUntil, now + ms);
  }

  /** If several calls pause at the same time, the time counts once. */
  #additionalPauseMs(ms: number, now: number): number {
    return Math.max(now + ms - Math.max(this.#pausesUntil, now), 0);
  }

  sharedCacheWaitedMs(now: number): number {
    return this.#sharedCacheWaits.ms(now);
  }

  beginSharedCacheWait(now: number): void {
    this.#sharedCacheWaits.begin(now);
  }

  endSharedCacheWait(now: number): void {
    this.#sharedCacheWaits.end(now);
  }

  beginWait(waiter: Cancellable, now: number): void {
    this.#waits.begin(now);
    this.#waiters.add(waiter);
  }

  endWait(waiter: Cancellable, now: number): void {
    this.#waiters.remove(waiter);
    this.#waits.end(now);
  }
}

class Stopwatch {
  #running = 0;
  #since = 0;
  #ms = 0;

  begin(now: number): void {
    if (this.#running === 0) this.#since = now;
    this.#running += 1;
  }

  end(now: number): void {
    this.#running -= 1;
    if (this.#running === 0) this.#ms += now - this.#since;
  }

  ms(now: number): number {
    return this.#ms + (this.#running > 0 ? now - this.#since : 0);
  }
}

import type { Lock } from "../../fleet/shared-cache.ts";
import type { Failure } from "../../registry-client/failure.ts";
import type { SentCall } from "../../registry-client/http-client.ts";
import type { SentBody } from "../../registry-client/sent-body.ts";
import type { DenseSetMember } from "../base/collections/dense-set.ts";
import type { RegistryError } from "../base/errors.ts";
import type { UnderWayMember } from "../once/under-way.ts";
import { type RequestBudget, Waiter, type WaitTarget } from "./request-budget.ts";
import type { RestCall } from "./rest-call.ts";

export interface Answer {
  /** Decoded, once it was read. Its users do not change it. */
  readonly value: unknown;
  /** When the call was sent, by the clock. The age of the answer counts from here. */
  readonly sentAt: number;
  readonly bodyBytes: number;
  readonly sent?: SentBody;
}

/** What comes of a call. If a request gives up before, its promise is rejected. */
export type Outcome = Answer | Failure;

export type Next = (call: Call) => Promise<Outcome>;

/**
 * A step on the way of a call: it lets the call go on by `next`, perhaps later, or more than once;
 * or it says itself what comes of it. What it does before `next` it does on the way to the
 * registry, and what after it on the way back.
 */
export type Step = (call: Call, next: Next) => Promise<Outcome>;

export function isFailure(outcome: Outcome): outcome is Failure {
  return "code" in outcome;
}

export function compose(steps: readonly Step[]): Next {
  const end: Next = () => Promise.reject(new TypeError("no step has answered the call"));
  return steps.reduceRight<Next>((next, step) => (call) => step(call, next), end);
}

/** Why a call no longer waits for something: its time is over, or nobody wants it any more. */
type Stop = "late" | "left";

/**
 * A call on its way. Others may join the request that made it, and each can stop waiting. When the
 * last one does, the call ends.
 */
export class Call implements DenseSetMember, UnderWayMember<Call>, WaitTarget<Outcome>, SentCall {
  readonly restCall: RestCall<unknown>;
  readonly keyDigest: string;
  readonly cacheKey: string;
  readonly budget: RequestBudget;
  path: string;
  sentAt: number | undefined;
  dueAt = Number.POSITIVE_INFINITY;
  isPausing = false;
  lock: Lock | undefined;
  retries = 0;
  /** Whether it waits or has waited since it was asked whether it is refused. */
  hasWaited = false;
  isRedirected = false;
  asksForJson = false;
  response: SentCall["response"];
  isOpen = false;
  denseIndex = -1;
  bucket = -1;
  nextInBucket: Call | undefined;
  #waiters: Waiter<Outcome>[] = [];
  #stop: ((why: Stop) => void) | undefined;

  constructor(restCall: RestCall<unknown>, budget: RequestBudget, path: string) {
    this.restCall = restCall;
    this.keyDigest = restCall.keyDigest;
    this.cacheKey = restCall.cacheKey;
    this.budget = budget;
    this.path = path;
  }

  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** The request that pays for further attempts; undefined if nobody waits any more. */
  get payer(): RequestBudget | undefined {
    return this.#waiters[0]?.budget;
  }

  get deadlineAt(): number {
    return Math.max(...this.#waiters.map(({ budget }) => budget.deadlineAt));
  }

  /**
   * Whether a request may join: its answer must not be older than the request, and if the call
   * hangs, the request must not fail too soon.
   */
  isJoinable(now: number, minLeftMs: number): boolean {
    return this.isOpen && this.isAwaited && this.dueAt - now > minLeftMs;
  }

  beginAttempt(dueAt: number): void {
    this.dueAt = dueAt;
    this.isOpen = true;
    this.sentAt = undefined;
  }

  askForJson(): void {
    this.asksForJson = true;
    this.path += "&type=json";
  }

  join(budget: RequestBudget, now: number): Promise<Outcome> {
    const waiter = new Waiter<Outcome>(budget, this);
    this.#waiters.push(waiter);
    budget.beginWait(waiter, now);
    return waiter.result;
  }

  removeWaiter(waiter: Waiter<Outcome>): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    if (!this.isAwaited) this.#stop?.("left");
  }

  deadlineError(budget: RequestBudget): RegistryError {
    return budget.deadlineError(this.restCall.template);
  }

  /** Gives what `begin` is done with, or what giving up comes to. */
  waitFor<Result>(
    begin: (done: (result: Result) => void) => void,
    giveUp: (why: Stop) => Result,
  ): Promise<Result> {
    if (!this.isAwaited) return Promise.resolve(giveUp("left"));
    return new Promise((resolve) => {
      const stop = (why: Stop) => done(giveUp(why));
      const done = (result: Result) => {
        if (this.#stop !== stop) return;
        this.#stop = undefined;
        resolve(result);
      };
      this.#stop = stop;
      begin(done);
    });
  }

  /** Returns false if nobody waits any more before the pause is over. */
  async pause(until: number): Promise<boolean> {
    this.dueAt = until;
    this.isPausing = true;
    const isOver = await this.waitFor<boolean>(
      () => {},
      (why) => why === "late",
    );
    this.isPausing = false;
    return isOver;
  }

  tick(now: number): void {
    for (const waiter of this.#waiters) if (waiter.budget.deadlineAt <= now) waiter.cancel(now);
    if (this.dueAt <= now) this.#stop?.("late");
  }

  startResponse(): void {
    this.isOpen = false;
    for (const { budget } of this.#waiters) budget.hasResponseStarted = true;
  }

  /**
   * A body is here. Each of those who wait answers for its part of it, and one that takes too much
   * memory stops waiting.
   */
  countBody(bytes: number): void {
    const part = Math.ceil(bytes / this.#waiters.length);
    for (const { budget } of this.#waiters) budget.onBody?.(part);
  }

  end(now: number, settle: (waiter: Waiter<Outcome>, now: number) => void): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) settle(waiter, now);
    this.#stop?.("left");
  }
}

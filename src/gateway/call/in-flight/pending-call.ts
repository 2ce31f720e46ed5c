import type { SentCall } from "../../../registry-client/http-client.ts";
import type { SentBody } from "../../../registry-client/sent-body.ts";
import type { DenseSetMember } from "../../base/collections/dense-set.ts";
import type { RegistryError } from "../../base/errors.ts";
import type { UnderWayMember } from "../../once/under-way.ts";
import { type RequestBudget, Waiter, type WaitTarget } from "../request-budget.ts";
import type { RestCall } from "../rest-call.ts";

/**
 * The state of a call:
 *
 *     queued ──────▶ sent ──────▶ reading ──────▶ over
 *
 *     queued, sent or reading ── failure ──▶ awaiting-retry ── pause is over ──▶ queued
 *
 * One attempt leads from `queued` through `sent` (the registry has the call) and `reading` (its body is inflated and decoded): see
 * `Attempts`. After a redirect, or to ask for JSON explicitly, the next attempt begins without a pause. `Calls` ends a call, from any
 * state: if it fails for good, or if nobody waits for it any more. A call sent again on a new connection stays `sent`.
 */
export type CallState = "queued" | "sent" | "reading" | "awaiting-retry" | "over";

/** A body that was read: inflated, and as the registry sent it. */
export interface CallBody {
  readonly inflated: Buffer;
  readonly sent: SentBody;
}

/**
 * A call in flight, with the requests that wait for it: the one that made it, and those that joined it. Each can stop waiting. When
 * the last one does, the call is cancelled.
 */
export class PendingCall
  implements DenseSetMember, UnderWayMember<PendingCall>, WaitTarget<unknown>, SentCall
{
  readonly restCall: RestCall<unknown>;
  readonly keyDigest: string;
  readonly cacheKey: string;
  /** The token of the request that made it. Within a key, tokens take turns. */
  readonly token: string | undefined;
  /** Path and query of the current attempt, from the root of the origin. */
  path: string;
  state: CallState = "queued";
  /** When the current attempt was sent, by the clock. The age of its response counts from here. */
  sentAt = 0;
  /** When the current attempt times out; while the call awaits a retry, when the retry begins. */
  dueAt = 0;
  retries = 0;
  isRedirected = false;
  asksForJson = false;
  response: SentCall["response"];
  /** Whether the response to the current attempt has begun to arrive. From then on, no equal request may join the call. */
  hasResponseStarted = false;
  /** For the set of calls in flight. */
  denseIndex = -1;
  /** For the index of calls that can be joined. */
  bucket = -1;
  nextInBucket: PendingCall | undefined;
  #waiters: Waiter<unknown>[] = [];
  readonly #onCancel: (call: PendingCall) => void;

  /** @param onCancel called when nobody waits any more. */
  constructor(
    restCall: RestCall<unknown>,
    path: string,
    onCancel: (call: PendingCall) => void,
    token?: string,
  ) {
    this.restCall = restCall;
    this.token = token;
    this.keyDigest = restCall.keyDigest;
    this.cacheKey = restCall.cacheKey;
    this.path = path;
    this.#onCancel = onCancel;
  }

  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** The request that pays for further attempts. */
  get payer(): RequestBudget | undefined {
    return this.#waiters[0]?.budget;
  }

  /** Whether the request that pays for it now is a bulk read. */
  get isBulk(): boolean {
    return this.payer?.isBulk === true;
  }

  /** The latest deadline of the requests that wait, by the clock. */
  get deadlineAt(): number {
    return Math.max(...this.#waiters.map(({ budget }) => budget.deadlineAt));
  }

  /** Makes the next attempt ask for JSON explicitly (interface §4). */
  askForJson(): void {
    this.asksForJson = true;
    this.path += `${this.path.includes("?") ? "&" : "?"}type=json`;
  }

  /** Waits for the response on behalf of a request. */
  join(budget: RequestBudget, now: number): Promise<unknown> {
    const waiter = new Waiter<unknown>(budget, this);
    this.#waiters.push(waiter);
    budget.beginWait(waiter, now);
    return waiter.result;
  }

  /** A waiter stops waiting. When the last one does, the call is cancelled. */
  removeWaiter(waiter: Waiter<unknown>): void {
    const index = this.#waiters.indexOf(waiter);
    if (index < 0) return;
    this.#waiters.splice(index, 1);
    if (this.#waiters.length === 0) this.#onCancel(this);
  }

  /** The error for a request that stops waiting before the response is here. */
  deadlineError(budget: RequestBudget): RegistryError {
    return budget.deadlineError(this.restCall.template);
  }

  /** Ends the wait of every request that has no time left. */
  expire(now: number): void {
    for (const waiter of this.#waiters.filter(({ budget }) => budget.deadlineAt <= now)) {
      waiter.cancel(now);
    }
  }

  /** The response to the current attempt begins to arrive. */
  startResponse(): void {
    this.hasResponseStarted = true;
    for (const { budget } of this.#waiters) budget.hasResponseStarted = true;
  }

  /** A body is here. From now on each of those who wait answers for its part of it. */
  countBody(bytes: number): void {
    const part = Math.ceil(bytes / this.#waiters.length);
    // One that takes too much memory stops waiting.
    for (const { budget } of [...this.#waiters]) budget.onBody?.(part);
  }

  /** Ends the call with a response for all who wait. */
  succeed(value: unknown, now: number): void {
    for (const waiter of this.#takeWaiters()) {
      waiter.budget.countResponse(this.sentAt);
      waiter.succeed(value, now);
    }
  }

  fail(error: Error, now: number): void {
    for (const waiter of this.#takeWaiters()) waiter.fail(error, now);
  }

  /** Drops the waiters, and with them the response, because a timer or a socket may hold the call for a while. */
  #takeWaiters(): readonly Waiter<unknown>[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.state = "over";
    return waiters;
  }
}

import type { ResponseReader } from "../http/response-reader.ts";
import type { SentBody } from "../http/sent-body.ts";
import type { DenseSetMember } from "./dense-set.ts";
import type { NamedMember } from "./name-index.ts";
import type { RequestScope, ScopeWaiter } from "./request-scope.ts";
import type { RestCall } from "./rest-call.ts";

/**
 * Where a call stands. `queued`: it waits for a slot. `sent`: the registry has it. `reading`: the whole body is here, and is being
 * inflated and decoded. `awaiting-retry`: its attempt failed, and the next one begins after a pause. `over`: it has ended.
 */
export type CallState = "queued" | "sent" | "reading" | "awaiting-retry" | "over";

/**
 * A call in flight and everybody who waits for it: the request that made it, and those that asked for the same. Each may stop
 * waiting. When the last one does, the call is given up.
 */
export class InFlightCall implements DenseSetMember, NamedMember<InFlightCall> {
  readonly rest: RestCall<unknown>;
  /** Where it is sent, from the root of the registry's origin. A redirect changes it, and so does naming JSON. */
  path: string;
  state: CallState = "queued";
  response: ResponseReader<InFlightCall> | undefined;
  /** When the current attempt was sent, by the clock. The age of its answer counts from here. */
  sentAt = 0;
  /** When the current attempt is given up; while it awaits a retry, when that begins. */
  dueAt = 0;
  retries = 0;
  isRedirected = false;
  /** Whether it asks for JSON by name. */
  namesJson = false;
  /** Whether it probes for all whether the registry answers again. */
  isProbe = false;
  /** For the set of calls. */
  position = -1;
  /** For the index of calls. */
  bucket = -1;
  nextInBucket: InFlightCall | undefined;
  #waiters: Waiter[] = [];
  readonly #giveUp: (call: InFlightCall) => void;

  /** @param giveUp is called when nobody waits any more */
  constructor(rest: RestCall<unknown>, path: string, giveUp: (call: InFlightCall) => void) {
    this.rest = rest;
    this.path = path;
    this.#giveUp = giveUp;
  }

  get keyDigest(): string {
    return this.rest.keyDigest;
  }

  get name(): string {
    return this.rest.name;
  }

  /** The request that pays for further attempts. */
  get payer(): RequestScope | undefined {
    return this.#waiters[0]?.scope;
  }

  /** Whether it is made for a bulk read. */
  get isBulk(): boolean {
    return this.payer?.isBulk === true;
  }

  /** The latest deadline of those who wait, by the clock. */
  get deadlineAt(): number {
    return Math.max(...this.#waiters.map(({ scope }) => scope.deadlineAt));
  }

  /** Waits for the answer on behalf of a request. */
  join(scope: RequestScope, now: number): Promise<unknown> {
    const promised = Promise.withResolvers<unknown>();
    const waiter = new Waiter(this, scope, promised);
    this.#waiters.push(waiter);
    scope.beginWait(waiter, now);
    return promised.promise;
  }

  /** For a waiter: it waits no more. */
  leave(waiter: Waiter): void {
    const position = this.#waiters.indexOf(waiter);
    if (position < 0) return;
    this.#waiters.splice(position, 1);
    if (this.#waiters.length === 0) this.#giveUp(this);
  }

  /** Ends the wait of every request that has no time left. */
  expire(now: number): void {
    for (const waiter of this.#waiters.filter(({ scope }) => scope.deadlineAt <= now)) {
      waiter.cancel(now);
    }
  }

  /** The answer has begun to come. */
  beginAnswer(): void {
    for (const { scope } of this.#waiters) scope.hasAnswerBegun = true;
  }

  /** Gives the answer to all who wait. */
  succeed(answer: unknown, sent: SentBody, now: number): void {
    for (const waiter of this.#end()) {
      waiter.scope.countAnswer(this.sentAt);
      waiter.scope.onAnswer?.(answer, sent);
      waiter.settle(now).resolve(answer);
    }
  }

  /** Gives the error to all who wait. */
  fail(error: Error, now: number): void {
    for (const waiter of this.#end()) waiter.settle(now).reject(error);
  }

  /** Lets go of the waiters, and with them of the answer: a timer or a socket may hold on to the call for a while. */
  #end(): readonly Waiter[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.state = "over";
    return waiters;
  }
}

/** One request that waits for a call. */
class Waiter implements ScopeWaiter {
  position = -1;
  readonly scope: RequestScope;
  readonly #call: InFlightCall;
  readonly #promised: PromiseWithResolvers<unknown>;

  constructor(call: InFlightCall, scope: RequestScope, promised: PromiseWithResolvers<unknown>) {
    this.#call = call;
    this.scope = scope;
    this.#promised = promised;
  }

  /** Ends the wait: the promise is about to be settled. */
  settle(now: number): PromiseWithResolvers<unknown> {
    this.scope.endWait(this, now);
    return this.#promised;
  }

  cancel(now: number): void {
    this.#call.leave(this);
    this.settle(now).reject(this.scope.overError(this.#call.rest.template));
  }
}

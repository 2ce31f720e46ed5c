import type { ResponseReader } from "../http/response-reader.ts";
import type { SentBody } from "../http/sent-body.ts";
import type { NamedMember } from "./name-index.ts";
import type { RequestScope, ScopeWaiter } from "./request-scope.ts";
import type { RestCall } from "./rest-call.ts";
import type { RosterMember } from "./roster.ts";

/** Where a flight is: waiting for a slot, for the registry, for its body to be inflated, for its next attempt; or ended. */
type CallState = "queued" | "sent" | "read" | "resting" | "over";

/**
 * A call under way, with everybody who waits for it: the request that asked for it first, and those that asked for the
 * equal. Each of them may leave alone; the last one who does ends it.
 */
export class InFlightCall implements RosterMember, NamedMember<InFlightCall> {
  readonly call: RestCall<unknown>;
  /** Where it is sent, the path of the base address included; changes with a redirect, and where JSON has to be asked for. */
  path: string;
  state: CallState = "queued";
  response: ResponseReader<InFlightCall> | undefined;
  /** When the attempt under way was sent, by the clock: the age of its answer counts from here. */
  sentAt = 0;
  /** When the attempt under way is given up, or the next one begins. */
  dueAt = 0;
  retries = 0;
  isRedirected = false;
  /** Whether it asks for JSON by name. */
  isTyped = false;
  /** Whether it tries for all whether the registry answers again. */
  isProbe = false;
  /** For the roster of flights. */
  position = -1;
  /** For the index of flights. */
  bucket = -1;
  nextInBucket: InFlightCall | undefined;
  #waiters: Waiter[] = [];
  readonly #abandon: (flight: InFlightCall) => void;

  /** @param abandon is called when the last one who waited has left */
  constructor(call: RestCall<unknown>, path: string, abandon: (flight: InFlightCall) => void) {
    this.call = call;
    this.path = path;
    this.#abandon = abandon;
  }

  get lane(): string {
    return this.call.lane;
  }

  get name(): string {
    return this.call.name;
  }

  /** The request that pays for further calls. */
  get payer(): RequestScope | undefined {
    return this.#waiters[0]?.scope;
  }

  /** Until when somebody waits, by the clock. */
  get deadlineAt(): number {
    return Math.max(...this.#waiters.map(({ scope }) => scope.deadlineAt));
  }

  /** Adds one who waits, and gives what is waited for. */
  join(scope: RequestScope, now: number): Promise<unknown> {
    const promised = Promise.withResolvers<unknown>();
    const waiter = new Waiter(this, scope, promised);
    this.#waiters.push(waiter);
    scope.begin(waiter, now);
    return promised.promise;
  }

  /** For a waiter: it waits no more. */
  leave(waiter: Waiter): void {
    const position = this.#waiters.indexOf(waiter);
    if (position < 0) return;
    this.#waiters.splice(position, 1);
    if (this.#waiters.length === 0) this.#abandon(this);
  }

  /** Lets those leave whose request has no time left. */
  expire(now: number): void {
    for (const waiter of this.#waiters.filter(({ scope }) => scope.deadlineAt <= now)) {
      waiter.cancel(now);
    }
  }

  /** The answer has begun to come. */
  begin(): void {
    for (const { scope } of this.#waiters) scope.hasBegun = true;
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

  /** Lets go of the waiters, and so of the answer: something may hold on to the flight for a while. */
  #end(): readonly Waiter[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.state = "over";
    return waiters;
  }
}

/** One who waits for a flight. */
class Waiter implements ScopeWaiter {
  position = -1;
  readonly scope: RequestScope;
  readonly #flight: InFlightCall;
  readonly #promised: PromiseWithResolvers<unknown>;

  constructor(flight: InFlightCall, scope: RequestScope, promised: PromiseWithResolvers<unknown>) {
    this.#flight = flight;
    this.scope = scope;
    this.#promised = promised;
  }

  /** It waits no more: the promise is about to be settled. */
  settle(now: number): PromiseWithResolvers<unknown> {
    this.scope.end(this, now);
    return this.#promised;
  }

  cancel(now: number): void {
    this.#flight.leave(this);
    this.settle(now).reject(this.scope.overError(this.#flight.call.template));
  }
}

import { DenseSet } from "../../base/collections/dense-set.ts";
import { KeyedIndex } from "../../base/collections/keyed-index.ts";
import { RegistryError } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import { isXmlBody } from "../network/body.ts";
import { closedFailure, type Failure, toRegistryError } from "../network/failure.ts";
import type { SentBody } from "../network/sent-body.ts";
import type { Admission } from "../protection/admission.ts";
import type { RequestBudget } from "../request-budget.ts";
import { isUrlSafe, type RestCall } from "../rest-call.ts";
import { AttemptPolicy } from "./attempt-policy.ts";
import { type AttemptListener, Attempts, type AttemptsOptions } from "./attempts.ts";
import type { ReadBody } from "./body-reader.ts";
import { InFlightCall } from "./in-flight-call.ts";

interface InFlightCallsOptions extends AttemptsOptions {
  readonly random: () => number;
  /** Called with every response, except those to bulk reads. */
  readonly onResponse: ((call: RestCall<unknown>, response: ReceivedResponse) => void) | undefined;
}

/** A response that has just been decoded. */
export interface ReceivedResponse {
  readonly value: unknown;
  /** When its call was sent, by the clock. */
  readonly sentAt: number;
  /** Length of the body, inflated. */
  readonly bodyBytes: number;
  readonly sent: SentBody;
}

/**
 * How often the time is checked while calls are in flight. Unless the event loop is busy, timeouts, deadlines and retries are at
 * most this late.
 */
const tickMs = 20;

/**
 * All calls in flight. Equal calls share one. Each call is made in attempts, until it is over: its states and what leads from one to
 * the next are drawn at `CallState`.
 */
export class InFlightCalls {
  readonly #options: InFlightCallsOptions;
  readonly #clock: Clock;
  readonly #attempts: Attempts;
  readonly #attemptPolicy: AttemptPolicy;
  readonly #all = new DenseSet<InFlightCall>();
  /** The calls that an equal one can join: they are in an attempt, and no response has begun to arrive. */
  readonly #joinable = new KeyedIndex<InFlightCall>();
  #stopTicking: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InFlightCallsOptions) {
    const { clock, httpClient, random } = options;
    this.#options = options;
    this.#clock = clock;
    this.#attempts = new Attempts(options, this.#attemptListener);
    this.#attemptPolicy = new AttemptPolicy({
      redirect: (location, path) => httpClient.redirect(location, path),
      isFailing: (call, now) => this.admission.isFailing(call, now),
      random,
    });
  }

  /** Decides which calls may be sent, by what the registry answered to each key. */
  get admission(): Admission {
    return this.#attempts.admission;
  }

  /** How many calls have been sent to the registry and not answered yet. */
  get running(): number {
    return this.#attempts.running;
  }

  get waiting(): number {
    return this.#attempts.waiting;
  }

  /** How many calls failed and wait for their next attempt. */
  get awaitingRetry(): number {
    return this.#all.list().filter(({ state }) => state === "awaiting-retry").length;
  }

  /**
   * Joins an equal call in flight, or makes one.
   *
   * This and the steps below are not `async`: every call takes them, and each turn of the microtask queue costs time.
   */
  fetch(restCall: RestCall<unknown>, budget: RequestBudget): Promise<unknown> {
    const now = this.#clock.now();
    if (budget.isOver(now)) return Promise.reject(budget.deadlineError(restCall.template));
    const equal = this.#joinable.find(restCall.keyDigest, restCall.cacheKey);
    // A call with less than half of its time left is not joined: if it hangs, this request would fail too soon.
    if (equal && equal.dueAt - now > this.#options.timeoutMs / 2) {
      budget.shared += 1;
      return equal.join(budget, now);
    }
    const error = this.#refusalError(restCall, budget, now);
    if (error) return Promise.reject(error);
    budget.countCall();

    const path = this.#options.httpClient.prefix + restCall.path;
    const call = new InFlightCall(restCall, path, this.#cancel);
    this.#attemptPolicy.prepareFirst(call);
    // The attempt may fail, and the call be over, before `#beginAttempt` returns. So the call is joined and added first.
    const response = call.join(budget, now);
    this.#all.add(call);
    this.#beginAttempt(call, now);
    return response;
  }

  /** Fails all calls in flight, and every later one. */
  close(): void {
    this.#isClosed = true;
    this.#stopTicking?.();
    const now = this.#clock.now();
    for (const call of this.#all.list()) {
      this.#attempts.cancel(call);
      this.#fail(call, toRegistryError(closedFailure, call.restCall), now);
    }
  }

  /** Why a call cannot be made; undefined if it can. */
  #refusalError(
    restCall: RestCall<unknown>,
    budget: RequestBudget,
    now: number,
  ): Error | undefined {
    // The message leaves out the path, because the key is in it.
    if (!isUrlSafe(restCall.path)) {
      return new TypeError(`the path of a GET ${restCall.template} is not URL-safe ASCII`);
    }
    const failure = this.#isClosed ? closedFailure : this.admission.refusal(restCall, now);
    if (failure) return toRegistryError(failure, restCall);
    if (budget.hasCallLeft) return undefined;

    const reason = `not called, because this request has used up its ${budget.maxCalls} calls`;
    return new RegistryError("REGISTRY_CALL_LIMIT", restCall.template, reason);
  }

  #beginAttempt(call: InFlightCall, now: number): void {
    this.#joinable.add(call);
    // Between attempts no socket is open. Only this timer keeps a program running while it waits.
    this.#stopTicking ??= this.#clock.every(tickMs, () => this.#tick(), { keepsAlive: true });
    this.#attempts.begin(call, now);
  }

  readonly #attemptListener: AttemptListener = {
    onSend: (call, now) => this.#attemptPolicy.countSent(call, now),
    onFirstBytes: (call) => {
      this.#joinable.remove(call);
      call.startResponse();
    },
    onUnread: (call) => {
      this.#remove(call);
      call.end();
    },
    onRead: (call, body) => {
      this.#joinable.remove(call);
      if ("value" in body.decoded) this.#succeed(call, body, body.decoded.value);
      else this.#failDecoding(call, body.inflated, body.decoded.error);
    },
    onFailure: (call, failure) => {
      this.#joinable.remove(call);
      this.#handleFailure(call, failure);
    },
  };

  #succeed(call: InFlightCall, body: ReadBody, value: unknown): void {
    const { inflated, sent } = body;
    const now = this.#clock.now();
    const { restCall, sentAt, isBulk } = call;
    this.#remove(call);
    this.#attemptPolicy.learnResponse(call);
    const bodyBytes = inflated.length;
    restCall.learn?.(value, { bytes: bodyBytes, durationMs: now - sentAt });
    if (!isBulk) this.#options.onResponse?.(restCall, { value, sentAt, bodyBytes, sent });
    call.succeed(value, body, now);
  }

  /** The body could not be decoded. If it is XML, asks for JSON explicitly. */
  #failDecoding(call: InFlightCall, body: Buffer, error: Error): void {
    const now = this.#clock.now();
    if (isXmlBody(body) && this.#attemptPolicy.prepareJson(call)) this.#beginAttempt(call, now);
    else this.#fail(call, error, now);
  }

  /** Makes another attempt, if that may help, or fails the call. */
  #handleFailure(call: InFlightCall, failure: Failure): void {
    const now = this.#clock.now();
    const next = this.#attemptPolicy.prepareNext(call, failure, now);
    if (next === "now") this.#beginAttempt(call, now);
    else if (next === "never") this.#fail(call, toRegistryError(failure, call.restCall), now);
    // Otherwise the retry begins at a tick.
  }

  #tick(): void {
    const now = this.#clock.now();
    for (const call of this.#all.list()) {
      call.expire(now);
      if (call.state === "over" || call.dueAt > now) continue;
      if (call.state === "awaiting-retry") this.#beginAttempt(call, now);
      else this.#attempts.timeOut(call);
    }
    this.#attempts.adaptSlots();
    if (this.#all.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  readonly #cancel = (call: InFlightCall): void => {
    if (this.#attempts.carryOn(call)) {
      this.#joinable.remove(call);
      return;
    }
    this.#attempts.cancel(call);
    this.#remove(call);
    call.end();
  };

  #fail(call: InFlightCall, error: Error, now: number): void {
    this.#remove(call);
    call.fail(error, now);
  }

  #remove(call: InFlightCall): void {
    this.#joinable.remove(call);
    this.#all.remove(call);
  }
}

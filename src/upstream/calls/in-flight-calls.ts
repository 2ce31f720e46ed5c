import { RegistryError, type RegistryErrorCode } from "../errors.ts";
import { isXmlBody } from "../http/body.ts";
import {
  closedFailure,
  crowdFailure,
  type Failure,
  inflateFailure,
  neutralizeIfAmbiguous,
  queueTimeoutFailure,
  timeoutFailure,
  toError,
  type Verdict,
} from "../http/failure.ts";
import type { HttpClient } from "../http/http-client.ts";
import {
  type ResponseListener,
  ResponseReader,
  type ResponseRules,
} from "../http/response-reader.ts";
import type { SentBody } from "../http/sent-body.ts";
import { Admission } from "../protection/admission.ts";
import type { CircuitState } from "../protection/circuit.ts";
import { ConcurrencyLimit } from "../protection/concurrency-limit.ts";
import { FairQueue } from "../protection/fair-queue.ts";
import type { Clock } from "../time/clock.ts";
import { BodyReader, type ReadBody } from "./body-reader.ts";
import type { CallReport } from "./call-report.ts";
import { DenseSet } from "./dense-set.ts";
import { InFlightCall } from "./in-flight-call.ts";
import { NameIndex } from "./name-index.ts";
import { NextAttempts } from "./next-attempt.ts";
import type { RequestScope } from "./request-scope.ts";
import { isUrlSafe, type RestCall } from "./rest-call.ts";

/** How calls are made. */
export interface InFlightCallsOptions {
  readonly httpClient: HttpClient;
  /** Bound on one attempt, including its wait for a connection. */
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly rules: ResponseRules;
  readonly clock: Clock;
  readonly random: () => number;
  /** Is told of every attempt that was sent, when it has ended. */
  readonly onCall: ((report: CallReport) => void) | undefined;
  /** Is told of every answer, except those to bulk reads. */
  readonly onAnswer: ((call: RestCall<unknown>, answer: ReceivedAnswer) => void) | undefined;
}

/** An answer that has just been decoded. */
export interface ReceivedAnswer {
  readonly value: unknown;
  readonly sentAt: number;
  /** Length of the body, inflated. */
  readonly bodyBytes: number;
  readonly sent: SentBody;
}

/** How often the time is checked while calls are in flight. Timeouts, deadlines and retries are at most this late. */
const TICK_MS = 20;

/**
 * All calls in flight. Equal calls share one. Each goes through these states:
 *
 *     queued ── slot free ──▶ sent ── body is here ──▶ reading ── decoded ──▶ over
 *       ▲                      │                          │
 *       │                      └──────── failure ─────────┘
 *       │                                   │
 *       ├──── redirect, or names JSON ──────┤
 *       └──── awaiting-retry ◀── retry ─────┴── nothing helps ──▶ over
 *
 * From any state, a call is over when nobody waits for it any more.
 */
export class InFlightCalls {
  readonly #options: InFlightCallsOptions;
  readonly #clock: Clock;
  readonly #concurrencyLimit: ConcurrencyLimit;
  readonly #queue: FairQueue<InFlightCall>;
  readonly #admission: Admission;
  readonly #nextAttempts: NextAttempts;
  readonly #all = new DenseSet<InFlightCall>();
  /** The calls that an equal one may join: no answer to them has begun. */
  readonly #joinable = new NameIndex<InFlightCall>();
  readonly #bodyReader: BodyReader;
  #stopTicking: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InFlightCallsOptions) {
    const { clock, httpClient, maxConnections, random, rules } = options;
    this.#options = options;
    this.#clock = clock;
    this.#concurrencyLimit = new ConcurrencyLimit(maxConnections);
    this.#queue = new FairQueue(this.#concurrencyLimit.slots, (call) => this.#send(call));
    this.#admission = new Admission(this.#queue);
    this.#nextAttempts = new NextAttempts({
      redirect: (location, path) => httpClient.redirect(location, path),
      isFailing: (keyDigest, now) => this.#admission.isFailing(keyDigest, now),
      random,
    });
    this.#bodyReader = new BodyReader({
      maxBodyBytes: rules.maxBodyBytes,
      onRead: (call, read) => this.#deliver(call, read),
      onDamaged: (call) => this.#handleFailure(call, inflateFailure),
    });
  }

  get circuit(): CircuitState {
    return this.#admission.circuit(this.#clock.now());
  }

  /** How many calls the registry has been sent and has not answered. */
  get running(): number {
    return this.#queue.running;
  }

  /** How many calls wait for a slot. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** How many calls failed and wait for their next attempt. */
  get awaitingRetry(): number {
    return this.#all.list().filter(({ state }) => state === "awaiting-retry").length;
  }

  /** Whether somebody sends made-up keys: the registry refuses most of the new ones. */
  get isFlooded(): boolean {
    return this.#queue.isFlooded;
  }

  /** Whether the registry has answered a key before. */
  isKnown(keyDigest: string): boolean {
    return this.#queue.isKnown(keyDigest);
  }

  /** Whether the registry has refused a key in the last minute, and never answered it. */
  isDistrusted(keyDigest: string): boolean {
    return this.#admission.isDistrusted(keyDigest, this.#clock.now());
  }

  /**
   * Joins an equal call in flight, or makes one.
   *
   * This and the steps below are not `async`: every call takes them, and each turn of the microtask queue costs time.
   */
  fetch(rest: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    const now = this.#clock.now();
    if (scope.isOver(now)) return Promise.reject(scope.overError(rest.template));
    const equal = this.#joinable.find(rest.keyDigest, rest.name);
    // If that call hangs, its joiners must still have half of the time that a call of their own would have.
    if (equal && equal.dueAt - now > this.#options.timeoutMs / 2) {
      scope.shared += 1;
      return equal.join(scope, now);
    }
    const error = this.#refusalError(rest, scope, now);
    if (error) return Promise.reject(error);
    const call = new InFlightCall(rest, this.#options.httpClient.prefix + rest.path, this.#giveUp);
    this.#nextAttempts.prepareFirst(call);
    const answer = call.join(scope, now);
    this.#all.add(call);
    this.#enqueue(call, now);
    return answer;
  }

  /** Fails all calls in flight, and every later one. */
  close(): void {
    this.#isClosed = true;
    this.#stopTicking?.();
    const now = this.#clock.now();
    for (const call of this.#all.list()) {
      this.#withdraw(call);
      this.#fail(call, closedFailure, now);
    }
  }

  /** Why a call is not made; undefined: it is, and the request has paid for it. */
  #refusalError(rest: RestCall<unknown>, scope: RequestScope, now: number): Error | undefined {
    // Without the path: the key is in it.
    if (!isUrlSafe(rest.path)) {
      return new TypeError(`the path of a GET ${rest.template} is not URL-safe ASCII`);
    }
    const failure = this.#isClosed ? closedFailure : this.#admission.refusal(rest, now);
    if (failure) return toError(failure, rest);
    if (scope.takeCall()) return undefined;
    const reason = `not called, because this request has spent its ${scope.maxCalls} calls`;
    return new RegistryError("REGISTRY_CALL_LIMIT", rest.template, reason);
  }

  /** Begins an attempt: the call is sent as soon as its key has a slot, perhaps at once. */
  #enqueue(call: InFlightCall, now: number): void {
    call.state = "queued";
    call.dueAt = now + this.#options.timeoutMs;
    this.#joinable.add(call);
    // Between two attempts nothing else may keep a program alive that waits for its answer.
    this.#stopTicking ??= this.#clock.every(TICK_MS, () => this.#tick(), { keepsAlive: true });
    if (!this.#queue.enter(call.keyDigest, call)) this.#fail(call, crowdFailure, now);
  }

  /** The call has a slot. */
  #send(call: InFlightCall): void {
    const now = this.#clock.now();
    const isTooLate = call.dueAt <= now;
    const failure = isTooLate ? queueTimeoutFailure : this.#admission.refusal(call.rest, now);
    if (failure) {
      this.#queue.leave(call.keyDigest);
      this.#fail(call, failure, now);
      return;
    }
    call.state = "sent";
    call.isProbe = this.#admission.enter(call.keyDigest);
    this.#nextAttempts.countSent(call, now);
    this.#options.httpClient.send(call.path, this.#newResponse(call, now));
  }

  /** Sends the same attempt on a fresh connection, because the registry closed the old one while it was idle. This is no retry. */
  #sendAfresh(call: InFlightCall): void {
    const response = this.#newResponse(call, this.#clock.now());
    this.#options.httpClient.sendAfresh(call.path, response);
  }

  #newResponse(call: InFlightCall, now: number): ResponseReader<InFlightCall> {
    call.sentAt = now;
    call.response = new ResponseReader(call, this.#responses, this.#options.rules);
    return call.response;
  }

  readonly #responses: ResponseListener<InFlightCall> = {
    begin: (call) => {
      this.#joinable.remove(call);
      call.beginAnswer();
    },
    succeed: (call, sent) => {
      this.#endAttempt(call, "up");
      this.#bodyReader.read(call, sent);
    },
    fail: (call, failure) => {
      if (failure.retry === "afresh") this.#sendAfresh(call);
      else this.#failAttempt(call, neutralizeIfAmbiguous(failure, call.rest));
    },
  };

  /** Gives an answer to all who wait. */
  #deliver(call: InFlightCall, { body, decoded, sent }: ReadBody): void {
    this.#report(call, 200, "error" in decoded ? "REGISTRY_BAD_RESPONSE" : undefined);
    const now = this.#clock.now();
    if ("error" in decoded) {
      this.#failDecoding(call, { body, error: decoded.error }, now);
      return;
    }
    const { rest, sentAt, isBulk } = call;
    const { value } = decoded;
    this.#leave(call);
    this.#admission.learnAnswer(call.keyDigest);
    this.#nextAttempts.learnAnswer(call);
    rest.learn?.(value, { bytes: body.length, milliseconds: now - sentAt });
    if (!isBulk) this.#options.onAnswer?.(rest, { value, sentAt, bodyBytes: body.length, sent });
    call.succeed(value, sent, now);
  }

  /** The body is not what was asked for. */
  #failDecoding(call: InFlightCall, given: { body: Buffer; error: Error }, now: number): void {
    if (isXmlBody(given.body) && this.#nextAttempts.prepareJson(call)) {
      this.#enqueue(call, now);
      return;
    }
    this.#leave(call);
    call.fail(given.error, now);
  }

  /** The attempt in flight has failed. */
  #failAttempt(call: InFlightCall, failure: Failure): void {
    // Before the slot goes to another call of the same key.
    this.#admission.learnFailure(call.rest, failure, this.#clock.now());
    this.#endAttempt(call, failure.verdict);
    this.#handleFailure(call, failure);
  }

  /** Makes another attempt, if that may help, or fails the call. */
  #handleFailure(call: InFlightCall, failure: Failure): void {
    this.#report(call, failure.status, failure.code);
    const now = this.#clock.now();
    const nextAt = this.#nextAttempts.prepareNext(call, failure, now);
    if (nextAt === undefined) {
      this.#fail(call, failure, now);
    } else if (nextAt <= now) {
      this.#enqueue(call, now);
    } else {
      call.state = "awaiting-retry";
      call.dueAt = nextAt;
    }
  }

  /** Checks the time for all calls. */
  #tick(): void {
    const now = this.#clock.now();
    for (const call of this.#all.list()) {
      call.expire(now);
      if (call.state !== "over" && call.dueAt <= now) this.#comeDue(call, now);
    }
    this.#concurrencyLimit.adapt(this.#queue.isWaiting);
    this.#queue.resize(this.#concurrencyLimit.slots);
    if (this.#all.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  /** The time of the current state is over. */
  #comeDue(call: InFlightCall, now: number): void {
    switch (call.state) {
      case "awaiting-retry":
        this.#enqueue(call, now);
        return;
      case "queued":
        this.#queue.withdraw(call.keyDigest, call);
        this.#handleFailure(call, queueTimeoutFailure);
        return;
      case "sent": {
        // If an error status has come, it says more than a timeout, even if its body does not end.
        const timeout = this.#hadFairTime(call) ? timeoutFailure : queueTimeoutFailure;
        const failure = call.response?.failure ?? timeout;
        call.response?.abort();
        this.#failAttempt(call, neutralizeIfAmbiguous(failure, call.rest));
        return;
      }
      case "reading":
        this.#handleFailure(call, timeoutFailure);
        return;
      case "over":
        return;
      default:
        call.state satisfies never;
    }
  }

  /** Nobody waits for the call any more. */
  readonly #giveUp = (call: InFlightCall): void => {
    this.#withdraw(call);
    this.#leave(call);
  };

  /** Takes a call out of the queue, or cuts its attempt off. */
  #withdraw(call: InFlightCall): void {
    if (call.state === "queued") this.#queue.withdraw(call.keyDigest, call);
    if (call.state !== "sent") return;
    call.response?.abort();
    this.#endAttempt(call, this.#hadFairTime(call) ? "down" : "unknown");
  }

  /** Whether the registry had enough time to answer, so that no answer is a sign of trouble. */
  #hadFairTime({ sentAt }: InFlightCall): boolean {
    return this.#clock.now() - sentAt >= this.#options.timeoutMs / 2;
  }

  /** The attempt in flight has ended: its slot is free. */
  #endAttempt(call: InFlightCall, verdict: Verdict): void {
    this.#admission.leave(call.keyDigest, call.isProbe, { verdict, now: this.#clock.now() });
    this.#joinable.remove(call);
    call.response = undefined;
    this.#queue.leave(call.keyDigest);
  }

  /** The call has failed for good. */
  #fail(call: InFlightCall, failure: Failure, now: number): void {
    this.#leave(call);
    call.fail(toError(failure, call.rest), now);
  }

  /** The call is no longer in flight. */
  #leave(call: InFlightCall): void {
    call.state = "over";
    this.#joinable.remove(call);
    this.#all.remove(call);
  }

  #report(call: InFlightCall, status: number | undefined, code: RegistryErrorCode | undefined) {
    const { onCall } = this.#options;
    // A call that was never sent is no REST call.
    if (!onCall || call.state === "queued") return;
    onCall({
      template: call.rest.template,
      scope: call.payer,
      startedAt: call.sentAt,
      durationMs: this.#clock.now() - call.sentAt,
      retries: call.retries,
      status,
      code,
    });
  }
}

import { RegistryError, type RegistryErrorCode } from "../errors.ts";
import { decodeBody, inflateBody, isXmlBody } from "../http/body.ts";
import {
  circuitFailure,
  closedFailure,
  crowdFailure,
  type Failure,
  inflateFailure,
  queueTimeoutFailure,
  timeoutFailure,
  toDoubt,
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
import { Circuit, type CircuitState } from "../protection/circuit.ts";
import { ConcurrencyLimit } from "../protection/concurrency-limit.ts";
import { FairQueue } from "../protection/fair-queue.ts";
import { RefusedKeys } from "../protection/refused-keys.ts";
import { MAX_RETRIES, RetryBudget, retryDelayMs } from "../protection/retry.ts";
import type { Clock } from "../time/clock.ts";
import { nextTurn } from "../time/turns.ts";
import { AnswerReader } from "./answer-reader.ts";
import type { CallReport } from "./call-report.ts";
import { InFlightCall } from "./in-flight-call.ts";
import { NameIndex } from "./name-index.ts";
import type { RequestScope } from "./request-scope.ts";
import { isUrlSafe, type RestCall } from "./rest-call.ts";
import { Roster } from "./roster.ts";

/** How calls are made. */
export interface InFlightCallsOptions {
  readonly httpClient: HttpClient;
  /** Bound on one attempt, its wait for a connection included. */
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly rules: ResponseRules;
  readonly clock: Clock;
  readonly random: () => number;
  /** Is told of every attempt that was sent, when it has ended. */
  readonly onCall: ((report: CallReport) => void) | undefined;
  /** Is told of every answer that is not read in bulk, how long its body is and when it was asked for. */
  readonly onAnswer: ((call: RestCall<unknown>, answer: ReceivedAnswer) => void) | undefined;
}

/** An answer as it has just been decoded. */
export interface ReceivedAnswer {
  readonly value: unknown;
  readonly sentAt: number;
  readonly bodyBytes: number;
  readonly sent: SentBody;
}

/** How often time is looked at while calls are under way: timeouts, deadlines and retries are late by this at most. */
const TICK_MS = 20;

/**
 * All calls under way: equal ones are one flight, each flight is sent when its key has a slot, bounded in time,
 * repeated where that helps, and not sent at all while the circuit is open.
 */
export class InFlightCalls {
  readonly #options: InFlightCallsOptions;
  readonly #clock: Clock;
  readonly #circuit = new Circuit();
  readonly #retryBudget = new RetryBudget();
  readonly #concurrencyLimit: ConcurrencyLimit;
  readonly #queue: FairQueue<InFlightCall>;
  readonly #refusedKeys = new RefusedKeys();
  readonly #inFlight = new Roster<InFlightCall>();
  /** The flights that an equal call may join: no answer to them has begun. */
  readonly #joinable = new NameIndex<InFlightCall>();
  readonly #reader = new AnswerReader();
  /** Whether JSON is asked for by name: the registry has answered XML without, although JSON is the default (interface §4). */
  #namesJson = false;
  #stopTicking: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InFlightCallsOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#concurrencyLimit = new ConcurrencyLimit(options.maxConnections);
    this.#queue = new FairQueue(this.#concurrencyLimit.slots, (flight) => this.#send(flight));
  }

  get circuit(): CircuitState {
    return this.#circuit.state(this.#clock.now());
  }

  /** Calls that the registry has been sent and has not answered. */
  get running(): number {
    return this.#queue.running;
  }

  /** Calls that wait for a slot. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Whether somebody invents keys: the registry refuses most of those that are new. */
  get isFlooded(): boolean {
    return this.#queue.isFlooded;
  }

  /** Whether the registry has answered a key before. */
  isKnown(lane: string): boolean {
    return this.#queue.isKnown(lane);
  }

  /** Calls that failed and wait to be made again. */
  get resting(): number {
    return this.#inFlight.list().filter(({ state }) => state === "resting").length;
  }

  /**
   * Joins an equal call or makes one.
   * Not `async`, as are the steps below: they are on the way of every call, and each turn of the microtask queue counts.
   */
  fetch(call: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    const now = this.#clock.now();
    if (scope.isOver(now)) return Promise.reject(scope.overError(call.template));
    const underWay = this.#joinable.find(call.lane, call.name);
    // Who joined a call that hangs would have less time than with one of their own.
    if (underWay && underWay.dueAt - now > this.#options.timeoutMs / 2) {
      scope.shared += 1;
      return underWay.join(scope, now);
    }
    const refusal = this.#refusal(call, scope, now);
    if (refusal) return Promise.reject(refusal);
    const path = this.#options.httpClient.prefix + call.path;
    const flight = new InFlightCall(call, path, this.#abandon);
    if (this.#namesJson) nameJson(flight);
    const answer = flight.join(scope, now);
    this.#inFlight.add(flight);
    this.#launch(flight, now);
    return answer;
  }

  /** Fails whatever is under way, and all that comes. */
  close(): void {
    this.#isClosed = true;
    this.#stopTicking?.();
    const now = this.#clock.now();
    for (const flight of this.#inFlight.list()) {
      this.#giveUp(flight);
      this.#fail(flight, closedFailure, now);
    }
  }

  /** Why a call is not made; undefined: it is, and the request has paid for it. */
  #refusal(call: RestCall<unknown>, scope: RequestScope, now: number): Error | undefined {
    // Without the path itself: the key is in it.
    if (!isUrlSafe(call.path)) {
      return new TypeError(`the path of a GET ${call.template} is not URL-safe ASCII`);
    }
    const closure = this.#isClosed ? closedFailure : this.#closure(call, now);
    if (closure) return toError(closure, call);
    if (scope.takeCall()) return undefined;
    const reason = `not called, because this request has spent its ${scope.maxCalls} calls`;
    return new RegistryError("REGISTRY_CALL_LIMIT", call.template, reason);
  }

  /** Why no call with this key is made at present; undefined: it is. */
  #closure({ lane, template }: RestCall<unknown>, now: number): Failure | undefined {
    if (this.#circuit.refuses(lane, now)) return circuitFailure;
    return this.#refusedKeys.find(lane, template, now);
  }

  /** Begins an attempt: at once if its key has a slot, else when its turn comes. */
  #launch(flight: InFlightCall, now: number): void {
    flight.state = "queued";
    flight.dueAt = now + this.#options.timeoutMs;
    this.#joinable.add(flight);
    this.#stopTicking ??= this.#clock.every(TICK_MS, () => this.#tick());
    if (!this.#queue.enter(flight.call.lane, flight)) this.#fail(flight, crowdFailure, now);
  }

  #send(flight: InFlightCall): void {
    const { lane } = flight.call;
    const now = this.#clock.now();
    const failure = flight.dueAt <= now ? queueTimeoutFailure : this.#closure(flight.call, now);
    if (failure) {
      this.#queue.leave(lane);
      this.#fail(flight, failure, now);
      return;
    }
    flight.state = "sent";
    flight.sentAt = now;
    flight.isProbe = this.#circuit.enter(lane);
    if (flight.retries === 0) this.#retryBudget.countCall(now);
    flight.response = new ResponseReader(flight, this.#listener, this.#options.rules);
    this.#options.httpClient.send(flight.path, flight.response);
  }

  /** The attempt goes on, on a connection that nobody can have closed while it was idle: outside the budget of retries. */
  #sendAfresh(flight: InFlightCall): void {
    flight.sentAt = this.#clock.now();
    flight.response = new ResponseReader(flight, this.#listener, this.#options.rules);
    this.#options.httpClient.sendAfresh(flight.path, flight.response);
  }

  readonly #listener: ResponseListener<InFlightCall> = {
    begin: (flight) => {
      this.#joinable.remove(flight);
      flight.begin();
    },
    succeed: (flight, body, encoding) => {
      this.#land(flight, "up");
      flight.state = "read";
      if (encoding === undefined) this.#hand(flight, body, { bytes: body, encoding });
      else void this.#inflate(flight, { bytes: body, encoding });
    },
    fail: (flight, given) => {
      if (given.retry === "afresh") {
        this.#sendAfresh(flight);
        return;
      }
      const failure = toDoubt(given, flight.call);
      // Before its slot is given to another call of the same key.
      this.#noteRefusal(flight.call, failure);
      this.#land(flight, failure.verdict);
      this.#handleFailure(flight, failure);
    },
  };

  async #inflate(
    flight: InFlightCall,
    sent: SentBody & { readonly encoding: string },
  ): Promise<void> {
    const { bytes, encoding } = sent;
    const inflated = await inflateBody(bytes, encoding, this.#options.rules.maxBodyBytes);
    // Meanwhile its time may have run out, or everybody may have left.
    if (flight.state !== "read") return;
    if (inflated) this.#hand(flight, inflated, sent);
    else this.#handleFailure(flight, inflateFailure);
  }

  #hand(flight: InFlightCall, body: Buffer, sent: SentBody): void {
    if (flight.payer?.isBulk) void this.#deliverInTurn(flight, body, sent);
    else this.#deliver(flight, body, sent);
  }

  /** Large answers that come together would hold the event loop up for as long as all of them take. */
  async #deliverInTurn(flight: InFlightCall, body: Buffer, sent: SentBody): Promise<void> {
    // The registry has answered in time: what it waits for now is us.
    flight.dueAt = Number.POSITIVE_INFINITY;
    await nextTurn();
    if (flight.state === "read") this.#deliver(flight, body, sent);
  }

  #deliver(flight: InFlightCall, body: Buffer, sent: SentBody): void {
    const { call, sentAt } = flight;
    const { onAnswer } = this.#options;
    const isBulk = flight.payer?.isBulk === true;
    const result = isBulk ? decodeBody(call, body) : this.#reader.read(call, body);
    this.#report(flight, 200, "error" in result ? "REGISTRY_BAD_RESPONSE" : undefined);
    const now = this.#clock.now();
    if ("error" in result && isXmlBody(body) && this.#asksForJson(flight, now)) return;
    this.#conclude(flight);
    if ("error" in result) {
      flight.fail(result.error, now);
      return;
    }
    this.#know(call.lane);
    if (flight.isTyped) this.#namesJson = true;
    call.learn?.(result.value, { bytes: body.length, milliseconds: now - sentAt });
    if (!isBulk) onAnswer?.(call, { value: result.value, sentAt, bodyBytes: body.length, sent });
    flight.succeed(result.value, sent, now);
  }

  #handleFailure(flight: InFlightCall, failure: Failure): void {
    this.#report(flight, failure.status, failure.code);
    if (failure.isXml && this.#asksForJson(flight, this.#clock.now())) return;
    if (this.#redirects(flight, failure) || this.#retries(flight, failure)) return;
    this.#fail(flight, failure, this.#clock.now());
  }

  /** The registry has answered a key. */
  #know(lane: string): void {
    if (this.#queue.isKnown(lane)) return;
    this.#queue.know(lane);
    this.#refusedKeys.clear(lane);
  }

  #noteRefusal({ lane, template }: RestCall<unknown>, failure: Failure): void {
    if (failure.code !== "UNAUTHENTICATED" && failure.code !== "FORBIDDEN") return;
    const now = this.#clock.now();
    const isKnown = this.#queue.isKnown(lane);
    // The calls that one key makes side by side are one refusal.
    if (!isKnown && !this.#refusedKeys.find(lane, template, now)) this.#queue.refuse();
    // A key that may not do something may do it the next moment.
    if (failure.code === "FORBIDDEN") return;
    const endpoint = isKnown ? template : undefined;
    this.#refusedKeys.add(lane, endpoint, { failure, now });
  }

  /** Repeats a call that was answered with XML, and asks for JSON by name; where that helps it is done from then on. */
  #asksForJson(flight: InFlightCall, now: number): boolean {
    if (flight.isTyped) this.#namesJson = false;
    if (flight.isTyped || !flight.payer?.takeCall()) return false;
    nameJson(flight);
    this.#launch(flight, now);
    return true;
  }

  /** Follows a redirect, but one only and within the origin: elsewhere the key has no business. */
  #redirects(flight: InFlightCall, { location }: Failure): boolean {
    if (location === undefined || flight.isRedirected) return false;
    const path = this.#options.httpClient.redirect(location, flight.path);
    if (path === undefined || !flight.payer?.takeCall()) return false;
    flight.isRedirected = true;
    flight.path = path;
    this.#launch(flight, this.#clock.now());
    return true;
  }

  #retries(flight: InFlightCall, failure: Failure): boolean {
    const { payer, call, retries } = flight;
    if (failure.retry === "never" || retries >= MAX_RETRIES || !payer) return false;
    const now = this.#clock.now();
    const { retryAfterSeconds } = failure;
    const delayMs = retryDelayMs(retries, this.#options.random);
    const restMs = Math.max((retryAfterSeconds ?? 0) * 1000, delayMs);
    const dueAt = now + restMs;
    if (dueAt >= flight.deadlineAt || this.#circuit.refuses(call.lane, now)) return false;
    if (retryAfterSeconds !== undefined && !payer.takeRest(restMs, now)) return false;
    if (!this.#retryBudget.takeRetry(now) || !payer.takeCall()) return false;
    payer.retries += 1;
    flight.retries += 1;
    flight.state = "resting";
    flight.dueAt = dueAt;
    return true;
  }

  /** Looks at the time for all. */
  #tick(): void {
    const now = this.#clock.now();
    for (const flight of this.#inFlight.list()) {
      flight.expire(now);
      if (flight.state !== "over" && flight.dueAt <= now) this.#comeDue(flight, now);
    }
    this.#concurrencyLimit.adapt(this.#queue.isWaiting);
    this.#queue.resize(this.#concurrencyLimit.slots);
    if (this.#inFlight.size > 0) return;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  #comeDue(flight: InFlightCall, now: number): void {
    switch (flight.state) {
      case "resting":
        this.#launch(flight, now);
        return;
      case "sent": {
        // An error status is the better answer, even when its body does not end.
        const timeout = this.#hadFairTime(flight) ? timeoutFailure : queueTimeoutFailure;
        const failure = flight.response?.failure ?? timeout;
        flight.response?.abort();
        this.#listener.fail(flight, failure);
        return;
      }
      case "queued":
        this.#queue.withdraw(flight.call.lane, flight);
        this.#handleFailure(flight, queueTimeoutFailure);
        return;
      case "read":
        this.#handleFailure(flight, timeoutFailure);
        return;
      case "over":
        return;
      default:
        flight.state satisfies never;
    }
  }

  /** Nobody waits for it any more. */
  readonly #abandon = (flight: InFlightCall): void => {
    this.#giveUp(flight);
    this.#conclude(flight);
  };

  /** Takes a flight out of wherever it is. */
  #giveUp(flight: InFlightCall): void {
    if (flight.state === "queued") this.#queue.withdraw(flight.call.lane, flight);
    if (flight.state !== "sent") return;
    flight.response?.abort();
    this.#land(flight, this.#hadFairTime(flight) ? "down" : "unknown");
  }

  /** Whether the registry had long enough for an answer that not to have got one tells something of it. */
  #hadFairTime({ sentAt }: InFlightCall): boolean {
    return this.#clock.now() - sentAt >= this.#options.timeoutMs / 2;
  }

  /** The attempt under way is over: its slot is free for the next. */
  #land(flight: InFlightCall, verdict: Verdict): void {
    const { lane } = flight.call;
    if (verdict === "up") this.#circuit.succeed(lane, flight.isProbe);
    else if (verdict === "down") this.#circuit.fail(lane, flight.isProbe, this.#clock.now());
    else this.#circuit.abandon(lane, flight.isProbe);
    this.#joinable.remove(flight);
    flight.response = undefined;
    this.#queue.leave(lane);
  }

  /** It has failed for good. */
  #fail(flight: InFlightCall, failure: Failure, now: number): void {
    this.#conclude(flight);
    flight.fail(toError(failure, flight.call), now);
  }

  #conclude(flight: InFlightCall): void {
    flight.state = "over";
    this.#joinable.remove(flight);
    this.#inFlight.remove(flight);
  }

  #report(
    flight: InFlightCall,
    status: number | undefined,
    code: RegistryErrorCode | undefined,
  ): void {
    const { onCall } = this.#options;
    // What was not sent is no REST call.
    if (!onCall || flight.state === "queued") return;
    onCall({
      template: flight.call.template,
      scope: flight.payer,
      startedAt: flight.sentAt,
      durationMs: this.#clock.now() - flight.sentAt,
      retries: flight.retries,
      status,
      code,
    });
  }
}

/** Has a call ask for JSON by name (interface §4). */
function nameJson(flight: InFlightCall): void {
  flight.isTyped = true;
  flight.path += `${flight.path.includes("?") ? "&" : "?"}type=json`;
}

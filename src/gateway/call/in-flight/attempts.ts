import type { RegistryErrorCode } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { CallLogEntry } from "../call-log-entry.ts";
import {
  connectTimeoutFailure,
  type Failure,
  inflateFailure,
  keyFloodFailure,
  neutralizeIfAmbiguous,
  queueTimeoutFailure,
  timeoutFailure,
  type Verdict,
} from "../network/failure.ts";
import type { HttpClient } from "../network/http-client.ts";
import {
  type ResponseListener,
  ResponseReader,
  type ResponseRules,
} from "../network/response-reader.ts";
import { Admission } from "../protection/admission.ts";
import { grainOf } from "../protection/circuit.ts";
import { ConcurrencyLimit } from "../protection/concurrency-limit.ts";
import { FairQueue } from "../protection/fair-queue.ts";
import { BodyReader, type ReadBody } from "./body-reader.ts";
import type { InFlightCall } from "./in-flight-call.ts";

export interface AttemptsOptions {
  readonly httpClient: HttpClient;
  /** Timeout of one attempt, in milliseconds, including its wait for a slot. */
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly rules: ResponseRules;
  readonly clock: Clock;
  /** Called when an attempt that was sent has ended. */
  readonly onCall: ((entry: CallLogEntry) => void) | undefined;
}

/**
 * Called as an attempt proceeds: `onSend` and `onFirstBytes` at most once each, then `onRead`, `onUnread` or `onFailure`. After an
 * attempt was cancelled, nothing is called.
 */
export interface AttemptListener {
  onSend(call: InFlightCall, now: number): void;
  onFirstBytes(call: InFlightCall): void;
  /** The response of a call that was carried on is here. Its body is not read. */
  onUnread(call: InFlightCall): void;
  /** The body of a 200 was read, though perhaps not decoded. */
  onRead(call: InFlightCall, body: ReadBody): void;
  onFailure(call: InFlightCall, failure: Failure): void;
}

/** How many calls of keys that the registry has never answered are carried on at a time. */
const maxCarriedOnOfNew = 16;

/**
 * Makes attempts of calls (states: see `CallState`). An attempt ends when its body was read, when it fails, or when it is cancelled.
 * After a failure, the listener decides what becomes of the call.
 */
export class Attempts {
  readonly admission: Admission;
  readonly #options: AttemptsOptions;
  readonly #listener: AttemptListener;
  readonly #clock: Clock;
  readonly #concurrencyLimit: ConcurrencyLimit;
  readonly #queue: FairQueue<InFlightCall>;
  readonly #bodyReader: BodyReader;
  /** The calls that are carried on although nobody waits for them, by grain. */
  readonly #carriedOn = new Map<string, InFlightCall>();

  constructor(options: AttemptsOptions, listener: AttemptListener) {
    this.#options = options;
    this.#listener = listener;
    this.#clock = options.clock;
    this.#concurrencyLimit = new ConcurrencyLimit(options.maxConnections);
    this.#queue = new FairQueue(this.#concurrencyLimit.slots, (call) => this.#send(call));
    this.admission = new Admission(this.#queue);
    this.#bodyReader = new BodyReader({
      maxBodyBytes: options.rules.maxBodyBytes,
      onRead: (call, body) => this.#endReading(call, body),
      onDamaged: (call) => this.#fail(call, inflateFailure),
    });
  }

  /** How many calls have been sent to the registry and not answered yet. */
  get running(): number {
    return this.#queue.running;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /**
   * Begins an attempt: the call is sent as soon as its key has a slot, perhaps immediately. If it is refused, `onFailure` is called
   * before this method returns, so the caller must have done everything else.
   */
  begin(call: InFlightCall, now: number): void {
    call.queueUntil(now + this.#options.timeoutMs);
    if (!this.#queue.enter(call.keyDigest, call)) this.#fail(call, keyFloodFailure);
  }

  timeOut(call: InFlightCall): void {
    switch (call.state) {
      case "queued":
        this.#queue.cancel(call.keyDigest, call);
        this.#fail(call, queueTimeoutFailure);
        return;
      case "sent": {
        // If an error status has come, it says more than a timeout, even if its body has not ended.
        const failure = call.response?.failure ?? this.#timeoutOf(call);
        call.response?.abort();
        this.#failSent(call, failure);
        return;
      }
      case "reading":
        this.#fail(call, timeoutFailure);
        return;
      case "awaiting-retry":
      case "over":
        return;
      default:
        call.state satisfies never;
    }
  }

  /**
   * Carries on an attempt that nobody waits for any more, if the registry has it and no other call such as this one is carried on. Of
   * keys that the registry has never answered, it carries on only a few: anybody can make them up.
   * So a registry that hangs is noticed even if every caller cancels early. Returns whether it does.
   */
  carryOn(call: InFlightCall): boolean {
    if (call.state !== "sent") return false;
    const grain = grainOf(call.restCall);
    if (this.#carriedOn.has(grain)) return false;
    if (this.#isNew(call) && this.#carriedOnOfNew >= maxCarriedOnOfNew) return false;
    this.#carriedOn.set(grain, call);
    return true;
  }

  get #carriedOnOfNew(): number {
    return this.#carriedOn.values().reduce((sum, call) => sum + (this.#isNew(call) ? 1 : 0), 0);
  }

  #isNew({ keyDigest }: InFlightCall): boolean {
    return !this.admission.isKnown(keyDigest);
  }

  /** Ends an attempt without calling the listener: nobody waits for it any more, or the gateway is closing. */
  cancel(call: InFlightCall): void {
    if (call.state === "queued") this.#queue.cancel(call.keyDigest, call);
    if (call.state !== "sent") return;
    call.response?.abort();
    this.#leaveRegistry(call, "unknown");
  }

  /** Adapts the number of slots. Call it every few milliseconds while calls are in flight. */
  adaptSlots(): void {
    this.#concurrencyLimit.adapt(this.#queue.isWaiting);
    this.#queue.resize(this.#concurrencyLimit.slots);
  }

  #send(call: InFlightCall): void {
    const now = this.#clock.now();
    const isTooLate = call.dueAt <= now;
    const failure = isTooLate ? queueTimeoutFailure : this.admission.refusal(call.restCall, now);
    if (failure) {
      this.#queue.release(call.keyDigest);
      this.#fail(call, failure);
      return;
    }
    call.markSent(now);
    call.isTrial = this.admission.enter(call.restCall);
    this.#listener.onSend(call, now);
    this.#options.httpClient.send(call.path, this.#newResponse(call));
  }

  /**
   * Sends the same attempt on a new connection, because the registry closed the old one while it was idle. This is not a retry.
   */
  #sendOnNewConnection(call: InFlightCall): void {
    call.markSent(this.#clock.now());
    this.#options.httpClient.sendOnNewConnection(call.path, this.#newResponse(call));
  }

  #newResponse(call: InFlightCall): ResponseReader<InFlightCall> {
    call.response = new ResponseReader(call, this.#responses, this.#options.rules);
    return call.response;
  }

  readonly #responses: ResponseListener<InFlightCall> = {
    onFirstBytes: (call) => this.#listener.onFirstBytes(call),
    onSuccess: (call, sent) => {
      this.#leaveRegistry(call, "up");
      if (call.isAwaited) this.#bodyReader.read(call, sent);
      else this.#endUnread(call);
    },
    onFailure: (call, failure) => {
      if (failure.retry === "reconnect") this.#sendOnNewConnection(call);
      else this.#failSent(call, failure);
    },
  };

  /** The body was read, and so the attempt has ended. */
  #endReading(call: InFlightCall, body: ReadBody): void {
    const isDecoded = "value" in body.decoded;
    this.#log(call, 200, isDecoded ? undefined : "REGISTRY_BAD_RESPONSE");
    if (isDecoded) this.admission.learnResponse(call.keyDigest);
    this.#listener.onRead(call, body);
  }

  /** The response is here, and nobody waits for it any more. */
  #endUnread(call: InFlightCall): void {
    this.#log(call, 200, undefined);
    this.#listener.onUnread(call);
  }

  /** The attempt failed while the registry had the call. */
  #failSent(call: InFlightCall, cause: Failure): void {
    const failure = neutralizeIfAmbiguous(cause, call.restCall);
    // This comes first, because the next line gives the slot to another call, perhaps of the same key.
    this.admission.learnFailure(call.restCall, failure, this.#clock.now());
    this.#leaveRegistry(call, failure.verdict);
    this.#fail(call, failure);
  }

  #fail(call: InFlightCall, failure: Failure): void {
    this.#log(call, failure.status, failure.code);
    this.#listener.onFailure(call, failure);
  }

  /** The registry no longer has the call: its slot is free. */
  #leaveRegistry(call: InFlightCall, verdict: Verdict): void {
    const { restCall, isTrial } = call;
    this.admission.record(restCall, { isTrial, verdict, now: this.#clock.now() });
    call.response = undefined;
    if (!call.isAwaited) this.#stopCarrying(call);
    this.#queue.release(call.keyDigest);
  }

  #stopCarrying(call: InFlightCall): void {
    const grain = grainOf(call.restCall);
    if (this.#carriedOn.get(grain) === call) this.#carriedOn.delete(grain);
  }

  /** Silence means trouble only if the registry had enough time to answer. */
  #timeoutOf({ sentAt, response }: InFlightCall): Failure {
    if (this.#clock.now() - sentAt < this.#options.timeoutMs / 2) return queueTimeoutFailure;
    return response?.isSent ? timeoutFailure : connectTimeoutFailure;
  }

  #log(call: InFlightCall, status: number | undefined, code: RegistryErrorCode | undefined) {
    const { onCall } = this.#options;
    // A call that was never sent does not count as a REST call.
    if (!onCall || call.state === "queued") return;
    onCall({
      template: call.restCall.template,
      budget: call.payer,
      startedAt: call.sentAt,
      durationMs: this.#clock.now() - call.sentAt,
      retries: call.retries,
      status,
      code,
    });
  }
}

import { type DecodedBody, decodeBody, inflateBody } from "../../registry-client/body.ts";
import {
  connectTimeoutFailure,
  type Failure,
  inflateFailure,
  neutralizeIfAmbiguous,
  queueTimeoutFailure,
  timeoutFailure,
  type Verdict,
} from "../../registry-client/failure.ts";
import type { Received } from "../../registry-client/response-reader.ts";
import type { SentBody } from "../../registry-client/sent-body.ts";
import type { RegistryErrorCode } from "../base/errors.ts";
import type { KeyMemory } from "../base/key-memory.ts";
import type { Clock } from "../base/time/clock.ts";
import type { CallLogEntry } from "./call-log-entry.ts";
import { MemoizedDecoder } from "./in-flight/memoized-decoder.ts";
import type { RetryBudget } from "./in-flight/next-attempt.ts";
import type { CallBody, PendingCall } from "./in-flight/pending-call.ts";
import { Admission } from "./protection/admission.ts";
import { Slots } from "./slots.ts";

/** How an attempt ended. */
export type AttemptEnd =
  /** The body of a 200 was read and decoded. */
  | { readonly value: unknown; readonly inflated: Buffer; readonly sent: SentBody }
  /** The body of a 200 was read, and is not what it should be. */
  | { readonly error: Error; readonly inflated: Buffer }
  | { readonly failure: Failure };

/**
 * A step on the way of a call: it does its part and calls `done` once with the result, perhaps before it returns, unless the attempt
 * ends before. The steps are not `async`: every call takes them, and each turn of the microtask queue costs time.
 */
export type Step<Result> = (
  call: PendingCall,
  done: (call: PendingCall, result: Result) => void,
) => void;

/** Sends a call to the registry, and receives what comes back. */
export interface Sender {
  readonly send: Step<Received>;
  /** The same on a connection that carries this call only. */
  readonly sendOnNewConnection: Step<Received>;
}

export interface AttemptsOptions {
  readonly sender: Sender;
  readonly keyMemory: KeyMemory<Failure>;
  /** Timeout of one attempt, in milliseconds, including its wait for a slot. */
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly maxBodyBytes: number;
  readonly retryBudget: RetryBudget;
  readonly clock: Clock;
  /** Called when an attempt that was sent has ended. */
  readonly onCall: ((entry: CallLogEntry) => void) | undefined;
}

/**
 * Makes attempts of calls: queued until the key has a slot, sent, and read. An attempt ends when its body was read, when it fails, or
 * when it is cancelled. What becomes of the call then is not decided here.
 */
export class Attempts {
  readonly admission: Admission;
  readonly #options: AttemptsOptions;
  readonly #done: (call: PendingCall, end: AttemptEnd) => void;
  readonly #slots: Slots<PendingCall>;
  readonly #decoder = new MemoizedDecoder();

  /** @param done called once for each attempt, unless it is cancelled. */
  constructor(options: AttemptsOptions, done: (call: PendingCall, end: AttemptEnd) => void) {
    const { maxConnections, keyMemory } = options;
    this.#options = options;
    this.#done = done;
    this.#slots = new Slots(maxConnections, keyMemory, (call) => this.#send(call));
    this.admission = new Admission(keyMemory);
  }

  /** How many calls have been sent to the registry and not answered yet. */
  get running(): number {
    return this.#slots.running;
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /**
   * Begins an attempt: the call is sent as soon as its key has a slot, perhaps immediately. The attempt may end before this method
   * returns, so the caller must have done everything else.
   */
  begin(call: PendingCall, now: number): void {
    call.state = "queued";
    call.dueAt = now + this.#options.timeoutMs;
    call.hasResponseStarted = false;
    if (this.#slots.take(call)) this.#send(call);
  }

  timeOut(call: PendingCall): void {
    switch (call.state) {
      case "queued":
        this.#slots.leave(call);
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

  /** Ends an attempt: nobody waits for it any more, or the gateway is closing. */
  cancel(call: PendingCall): void {
    if (call.state === "queued") this.#slots.leave(call);
    if (call.state !== "sent") return;
    call.response?.abort();
    this.#leaveRegistry(call, "unknown");
  }

  #send(call: PendingCall): void {
    const { clock, retryBudget, sender } = this.#options;
    const now = clock.now();
    const isTooLate = call.dueAt <= now;
    const failure = isTooLate ? queueTimeoutFailure : this.admission.refusal(call.restCall, now);
    if (failure) {
      this.#slots.release(call);
      this.#fail(call, failure);
      return;
    }
    call.state = "sent";
    call.sentAt = now;
    this.admission.enter(call.restCall, now);
    if (call.retries === 0) retryBudget.countCall(now);
    sender.send(call, this.#receive);
  }

  readonly #receive = (call: PendingCall, received: Received): void => {
    if ("failure" in received) {
      if (received.failure.retry === "reconnect") this.#sendOnNewConnection(call);
      else this.#failSent(call, received.failure);
      return;
    }
    this.#leaveRegistry(call, "up");
    this.#read(call, received.sent);
  };

  /** The registry closed the old connection while it was idle, and has most likely not read the call. This is not a retry. */
  #sendOnNewConnection(call: PendingCall): void {
    const { clock, sender } = this.#options;
    call.sentAt = clock.now();
    sender.sendOnNewConnection(call, this.#receive);
  }

  /** Reads a body: immediately, unless it must be inflated. */
  #read(call: PendingCall, sent: SentBody): void {
    call.state = "reading";
    if (sent.encoding === undefined) this.#take(call, sent.bytes, sent);
    else void this.#inflate(call, sent.encoding, sent);
  }

  async #inflate(call: PendingCall, encoding: string, sent: SentBody): Promise<void> {
    const inflated = await inflateBody(sent.bytes, encoding, this.#options.maxBodyBytes);
    if (call.state !== "reading") return;
    if (inflated === undefined) this.#fail(call, inflateFailure);
    else this.#take(call, inflated, sent);
  }

  /** Decodes a body. Those who wait answer for its memory from now on, which may end their wait. */
  #take(call: PendingCall, inflated: Buffer, sent: SentBody): void {
    const { restCall, isBulk } = call;
    call.countBody(inflated.length);
    if (call.state !== "reading") return;
    // A bulk read bypasses the decoder's memory, because it would push everything else out.
    const decoded = isBulk
      ? decodeBody(restCall, inflated)
      : this.#decoder.decode(restCall, inflated);
    this.#end(call, decoded, { inflated, sent });
  }

  /** The attempt is over: its body was decoded. */
  #end(call: PendingCall, decoded: DecodedBody, body: CallBody): void {
    if ("error" in decoded) {
      this.#log(call, 200, "REGISTRY_BAD_RESPONSE");
      this.#done(call, { error: decoded.error, inflated: body.inflated });
      return;
    }
    this.#log(call, 200, undefined);
    this.admission.learnResponse(call.keyDigest);
    this.#done(call, { value: decoded.value, ...body });
  }

  /** The attempt failed while the registry had the call. */
  #failSent(call: PendingCall, cause: Failure): void {
    const failure = neutralizeIfAmbiguous(cause, call.restCall);
    // This comes first, because the next line gives the slot to another call, perhaps of the same key.
    this.admission.learnFailure(call.restCall, failure);
    this.#leaveRegistry(call, failure.verdict);
    this.#fail(call, failure);
  }

  #fail(call: PendingCall, failure: Failure): void {
    this.#log(call, failure.status, failure.code);
    this.#done(call, { failure });
  }

  /** The registry no longer has the call: its slot is free. */
  #leaveRegistry(call: PendingCall, verdict: Verdict): void {
    this.admission.record(call.restCall, verdict, this.#options.clock.now());
    call.response = undefined;
    this.#slots.release(call);
  }

  /** Silence means trouble only if the registry had enough time to answer. */
  #timeoutOf({ sentAt, response }: PendingCall): Failure {
    const { clock, timeoutMs } = this.#options;
    if (clock.now() - sentAt < timeoutMs / 2) return queueTimeoutFailure;
    return response?.isSent ? timeoutFailure : connectTimeoutFailure;
  }

  #log(call: PendingCall, status: number | undefined, code: RegistryErrorCode | undefined): void {
    const { onCall, clock } = this.#options;
    // A call that was never sent does not count as a REST call.
    if (!onCall || call.state === "queued") return;
    onCall({
      template: call.restCall.template,
      budget: call.payer,
      startedAt: call.sentAt,
      durationMs: clock.now() - call.sentAt,
      retries: call.retries,
      status,
      code,
    });
  }
}

import { circuitFailure, type Failure } from "../network/failure.ts";
import type { RestCall } from "../rest-call.ts";
import { type CallEnd, Circuit } from "./circuit.ts";
import type { FairQueue } from "./fair-queue.ts";
import { RefusedKeys } from "./refused-keys.ts";

type KnownKeys = Pick<
  FairQueue<object>,
  "hasKnownKeys" | "isFlooded" | "isKnown" | "addKnown" | "countRefusal"
>;

type AdmittedCall = Pick<RestCall<unknown>, "keyDigest" | "kind" | "cacheKey" | "template">;

/**
 * Decides whether a call may be sent: not while calls such as this one fail, and not with a key that the registry has just refused.
 * It learns from the end of each call.
 */
export class Admission {
  readonly circuit = new Circuit();
  readonly #refusedKeys = new RefusedKeys();
  readonly #knownKeys: KnownKeys;

  constructor(knownKeys: KnownKeys) {
    this.#knownKeys = knownKeys;
  }

  /** Whether the registry has answered any key. */
  get hasKnownKeys(): boolean {
    return this.#knownKeys.hasKnownKeys;
  }

  get isFlooded(): boolean {
    return this.#knownKeys.isFlooded;
  }

  isKnown(keyDigest: string): boolean {
    return this.#knownKeys.isKnown(keyDigest);
  }

  isFailing(call: AdmittedCall, now: number): boolean {
    return this.circuit.refuses(call, now);
  }

  refusal(call: AdmittedCall, now: number): Failure | undefined {
    if (this.circuit.refuses(call, now)) return circuitFailure;
    return this.#refusedKeys.find(call.keyDigest, call.template, now);
  }

  /** A call is sent. Returns whether it is a trial, which shows if the registry answers such calls again. */
  enter(call: AdmittedCall): boolean {
    return this.circuit.enter(call);
  }

  record(call: AdmittedCall, end: CallEnd): void {
    this.circuit.record(call, end);
  }

  /** The registry has answered a key. */
  learnResponse(keyDigest: string): void {
    if (this.#knownKeys.isKnown(keyDigest)) return;
    this.#knownKeys.addKnown(keyDigest);
    this.#refusedKeys.clear(keyDigest);
  }

  /** Whether the registry has refused a key in the last minute, and never answered it. */
  isDistrusted(keyDigest: string, now: number): boolean {
    return this.#refusedKeys.isDistrusted(keyDigest, now);
  }

  /** A call has failed. If the registry refused its key, it is not asked with that key again for a moment. */
  learnFailure({ keyDigest, template }: AdmittedCall, failure: Failure, now: number): void {
    if (failure.code !== "UNAUTHENTICATED" && failure.code !== "FORBIDDEN") return;
    const isKnown = this.#knownKeys.isKnown(keyDigest);
    if (!isKnown) {
      // Calls that one key makes at the same time count as one refusal, except those answered with 403.
      if (!this.#refusedKeys.find(keyDigest, template, now)) this.#knownKeys.countRefusal();
      this.#refusedKeys.distrust(keyDigest, now);
    }
    // Permissions can change at any moment, so the key can be tried again immediately.
    if (failure.code === "FORBIDDEN") return;
    this.#refusedKeys.add(keyDigest, isKnown ? template : undefined, { failure, now });
  }
}

import { circuitFailure, type Failure, type Verdict } from "../../http/failure.ts";
import { Circuit, type CircuitState } from "./circuit.ts";
import { RefusedKeys } from "./refused-keys.ts";

/** Knows which keys the registry has answered. */
export interface KnownKeys {
  /** Whether there is a key flood. */
  readonly isFlooded: boolean;
  isKnown(keyDigest: string): boolean;
  /** The registry has answered a key. */
  addKnown(keyDigest: string): void;
  /** The registry has refused a key that it had not answered before. */
  countRefusal(): void;
}

/** A call as admission sees it: its key and its endpoint. */
export interface AdmittedCall {
  readonly keyDigest: string;
  readonly template: string;
}

/**
 * Decides whether a call may be sent: not while calls to the registry fail, and not with a key that the registry has just refused.
 * It learns from the end of each call.
 */
export class Admission {
  readonly #circuit = new Circuit();
  readonly #refusedKeys = new RefusedKeys();
  readonly #knownKeys: KnownKeys;

  constructor(knownKeys: KnownKeys) {
    this.#knownKeys = knownKeys;
  }

  /** The state of the circuit to the registry as a whole. */
  circuitState(now: number): CircuitState {
    return this.#circuit.state(now);
  }

  /** Whether there is a key flood. */
  get isFlooded(): boolean {
    return this.#knownKeys.isFlooded;
  }

  /** Whether the registry has answered a key before. */
  isKnown(keyDigest: string): boolean {
    return this.#knownKeys.isKnown(keyDigest);
  }

  /** Whether calls with this key fail at present. */
  isFailing(keyDigest: string, now: number): boolean {
    return this.#circuit.refuses(keyDigest, now);
  }

  /** Why a call may not be sent; undefined if it may. */
  refusal({ keyDigest, template }: AdmittedCall, now: number): Failure | undefined {
    if (this.#circuit.refuses(keyDigest, now)) return circuitFailure;
    return this.#refusedKeys.find(keyDigest, template, now);
  }

  /** A call is sent. Returns whether it is a probe, which shows if the registry answers again. */
  enter(keyDigest: string): boolean {
    return this.#circuit.enter(keyDigest);
  }

  /** A call that was sent has ended. */
  leave(
    keyDigest: string,
    isProbe: boolean,
    { verdict, now }: { verdict: Verdict; now: number },
  ): void {
    if (verdict === "up") this.#circuit.succeed(keyDigest, isProbe);
    else if (verdict === "down") this.#circuit.fail(keyDigest, isProbe, now);
    else this.#circuit.abandon(keyDigest, isProbe);
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

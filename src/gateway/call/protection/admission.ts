import { circuitFailure, type Failure, type Verdict } from "../../../registry-client/failure.ts";
import type { KeyMemory } from "../../base/key-memory.ts";
import { Breaker } from "../breaker.ts";
import type { RestCall } from "../rest-call.ts";

type AdmittedCall = Pick<RestCall<unknown>, "keyDigest" | "kind" | "template">;

/**
 * Decides whether a call may be sent: not while calls such as this one fail, and not with a key that the registry has just refused.
 * It learns from the end of each call.
 */
export class Admission {
  readonly breaker = new Breaker();
  readonly #keyMemory: KeyMemory<Failure>;

  constructor(keyMemory: KeyMemory<Failure>) {
    this.#keyMemory = keyMemory;
  }

  isFailing(call: AdmittedCall, now: number): boolean {
    return this.breaker.refuses(call, now);
  }

  refusal(call: AdmittedCall, now: number): Failure | undefined {
    if (this.breaker.refuses(call, now)) return circuitFailure;
    return this.#keyMemory.refusalOf(call.keyDigest, call.template);
  }

  enter(call: AdmittedCall, now: number): void {
    this.breaker.enter(call, now);
  }

  record(call: AdmittedCall, verdict: Verdict, now: number): void {
    this.breaker.record(call, verdict, now);
  }

  learnResponse(keyDigest: string): void {
    this.#keyMemory.noteAnswer(keyDigest);
  }

  /** A call has failed. If the registry refused its key, and not what it may do, it is not asked with that key again for a moment. */
  learnFailure({ keyDigest, template }: AdmittedCall, failure: Failure): void {
    if (failure.code !== "UNAUTHENTICATED") return;
    this.#keyMemory.noteRefusal(keyDigest, template, failure);
  }
}

import { circuitFailure, type Failure } from "../../../registry-client/failure.ts";
import type { KeyMemory } from "../../base/key-memory.ts";
import type { RestCall } from "../rest-call.ts";
import { type CallEnd, Circuit } from "./circuit.ts";
import type { FairQueue } from "./fair-queue.ts";

type AdmittedCall = Pick<RestCall<unknown>, "keyDigest" | "kind" | "cacheKey" | "template">;

/**
 * Decides whether a call may be sent: not while calls such as this one fail, and not with a key that the registry has just refused.
 * It learns from the end of each call.
 */
export class Admission {
  readonly circuit = new Circuit();
  readonly #keyMemory: KeyMemory<Failure>;
  readonly #queue: Pick<FairQueue<object>, "promote">;

  constructor(keyMemory: KeyMemory<Failure>, queue: Pick<FairQueue<object>, "promote">) {
    this.#keyMemory = keyMemory;
    this.#queue = queue;
  }

  isFailing(call: AdmittedCall, now: number): boolean {
    return this.circuit.refuses(call, now);
  }

  refusal(call: AdmittedCall, now: number): Failure | undefined {
    if (this.circuit.refuses(call, now)) return circuitFailure;
    return this.#keyMemory.refusalOf(call.keyDigest, call.template);
  }

  /** A call is sent. Returns whether it is a trial, which shows if the registry answers such calls again. */
  enter(call: AdmittedCall): boolean {
    return this.circuit.enter(call);
  }

  record(call: AdmittedCall, end: CallEnd): void {
    this.circuit.record(call, end);
  }

  learnResponse(keyDigest: string): void {
    if (this.#keyMemory.noteAnswer(keyDigest)) this.#queue.promote(keyDigest);
  }

  /** A call has failed. If the registry refused its key, it is not asked with that key again for a moment. */
  learnFailure({ keyDigest, template }: AdmittedCall, failure: Failure): void {
    if (failure.code !== "UNAUTHENTICATED" && failure.code !== "FORBIDDEN") return;
    const mayChange = failure.code === "FORBIDDEN";
    this.#keyMemory.noteRefusal(keyDigest, template, { refusal: failure, mayChange });
  }
}

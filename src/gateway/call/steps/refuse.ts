import {
  circuitFailure,
  closedFailure,
  type Failure,
  neutralizeIfAmbiguous,
} from "../../../registry-client/failure.ts";
import type { KeyMemory } from "../../base/key-memory.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Breaker } from "../breaker.ts";
import { isFailure, type Step } from "../call.ts";
import type { Outages } from "../outages.ts";
import { type RestCall, urlSafePath } from "../rest-call.ts";

interface RefusalOptions {
  readonly breaker: Breaker;
  readonly keyMemory: KeyMemory<Failure>;
  readonly clock: Clock;
  readonly outages?: Outages | undefined;
}

/** Refuses calls while the gateway closes, while such calls fail, and with a refused key. */
export class Refusal {
  readonly #options: RefusalOptions;
  isClosed = false;

  constructor(options: RefusalOptions) {
    this.#options = options;
  }

  of({ keyDigest, kind, template }: Pick<RestCall<unknown>, "keyDigest" | "kind" | "template">) {
    const { breaker, keyMemory, clock, outages } = this.#options;
    if (this.isClosed) return closedFailure;
    if (breaker.refuses({ keyDigest, kind }, clock.now())) {
      outages?.countRefused(kind);
      return circuitFailure;
    }
    return keyMemory.refusalOf(keyDigest, template);
  }

  readonly refuse: Step = (call, next) => {
    const { restCall } = call;
    // The message leaves out the path, because the key is in it.
    if (!urlSafePath.test(restCall.path)) {
      const reason = `the path of a GET ${restCall.template} is not URL-safe ASCII`;
      return Promise.reject(new TypeError(reason));
    }
    const failure = this.of(restCall);
    return failure ? Promise.resolve(failure) : next(call);
  };

  /** Asks again after a wait. What the end of a call shows decides about the next ones. */
  readonly guard: Step = async (call, next) => {
    const { breaker, clock, outages } = this.#options;
    const { restCall } = call;
    const refusal = call.hasWaited ? this.of(restCall) : undefined;
    if (refusal) return refusal;
    breaker.enter(restCall, clock.now());
    const outcome = await next(call);
    if (!isFailure(outcome)) {
      breaker.record(restCall, "up", clock.now());
      outages?.note(restCall.kind, "up");
      return outcome;
    }
    const failure = neutralizeIfAmbiguous(outcome, restCall);
    breaker.record(restCall, failure.verdict, clock.now());
    outages?.note(restCall.kind, failure.verdict);
    this.#learn(restCall, failure);
    return failure;
  };

  /** A key that the registry refused is not sent again for a moment. */
  #learn({ keyDigest, template }: RestCall<unknown>, failure: Failure): void {
    if (failure.code !== "UNAUTHENTICATED") return;
    this.#options.keyMemory.noteRefusal(keyDigest, template, failure);
  }
}

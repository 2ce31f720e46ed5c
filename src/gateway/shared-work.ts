import type { RequestScope } from "../upstream/request-scope.ts";
import type { GatewayResponse } from "./response.ts";

/**
 * How long after its start a piece of work may be joined, in milliseconds. A joiner is bound by the deadline of the request
 * that began it, and so loses at most this much of its own.
 */
const joinableMs = 100;

/** Work on one answer, and the responses that wait for it. The last one to leave cancels it. */
export class SharedWork {
  readonly startedAt: number;
  #scope: RequestScope | null;
  #responses: GatewayResponse[] = [];

  /** @param now milliseconds since 1970. */
  constructor(scope: RequestScope, now: number) {
    this.#scope = scope;
    this.startedAt = now;
  }

  /**
   * Whether whoever comes now may have this answer: nothing in it was read before they asked, but for what a cache may
   * still give them.
   * @param cacheTtlMs how old an answer of the registry may be that is given again.
   */
  isJoinable(now: number, cacheTtlMs: number): boolean {
    const scope = this.#scope;
    if (scope === null || scope.hasBegun || now >= this.startedAt + joinableMs) return false;
    return scope.oldestAnswerAt === undefined || now < scope.oldestAnswerAt + cacheTtlMs;
  }

  /** Adds a response that waits until the work ends, or until its caller leaves. */
  join(response: GatewayResponse): void {
    this.#responses.push(response);
    response.once("close", () => this.#leave(response));
  }

  /**
   * Ends the work: gives the responses that are still waiting, and lets go of the request and of all that it has read.
   * A `Map` keeps what it held alive for a while; with the registry's answers on it, that cost a third of the throughput
   * of lists.
   */
  end(): readonly GatewayResponse[] {
    const responses = this.#responses;
    this.#responses = [];
    this.#scope = null;
    return responses;
  }

  #leave(response: GatewayResponse): void {
    this.#responses = this.#responses.filter((other) => other !== response);
    if (this.#responses.length === 0) this.#scope?.cancel();
  }
}

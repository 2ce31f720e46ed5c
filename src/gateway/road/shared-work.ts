import type { NamedMember } from "../../upstream/name-index.ts";
import type { RequestScope } from "../../upstream/request-scope.ts";
import type { GatewayResponse } from "../http/response.ts";

/**
 * How long after its start a piece of work may be joined, in milliseconds. A joiner is bound by the deadline of the request
 * that began it, and so loses at most this much of its own.
 */
const joinableMs = 100;

/** What requests have in common that may share an answer: the digest of their key, and their text. */
export interface SharedRequest {
  readonly lane: string;
  readonly text: string;
}

/** Work on one answer, and the responses that wait for it. The last one to leave cancels it. */
export class SharedWork implements NamedMember<SharedWork> {
  /** The digest of the key for which it is done. */
  readonly lane: string;
  /** The text of the request. */
  readonly name: string;
  /** For the index of works under way. */
  bucket = -1;
  nextInBucket: SharedWork | undefined;
  readonly startedAt: number;
  #scope: RequestScope | null;
  #responses: GatewayResponse[] = [];

  /** @param now milliseconds since 1970. */
  constructor({ lane, text }: SharedRequest, scope: RequestScope, now: number) {
    this.lane = lane;
    this.name = text;
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

  /** Ends the work: gives the responses that are still waiting, and lets go of the request and of all that it has read. */
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

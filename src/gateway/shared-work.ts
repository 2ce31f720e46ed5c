import type { RequestContext } from "./context.ts";
import type { GatewayResponse } from "./response.ts";

/**
 * How long after its start a piece of work may be joined, in milliseconds. A joiner is bound by the deadline of the request
 * that began it, and so loses at most this much of its own.
 */
const joinableMs = 100;

/** Work on one answer, and the responses that wait for it. The last one to leave cancels it. */
export class SharedWork {
  readonly context: RequestContext;
  readonly startedAt: number;
  readonly #responses = new Set<GatewayResponse>();

  /** @param now milliseconds since 1970. */
  constructor(context: RequestContext, now: number) {
    this.context = context;
    this.startedAt = now;
  }

  /** Whether whoever comes now may have this answer: nothing in it was read before they asked. */
  isJoinable(now: number): boolean {
    return !this.context.scope.hasBegun && now < this.startedAt + joinableMs;
  }

  /** Adds a response that waits until it is taken, or until its caller leaves. */
  join(response: GatewayResponse): void {
    this.#responses.add(response);
    response.once("close", () => {
      if (this.#responses.delete(response) && this.#responses.size === 0) {
        this.context.scope.cancel();
      }
    });
  }

  /** The responses that are still waiting; from now on none is. */
  take(): readonly GatewayResponse[] {
    const responses = [...this.#responses];
    this.#responses.clear();
    return responses;
  }
}

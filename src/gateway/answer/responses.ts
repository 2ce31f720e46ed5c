import type { Clock } from "../base/time/clock.ts";
import type { RequestBudget } from "../call/request-budget.ts";
import { Kept } from "../once/kept.ts";
import { UnderWay, type UnderWayMember } from "../once/under-way.ts";
import { type Body, LongText, toBuffer } from "./body.ts";
import type { Cost } from "./context.ts";
import type { GraphqlRequest, Leavable } from "./request.ts";

export interface GraphqlResponse {
  readonly body: Body;
  readonly hasExtensions: boolean;
  readonly errorCodes: readonly string[];
  /** In milliseconds since 1970; undefined if no part is from the registry. */
  readonly oldestPartAt: number | undefined;
  readonly cost: Cost;
}

interface StartedExecution {
  readonly budget: RequestBudget;
  readonly response: Promise<GraphqlResponse>;
}

/**
 * How a response is reused: not at all, from an execution that another request started, or from the
 * responses that are kept.
 */
type ResponseReuse = "none" | "joined" | "kept";

interface FoundGraphqlResponse {
  readonly response: GraphqlResponse | Promise<GraphqlResponse>;
  readonly reuse: ResponseReuse;
}

export interface SettledGraphqlResponse extends FoundGraphqlResponse {
  readonly response: GraphqlResponse;
}

const maxKeptBytes = 64 * 1024 * 1024;

/**
 * A kept response may have been sent in this many forms, which are kept with it: its bytes, the
 * same as text, with Brotli and with gzip. Each counts as much as the body: rather more than less,
 * because only small bodies are sent as text, and compression shortens most.
 */
const sentForms = 4;

/** Served only for this part of its TTL, so that the next request renews the calls in time. */
const servedFraction = 0.8;

/** Comparing longer cache keys would cost more than sharing saves. */
export const maxCacheKeyLength = 8 * 1024;

/**
 * For how long other requests may join an execution, in milliseconds from its start. They share the
 * deadline of the request that started it, so they lose or gain at most this much.
 */
const joinableMs = 100;

export class GraphqlResponses {
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #pending = new UnderWay<PendingResponse>();
  readonly #kept: Kept<GraphqlResponse>;

  constructor(ttlMs: number, clock: Clock) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#kept = new Kept({
      maxBytes: maxKeptBytes,
      bytesOf: ({ body }) => sentForms * body.length,
      ageLimit: { maxMs: ttlMs * servedFraction, clock },
    });
  }

  /**
   * Finds a response that is kept or pending, or executes the operation. Requests with the same API
   * key and cache key get the same response.
   * @param cacheKey the operation with its variables.
   */
  findOrExecute(
    request: GraphqlRequest,
    cacheKey: string,
    execute: () => StartedExecution,
  ): FoundGraphqlResponse {
    const { identity } = request;
    const isShared = identity !== null && cacheKey.length <= maxCacheKeyLength;
    const found = isShared ? this.#find(request, identity.keyDigest, cacheKey) : undefined;
    if (found !== undefined) return found;
    const { budget, response } = execute();
    request.earlierBudget = request.budget;
    request.budget = budget;
    const pending = new PendingResponse(
      { keyDigest: isShared ? identity.keyDigest : "", cacheKey },
      { budget, response },
      this.#finish,
    );
    pending.join(request);
    if (isShared) this.#pending.add(pending);
    return { response: pending.response, reuse: "none" };
  }

  #find(
    request: GraphqlRequest,
    keyDigest: string,
    cacheKey: string,
  ): FoundGraphqlResponse | undefined {
    const kept = this.#ttlMs > 0 ? this.#kept.get(keyDigest, cacheKey) : undefined;
    if (kept !== undefined) return { response: kept, reuse: "kept" };
    const pending = this.#pending.find(keyDigest, cacheKey);
    const now = this.#clock.now();
    if (!pending?.isJoinable(now, request.beganAt ?? now, this.#ttlMs)) {
      return undefined;
    }
    pending.join(request);
    return { response: pending.response, reuse: "joined" };
  }

  readonly #finish = async (
    pending: PendingResponse,
    execution: Promise<GraphqlResponse>,
  ): Promise<GraphqlResponse> => {
    try {
      const executed = await execution;
      const response = pending.requestCount > 1 ? withBuffer(executed) : executed;
      if (this.#ttlMs > 0 && pending.keyDigest !== "") this.#keep(pending, response);
      return response;
    } finally {
      pending.budget = null;
      this.#pending.remove(pending);
    }
  };

  #keep({ keyDigest, cacheKey }: PendingResponse, response: GraphqlResponse): void {
    const { oldestPartAt, errorCodes } = response;
    if (oldestPartAt === undefined || errorCodes.length > 0) return;
    this.#kept.set(keyDigest, cacheKey, withBuffer(withoutMade(response)), oldestPartAt);
  }
}
export function withCost(
  { response, reuse }: SettledGraphqlResponse,
  now: number,
): GraphqlResponse {
  const { body, hasExtensions } = response;
  const cost = `"tapgraph":${JSON.stringify(withAge(costOf(response, reuse), now))}}}`;
  const [kept, end] = hasExtensions ? [-2, `,${cost}`] : [-1, `,"extensions":{${cost}`];
  const explained =
    typeof body === "string"
      ? body.slice(0, kept) + end
      : // To make a string of a large body would take long.
        new LongText([toBuffer(body).subarray(0, kept), Buffer.from(end)]);
  return { ...response, body: explained };
}

function withAge({ snapshot, made = [], ...cost }: Cost, now: number): object {
  if (snapshot === undefined) return { ...cost, made };
  const { agesFrom, milliseconds, ...size } = snapshot;
  const age = Math.round(now - agesFrom) / 1000;
  return { ...cost, snapshot: { age, ...size, milliseconds: Math.round(milliseconds) }, made };
}

export function costOf({ cost: { made, ...cost } }: GraphqlResponse, reuse: ResponseReuse): Cost {
  if (reuse === "none") return made === undefined ? cost : { ...cost, made };
  const used = cost.calls - cost.retries + cost.shared;
  const { cacheHits } = cost;
  return reuse === "joined"
    ? { ...cost, calls: 0, retries: 0, shared: used }
    : { ...cost, calls: 0, retries: 0, shared: 0, cacheHits: used + cacheHits, waitedMs: 0 };
}

/**
 * A response to be kept. Whoever gets it has made no call, so what its calls were for is not kept.
 */
export function withoutMade(response: GraphqlResponse): GraphqlResponse {
  const { made: _, ...cost } = response.cost;
  return { ...response, cost };
}

function withBuffer(response: GraphqlResponse): GraphqlResponse {
  const body = toBuffer(response.body);
  return body === response.body ? response : { ...response, body };
}

/** It is cancelled when all requests that wait for it are. */
class PendingResponse implements UnderWayMember<PendingResponse>, Leavable {
  /** Empty if the response is not shared: no API key has this digest. */
  readonly keyDigest: string;
  readonly cacheKey: string;
  readonly response: Promise<GraphqlResponse>;
  requestCount = 0;
  bucket = -1;
  nextInBucket: PendingResponse | undefined;
  /** Null once the execution has ended, so that its memory can be freed. */
  budget: RequestBudget | null;
  #waitingCount = 0;

  constructor(
    { keyDigest, cacheKey }: { readonly keyDigest: string; readonly cacheKey: string },
    { budget, response }: StartedExecution,
    finish: (
      pending: PendingResponse,
      execution: Promise<GraphqlResponse>,
    ) => Promise<GraphqlResponse>,
  ) {
    this.keyDigest = keyDigest;
    this.cacheKey = cacheKey;
    this.budget = budget;
    this.response = finish(this, response);
  }

  /**
   * Whether a request that comes now may join. No part of the response may be older than the
   * request, unless a cache could still serve that part.
   */
  isJoinable(now: number, beganAt: number, ttlMs: number): boolean {
    const { budget } = this;
    if (budget === null || budget.isCancelled || budget.hasResponseStarted) return false;
    if (Math.abs(beganAt - budget.startedAt) >= joinableMs) return false;
    return budget.oldestResponseAt === undefined || now < budget.oldestResponseAt + ttlMs;
  }

  join(request: GraphqlRequest): void {
    this.requestCount += 1;
    this.#waitingCount += 1;
    request.onClose(this);
  }

  leave(): void {
    this.#waitingCount -= 1;
    if (this.#waitingCount === 0) this.budget?.cancel();
  }
}

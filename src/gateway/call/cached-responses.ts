import type { Lock } from "../../fleet/shared-cache.ts";
import { memoryPerBodyByte } from "../../registry-client/body.ts";
import type { SentBody } from "../../registry-client/sent-body.ts";
import { toFullCacheKey } from "../base/key-digest.ts";
import type { Clock } from "../base/time/clock.ts";
import { Kept } from "../once/kept.ts";
import { RequestBudget } from "./request-budget.ts";
import type { RestCall } from "./rest-call.ts";
import type { LookUpResult, SharedResponse, SharedResponses } from "./shared-responses.ts";

/** A response from the registry that can be used again. */
interface CachedResponse {
  /** The decoded response. Its users do not change it. */
  readonly value: unknown;
  /** When the call was sent, by the clock. The age of the response counts from here. */
  readonly sentAt: number;
  readonly bytes: number;
}

/** A response that has just been decoded. */
interface ReceivedResponse {
  readonly value: unknown;
  /** When its call was sent, by the clock. */
  readonly sentAt: number;
  /** Length of the body, inflated. */
  readonly bodyBytes: number;
  readonly sent: SentBody;
}

interface CachedResponsesOptions {
  /** Maximum age of a response that is used again, in milliseconds. */
  readonly ttlMs: number;
  /** Timeout of one attempt of a call, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Asks the registry, or joins an equal call in flight. */
  readonly fetch: (call: RestCall<unknown>, budget: RequestBudget) => Promise<unknown>;
  /** The responses that gateways share; undefined if this process keeps its responses to itself. */
  readonly shared: SharedResponses | undefined;
  /** The most that all responses may take in this process, in bytes. @default 64 MiB */
  readonly maxBytes?: number;
  /** A shared response that expires within this time, in milliseconds, does not count. @default 0 */
  readonly minLeftMs?: number;
  /**
   * How long to wait for another gateway's response, in milliseconds.
   * @default what the request has not yet waited of {@link SharedResponses.waitMs}
   */
  readonly patienceMs?: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** A response that is used after this share of its life is refreshed in the background. */
const refreshAfter = 0.8;

/**
 * The registry's responses that can be used again. They are kept decoded in the memory of this process and, if `shared` is set,
 * shared with other gateways. `learn` is not called for them, because the registry was not asked.
 */
export class CachedResponses {
  readonly #options: CachedResponsesOptions;
  readonly #memory: Kept<CachedResponse>;
  /** The responses that are being refreshed in the background, by cache key. */
  readonly #refreshing = new Set<string>();
  /** The pending look-ups among shared responses, by cache key. */
  readonly #lookUps = new Map<string, Promise<LookUpResult>>();
  /** The locks of the responses that this process is fetching on behalf of all gateways, by cache key. */
  readonly #locks = new Map<string, Lock>();

  constructor(options: CachedResponsesOptions) {
    this.#options = options;
    const { maxBytes = defaultMaxBytes } = options;
    this.#memory = new Kept({ maxBytes, bytesOf: ({ bytes }) => bytes });
  }

  get statistics(): Kept<CachedResponse>["statistics"] {
    return this.#memory.statistics;
  }

  get(call: RestCall<unknown>, budget: RequestBudget): Promise<unknown> {
    const { ttlMs, clock, fetch, shared } = this.#options;
    const response = this.#memory.get(call.keyDigest, call.cacheKey);
    if (response === undefined || !this.#isYoung(response)) {
      return shared === undefined ? fetch(call, budget) : this.#getShared(shared, call, budget);
    }
    if (clock.now() >= response.sentAt + ttlMs * refreshAfter) void this.#refresh(call, response);
    return Promise.resolve(use(response, budget));
  }

  put(call: RestCall<unknown>, { value, sentAt, bodyBytes, sent }: ReceivedResponse): void {
    const { clock, shared } = this.#options;
    this.#remember(call, { value, sentAt, bytes: bodyBytes * memoryPerBodyByte });
    if (shared === undefined) return;
    const lock = this.#takeLock(call);
    // The requests that wait for the response come first.
    setImmediate(() => {
      void shared.share(call, { sent, ageMs: clock.now() - sentAt }, lock);
    });
  }

  async #getShared(
    shared: SharedResponses,
    call: RestCall<unknown>,
    budget: RequestBudget,
  ): Promise<unknown> {
    const { clock, fetch } = this.#options;
    const waitedMs = budget.sharedCacheWaitedMs(clock.now());
    const patienceMs = this.#options.patienceMs ?? shared.waitMs - waitedMs;
    if (patienceMs <= 0) return fetch(call, budget);
    const pending = this.#lookUps.get(cacheKeyOf(call));
    const lookUp = pending ?? this.#beginLookUp(shared, call, patienceMs);
    const result = await this.#awaitLookUp(lookUp, budget);
    if (result?.kind === "found") {
      // A response that is too large for the memory is not kept there.
      const response = this.#memory.get(call.keyDigest, call.cacheKey) ?? toCached(result);
      // It may have become too old during the look-up.
      return this.#isYoung(response) ? use(response, budget) : fetch(call, budget);
    }
    // The lock is for the request that began the look-up. The others share its call.
    if (result === undefined || pending !== undefined) return fetch(call, budget);
    return this.#fetchFor(result, call, budget);
  }

  #isYoung({ sentAt }: CachedResponse): boolean {
    const { clock, ttlMs } = this.#options;
    return clock.now() < sentAt + ttlMs;
  }

  #beginLookUp(
    shared: SharedResponses,
    call: RestCall<unknown>,
    patienceMs: number,
  ): Promise<LookUpResult> {
    const { minLeftMs = 0 } = this.#options;
    const found = shared.lookUp(call, { patienceMs, minLeftMs });
    const result = this.#rememberFound(call, found);
    this.#lookUps.set(cacheKeyOf(call), result);
    return result;
  }

  async #rememberFound(
    call: RestCall<unknown>,
    lookUp: Promise<LookUpResult>,
  ): Promise<LookUpResult> {
    try {
      const result = await lookUp;
      if (result?.kind === "found") this.#remember(call, toCached(result));
      return result;
    } finally {
      this.#lookUps.delete(cacheKeyOf(call));
    }
  }

  /** Awaits the result of a look-up, and counts the wait. */
  async #awaitLookUp(lookUp: Promise<LookUpResult>, budget: RequestBudget): Promise<LookUpResult> {
    const { clock } = this.#options;
    budget.beginSharedCacheWait(clock.now());
    const result = await lookUp;
    budget.endSharedCacheWait(clock.now());
    return result;
  }

  /** Asks the registry on behalf of all gateways. If the call succeeds, `put` shares the response and ends the lock. */
  async #fetchFor(lock: Lock, call: RestCall<unknown>, budget: RequestBudget): Promise<unknown> {
    this.#locks.set(cacheKeyOf(call), lock);
    try {
      return await this.#options.fetch(call, budget);
    } finally {
      this.#takeLock(call)?.release();
    }
  }

  #takeLock(call: RestCall<unknown>): Lock | undefined {
    const cacheKey = cacheKeyOf(call);
    const lock = this.#locks.get(cacheKey);
    if (lock !== undefined) this.#locks.delete(cacheKey);
    return lock;
  }

  /**
   * Replaces a response with a younger one, unless that is happening already. If that fails, the response is used until it is too
   * old.
   */
  async #refresh(call: RestCall<unknown>, cached: CachedResponse): Promise<void> {
    const cacheKey = cacheKeyOf(call);
    if (this.#refreshing.has(cacheKey)) return;
    this.#refreshing.add(cacheKey);
    const { clock, timeoutMs, fetch, shared } = this.#options;
    // All of the key's requests may use it, and would ask for it themselves if it came too late. So it waits behind none of them.
    const { keyDigest } = call;
    try {
      const result = shared && (await this.#lookUpYounger(shared, call, cached));
      if (result?.kind === "found") return;
      const budget = new RequestBudget({ deadlineMs: timeoutMs, maxCalls: 1, keyDigest, clock });
      await (result ? this.#fetchFor(result, call, budget) : fetch(call, budget));
    } catch {
      // If the response becomes too old, the next request makes the call itself, and gets the error.
    } finally {
      this.#refreshing.delete(cacheKey);
    }
  }

  /**
   * A younger response from another gateway, or else the lock of the response; undefined if there is neither. If another gateway is
   * asking the registry, this waits for its response, but at most for half of the time until the cached one is too old. The other
   * half is left for a call.
   */
  async #lookUpYounger(
    shared: SharedResponses,
    call: RestCall<unknown>,
    { sentAt }: CachedResponse,
  ): Promise<LookUpResult> {
    const { clock, ttlMs } = this.#options;
    const patienceMs = (sentAt + ttlMs - clock.now()) / 2;
    const minLeftMs = ttlMs * (1 - refreshAfter);
    const result = await shared.lookUp(call, { patienceMs, minLeftMs });
    if (result?.kind !== "found") return result;
    const younger = toCached(result);
    if (younger.sentAt <= sentAt) return undefined;
    this.#remember(call, younger);
    return result;
  }

  #remember({ keyDigest, cacheKey }: RestCall<unknown>, response: CachedResponse): void {
    const cached = this.#memory.get(keyDigest, cacheKey);
    // An earlier call may be answered later.
    if (cached === undefined || cached.sentAt <= response.sentAt)
      this.#memory.set(keyDigest, cacheKey, response);
  }
}

function use(response: CachedResponse, budget: RequestBudget): unknown {
  budget.cacheHits += 1;
  budget.countResponse(response.sentAt);
  return response.value;
}

function toCached({ value, sentAt, bodyBytes }: SharedResponse): CachedResponse {
  return { value, sentAt, bytes: bodyBytes * memoryPerBodyByte };
}

function cacheKeyOf({ keyDigest, cacheKey }: RestCall<unknown>): string {
  return toFullCacheKey(keyDigest, cacheKey);
}

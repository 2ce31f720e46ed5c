import type { Lock, SharedCache, SharedKind } from "../../../fleet/shared-cache.ts";
import { memoryPerBodyByte } from "../../../registry-client/body.ts";
import type { Settings } from "../../../settings.ts";
import { toFullCacheKey } from "../../base/key-digest.ts";
import type { Clock } from "../../base/time/clock.ts";
import { Kept } from "../../once/kept.ts";
import { type Answer, Call, isFailure, type Next, type Outcome, type Step } from "../call.ts";
import { RequestBudget } from "../request-budget.ts";
import { type LookUpResult, SharedResponses } from "../shared-responses.ts";

interface KeepOptions {
  readonly ttlMs: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly shared: SharedResponses | undefined;
  readonly maxBytes?: number;
  readonly minLeftMs?: number;
  /**
   * How long to wait for another gateway's response, in milliseconds.
   * @default what the request has not yet waited of {@link SharedResponses.waitMs}
   */
  readonly patienceMs?: number;
}

type KeptAnswer = Omit<Answer, "sent">;

const defaultMaxBytes = 64 * 1024 * 1024;

/** An answer that is used after this share of its life is refreshed in the background. */
const refreshAfter = 0.8;

/**
 * The registry's answers that can be used again. They are kept decoded in the memory of this
 * process and, if `shared` is set, shared with other gateways.
 */
export class Keep {
  readonly #options: KeepOptions;
  readonly #memory: Kept<KeptAnswer>;
  readonly #refreshing = new Set<string>();
  readonly #lookUps = new Map<string, Promise<LookUpResult>>();

  constructor(options: KeepOptions) {
    this.#options = options;
    const { maxBytes = defaultMaxBytes } = options;
    this.#memory = new Kept({
      maxBytes,
      bytesOf: ({ bodyBytes }) => bodyBytes * memoryPerBodyByte,
    });
  }

  get statistics(): Kept<KeptAnswer>["statistics"] {
    return this.#memory.statistics;
  }

  readonly look: Step = (call, next) => {
    if (call.restCall.isFresh === true) return next(call);
    const { ttlMs, clock, shared } = this.#options;
    const answer = this.#memory.get(call.keyDigest, call.cacheKey);
    if (answer === undefined || !this.#isYoung(answer)) {
      return shared === undefined ? next(call) : this.#lookUp(shared, call, next);
    }
    if (clock.now() >= answer.sentAt + ttlMs * refreshAfter) void this.#refresh(call, answer, next);
    return Promise.resolve(use(answer, call));
  };

  readonly store: Step = async (call, next) => {
    const outcome = await next(call);
    if (!isFailure(outcome)) this.#put(call, outcome);
    return outcome;
  };

  #put(call: Call, { value, sentAt, bodyBytes, sent }: Answer): void {
    const { clock, shared } = this.#options;
    this.#remember(call, { value, sentAt, bodyBytes });
    if (shared === undefined || sent === undefined) return;
    const { lock } = call;
    call.lock = undefined;
    // The requests that wait for the response come first.
    setImmediate(() => {
      void shared.share(call.restCall, { sent, ageMs: clock.now() - sentAt }, lock);
    });
  }

  async #lookUp(shared: SharedResponses, call: Call, next: Next): Promise<Outcome> {
    const { clock } = this.#options;
    const waitedMs = call.budget.sharedCacheWaitedMs(clock.now());
    const patienceMs = this.#options.patienceMs ?? shared.waitMs - waitedMs;
    if (patienceMs <= 0) return next(call);
    const pending = this.#lookUps.get(cacheKeyOf(call));
    const lookUp = pending ?? this.#beginLookUp(shared, call, patienceMs);
    if (pending === undefined) this.#lookUps.set(cacheKeyOf(call), lookUp);
    call.budget.beginSharedCacheWait(clock.now());
    const result = await lookUp;
    call.budget.endSharedCacheWait(clock.now());
    if (result?.kind === "found") {
      // An answer that is too large for the memory is not kept there.
      const answer = this.#memory.get(call.keyDigest, call.cacheKey) ?? result;
      // It may have become too old during the look-up.
      return this.#isYoung(answer) ? use(answer, call) : next(call);
    }
    // The lock is for the request that began the look-up. The others share its call.
    if (result === undefined || pending !== undefined) return next(call);
    return this.#askFor(result, call, next);
  }

  #isYoung({ sentAt }: KeptAnswer): boolean {
    const { clock, ttlMs } = this.#options;
    return clock.now() < sentAt + ttlMs;
  }

  async #beginLookUp(
    shared: SharedResponses,
    call: Call,
    patienceMs: number,
  ): Promise<LookUpResult> {
    const { minLeftMs = 0 } = this.#options;
    try {
      const result = await shared.lookUp(call.restCall, { patienceMs, minLeftMs });
      if (result?.kind === "found") this.#remember(call, result);
      return result;
    } finally {
      this.#lookUps.delete(cacheKeyOf(call));
    }
  }

  /** For all gateways: if the call succeeds, its answer is shared, which ends the lock. */
  async #askFor(lock: Lock, call: Call, next: Next): Promise<Outcome> {
    call.lock = lock;
    try {
      return await next(call);
    } finally {
      call.lock?.release();
      call.lock = undefined;
    }
  }

  /**
   * Replaces an answer with a younger one, unless that is happening already. If that fails, the
   * answer is used until it is too old. Then the next request makes the call itself, and gets the
   * error.
   */
  async #refresh({ restCall, path }: Call, kept: KeptAnswer, next: Next): Promise<void> {
    const { clock, timeoutMs, shared } = this.#options;
    const { keyDigest } = restCall;
    const budget = new RequestBudget({ deadlineMs: timeoutMs, maxCalls: 1, keyDigest, clock });
    const call = new Call(restCall, budget, path);
    const cacheKey = cacheKeyOf(call);
    if (this.#refreshing.has(cacheKey)) return;
    this.#refreshing.add(cacheKey);
    try {
      const result = shared && (await this.#lookUpYounger(shared, call, kept));
      if (result?.kind === "found") return;
      await (result ? this.#askFor(result, call, next) : next(call));
    } catch {
      // Its time is over.
    } finally {
      this.#refreshing.delete(cacheKey);
    }
  }

  /**
   * A younger response from another gateway, or else the lock of the response; undefined if there
   * is neither. If another gateway is asking the registry, this waits for its response, but at most
   * for half of the time until the kept one is too old. The other half is left for a call.
   */
  async #lookUpYounger(
    shared: SharedResponses,
    call: Call,
    { sentAt }: KeptAnswer,
  ): Promise<LookUpResult> {
    const { clock, ttlMs } = this.#options;
    const patienceMs = (sentAt + ttlMs - clock.now()) / 2;
    const minLeftMs = ttlMs * (1 - refreshAfter);
    const result = await shared.lookUp(call.restCall, { patienceMs, minLeftMs });
    if (result?.kind !== "found") return result;
    if (result.sentAt <= sentAt) return undefined;
    this.#remember(call, result);
    return result;
  }

  #remember({ keyDigest, cacheKey }: Call, { value, sentAt, bodyBytes }: KeptAnswer): void {
    const kept = this.#memory.get(keyDigest, cacheKey);
    // An earlier call may be answered later.
    if (kept === undefined || kept.sentAt <= sentAt)
      this.#memory.set(keyDigest, cacheKey, { value, sentAt, bodyBytes });
  }
}

function use(answer: KeptAnswer, { budget }: Call): Outcome {
  budget.cacheHits += 1;
  return answer;
}

function cacheKeyOf({ keyDigest, cacheKey }: Call): string {
  return toFullCacheKey(keyDigest, cacheKey);
}

/** Undefined if none are kept. */
export function createKeeps(
  {
    settings,
    sharedCache,
  }: {
    readonly settings: Pick<
      Settings,
      "REGISTRY_TIMEOUT_MS" | "CACHE_TTL_SECONDS" | "SNAPSHOT_TTL_SECONDS"
    >;
    readonly sharedCache?: SharedCache | undefined;
  },
  clock: Clock,
  maxBodyBytes: number,
): { readonly ofRequests: Keep | undefined; readonly ofReadings: Keep | undefined } {
  const timeoutMs = settings.REGISTRY_TIMEOUT_MS;
  const ttlMs = settings.CACHE_TTL_SECONDS * 1000;
  const pageTtlMs = settings.SNAPSHOT_TTL_SECONDS * 1000;
  const share = (kind: SharedKind, ttlMs: number) =>
    sharedCache && new SharedResponses({ sharedCache, kind, ttlMs, maxBodyBytes, clock });
  return {
    ofRequests:
      ttlMs > 0
        ? new Keep({ ttlMs, timeoutMs, clock, shared: share("response", ttlMs) })
        : undefined,
    // The snapshot has their records, and is to live for a while.
    ofReadings:
      sharedCache && pageTtlMs > 0
        ? new Keep({
            ...{ ttlMs: pageTtlMs, timeoutMs, clock, shared: share("page", pageTtlMs) },
            ...{ maxBytes: 1, minLeftMs: pageTtlMs / 2, patienceMs: 2 * timeoutMs },
          })
        : undefined,
  };
}

import type { ReceivedAnswer } from "../calls/in-flight/in-flight-calls.ts";
import { nameForKey } from "../calls/key-digest.ts";
import { RequestScope } from "../calls/request-scope.ts";
import type { RestCall } from "../calls/rest-call.ts";
import { memoryPerBodyByte } from "../http/body.ts";
import type { Clock } from "../time/clock.ts";
import { type AnswerCache, type CachedAnswer, createMemoryCache } from "./answer-cache.ts";
import type { AnswerLookUp, SharedAnswer, SharedAnswers } from "./shared-answers.ts";
import type { Lock } from "./shared-store.ts";

/** How answers are cached. */
export interface CachedAnswersOptions {
  /** Maximum age of an answer that is used again, in milliseconds. */
  readonly ttlMs: number;
  /** Timeout of one attempt of a call, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Asks the registry, or joins an equal call in flight. */
  readonly fetch: (call: RestCall<unknown>, scope: RequestScope) => Promise<unknown>;
  /** The answers that gateways share; undefined if this process keeps its answers to itself. */
  readonly shared: SharedAnswers | undefined;
}

/** An answer that is used after this share of its life is refreshed in the background. */
const refreshAfter = 0.8;

/**
 * The registry's answers that can be used again. They are cached, decoded, in the memory of this process and, if `shared` is set,
 * shared with other gateways. Nothing is learned about the registry from them, because it was not asked.
 */
export class CachedAnswers {
  readonly #options: CachedAnswersOptions;
  readonly #memory: AnswerCache = createMemoryCache();
  /** The answers that are being refreshed in the background, by name. */
  readonly #refreshing = new Set<string>();
  /** The look-ups among shared answers that have not ended, by name. */
  readonly #lookUps = new Map<string, LookUp>();
  /** The locks of the answers that this process is fetching on behalf of all gateways, by name. */
  readonly #locks = new Map<string, Lock>();

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
  }

  /** How much is cached in the memory of this process. */
  get size(): AnswerCache["size"] {
    return this.#memory.size;
  }

  /** A cached answer, or the registry's answer to a call that is made now. */
  get(call: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    const { ttlMs, clock, fetch, shared } = this.#options;
    const answer = this.#memory.get(call.keyDigest, call.name);
    if (answer === undefined || !this.#isYoung(answer)) {
      return shared === undefined ? fetch(call, scope) : this.#getShared(shared, call, scope);
    }
    if (clock.now() >= answer.sentAt + ttlMs * refreshAfter) void this.#refresh(call, answer);
    return Promise.resolve(use(answer, scope));
  }

  /** Caches what the registry has just answered. */
  put(call: RestCall<unknown>, { value, sentAt, bodyBytes, sent }: ReceivedAnswer): void {
    const { clock, shared } = this.#options;
    this.#remember(call, { value, sentAt, bytes: bodyBytes * memoryPerBodyByte });
    if (shared === undefined) return;
    const lock = this.#takeLock(call);
    // The requests that wait for the answer come first.
    setImmediate(() => {
      void shared.share(call, { sent, ageMs: clock.now() - sentAt }, lock);
    });
  }

  async #getShared(
    shared: SharedAnswers,
    call: RestCall<unknown>,
    scope: RequestScope,
  ): Promise<unknown> {
    const { clock, fetch } = this.#options;
    const patienceMs = shared.waitMs - scope.storeWaitedMs(clock.now());
    if (patienceMs <= 0) return fetch(call, scope);
    const begun = this.#lookUps.get(nameOf(call));
    const lookUp = begun ?? this.#beginLookUp(shared, call, patienceMs);
    const found = await this.#awaitLookUp(lookUp, scope);
    if (found?.kind === "found") {
      // An answer that is too large for the memory is not kept there.
      const answer = this.#memory.get(call.keyDigest, call.name) ?? toCached(found);
      // It may have become too old during the look-up.
      return this.#isYoung(answer) ? use(answer, scope) : fetch(call, scope);
    }
    // The lock is for the request that began the look-up. The others share its call.
    if (found === undefined || begun !== undefined) return fetch(call, scope);
    return this.#fetchFor(found, call, scope);
  }

  #isYoung({ sentAt }: CachedAnswer): boolean {
    const { clock, ttlMs } = this.#options;
    return clock.now() < sentAt + ttlMs;
  }

  #beginLookUp(shared: SharedAnswers, call: RestCall<unknown>, patienceMs: number): LookUp {
    const onAwaited = () => {
      lookUp.awaitedSince = this.#options.clock.now();
    };
    const result = this.#rememberFound(call, shared.lookUp(call, { patienceMs, onAwaited }));
    const lookUp: LookUp = { result, awaitedSince: undefined };
    this.#lookUps.set(nameOf(call), lookUp);
    return lookUp;
  }

  async #rememberFound(
    call: RestCall<unknown>,
    result: Promise<AnswerLookUp>,
  ): Promise<AnswerLookUp> {
    try {
      const found = await result;
      if (found?.kind === "found") this.#remember(call, toCached(found));
      return found;
    } finally {
      this.#lookUps.delete(nameOf(call));
    }
  }

  /** Awaits the result of a look-up, and counts the wait. */
  async #awaitLookUp(lookUp: LookUp, scope: RequestScope): Promise<AnswerLookUp> {
    const { clock } = this.#options;
    const since = clock.now();
    scope.beginStoreWait(since);
    const found = await lookUp.result;
    const now = clock.now();
    scope.endStoreWait(now);
    if (lookUp.awaitedSince !== undefined)
      scope.countPeerWait(now - Math.max(since, lookUp.awaitedSince));
    return found;
  }

  /** Asks the registry on behalf of all gateways. If it answers, `put` shares the answer and ends the lock. */
  async #fetchFor(lock: Lock, call: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    this.#locks.set(nameOf(call), lock);
    try {
      return await this.#options.fetch(call, scope);
    } finally {
      this.#takeLock(call)?.release();
    }
  }

  #takeLock(call: RestCall<unknown>): Lock | undefined {
    const name = nameOf(call);
    const lock = this.#locks.get(name);
    if (lock !== undefined) this.#locks.delete(name);
    return lock;
  }

  /** Replaces an answer by a younger one, unless that is happening already. If it fails, the answer is used until it is too old. */
  async #refresh(call: RestCall<unknown>, cached: CachedAnswer): Promise<void> {
    const name = nameOf(call);
    if (this.#refreshing.has(name)) return;
    this.#refreshing.add(name);
    const { clock, timeoutMs, fetch, shared } = this.#options;
    const bounds = { clock, deadlineMs: timeoutMs, maxCalls: 1 };
    try {
      const found = shared && (await this.#lookUpYounger(shared, call, cached));
      if (found?.kind === "found") return;
      const scope = new RequestScope(bounds);
      await (found ? this.#fetchFor(found, call, scope) : fetch(call, scope));
    } catch {
      // Once the answer is too old, the next request sees what is wrong.
    } finally {
      this.#refreshing.delete(name);
    }
  }

  /**
   * A younger answer that another gateway has got, or else the lock of the answer. If another gateway is asking right now, waits
   * for its answer for half of the time that is left: the other half is for asking the registry.
   */
  async #lookUpYounger(
    shared: SharedAnswers,
    call: RestCall<unknown>,
    { sentAt }: CachedAnswer,
  ): Promise<AnswerLookUp> {
    const { clock, ttlMs } = this.#options;
    const patienceMs = (sentAt + ttlMs - clock.now()) / 2;
    const minLeftMs = ttlMs * (1 - refreshAfter);
    const found = await shared.lookUp(call, { patienceMs, minLeftMs });
    if (found?.kind !== "found") return found;
    const younger = toCached(found);
    if (younger.sentAt <= sentAt) return undefined;
    this.#remember(call, younger);
    return found;
  }

  #remember({ keyDigest, name }: RestCall<unknown>, answer: CachedAnswer): void {
    const cached = this.#memory.get(keyDigest, name);
    // An earlier call may be answered later.
    if (cached === undefined || cached.sentAt <= answer.sentAt)
      this.#memory.set(keyDigest, name, answer);
  }
}

/** A look-up among shared answers, for all requests that want the answer. */
interface LookUp {
  readonly result: Promise<AnswerLookUp>;
  /** When it began to wait for another gateway; undefined if it has not. */
  awaitedSince: number | undefined;
}

function use(answer: CachedAnswer, scope: RequestScope): unknown {
  scope.cacheHits += 1;
  scope.countAnswer(answer.sentAt);
  return answer.value;
}

function toCached({ value, sentAt, bodyBytes }: SharedAnswer): CachedAnswer {
  return { value, sentAt, bytes: bodyBytes * memoryPerBodyByte };
}

function nameOf({ keyDigest, name }: RestCall<unknown>): string {
  return nameForKey(keyDigest, name);
}

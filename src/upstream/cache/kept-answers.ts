import type { ReceivedAnswer } from "../calls/in-flight-calls.ts";
import { RequestScope } from "../calls/request-scope.ts";
import type { RestCall } from "../calls/rest-call.ts";
import type { Clock } from "../time/clock.ts";
import { type AnswerCache, type CachedAnswer, createMemoryCache } from "./answer-cache.ts";
import type { LookUp, SharedAnswer, SharedAnswers } from "./shared-answers.ts";
import type { Lock } from "./shared-store.ts";

/** How answers are kept. */
export interface KeptAnswersOptions {
  /** How old an answer may be that is given again, in milliseconds. */
  readonly ttlMs: number;
  /** Bound on one attempt of a call, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Asks the registry, or joins an equal call under way. */
  readonly fetch: (call: RestCall<unknown>, scope: RequestScope) => Promise<unknown>;
  /** What other gateways keep too; undefined: this process keeps its answers for itself. */
  readonly shared: SharedAnswers | undefined;
}

/** Memory that a decoded answer takes at most, about, as a multiple of its body. */
const memoryOfBody = 2;

/** An answer older than this part of its life is asked for again in the background. */
const aging = 0.8;

/**
 * The registry's answers that may be given again: decoded in the memory of this process, and behind that, perhaps, shared with other
 * gateways. What is taken from either teaches nothing of the registry: it has not been asked.
 */
export class KeptAnswers {
  readonly #options: KeptAnswersOptions;
  readonly #memory: AnswerCache = createMemoryCache();
  /** What is being asked for again in the background. */
  readonly #refreshing = new Set<string>();
  /** What is being looked for among shared answers. */
  readonly #lookUps = new Map<string, LookUpUnderWay>();
  /** The locks of answers that this process asks for on behalf of all. */
  readonly #locks = new Map<string, Lock>();

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
  }

  /** What is kept in this process. */
  get size(): AnswerCache["size"] {
    return this.#memory.size;
  }

  /** An answer that is kept, or one that the registry gives now. */
  get(call: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    const { ttlMs, clock, fetch, shared } = this.#options;
    const answer = this.#memory.get(call.keyDigest, call.name);
    if (answer === undefined || !this.#isYoung(answer)) {
      return shared === undefined ? fetch(call, scope) : this.#getShared(shared, call, scope);
    }
    if (clock.now() >= answer.sentAt + ttlMs * aging) void this.#refresh(call, answer);
    return Promise.resolve(use(answer, scope));
  }

  /** Keeps what the registry has just answered. */
  keep(call: RestCall<unknown>, { value, sentAt, bodyBytes, sent }: ReceivedAnswer): void {
    const { clock, shared } = this.#options;
    this.#remember(call, { value, sentAt, bytes: bodyBytes * memoryOfBody });
    if (shared === undefined) return;
    const lock = this.#takeLock(call);
    // Those who wait for the answer come first.
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
    const name = nameOf(call);
    const patienceMs = shared.waitMs - scope.storeWaitedMs(clock.now());
    const underWay = this.#lookUps.get(name);
    if (patienceMs <= 0) return fetch(call, scope);
    const lookUp = underWay ?? this.#lookUp(shared, call, patienceMs);
    const found = await this.#waitFor(lookUp, scope);
    if (found?.kind === "found") {
      // What was too much for the memory is not there.
      const answer = this.#memory.get(call.keyDigest, call.name) ?? toCached(found);
      // It may have become too old during the look.
      return this.#isYoung(answer) ? use(answer, scope) : fetch(call, scope);
    }
    if (found === undefined || underWay !== undefined) return fetch(call, scope);
    return this.#fetchFor(found, call, scope);
  }

  #isYoung({ sentAt }: CachedAnswer): boolean {
    const { clock, ttlMs } = this.#options;
    return clock.now() < sentAt + ttlMs;
  }

  #lookUp(shared: SharedAnswers, call: RestCall<unknown>, patienceMs: number): LookUpUnderWay {
    const onAwaited = () => {
      lookUp.awaitedSince = this.#options.clock.now();
    };
    const found = this.#rememberFound(call, shared.lookUp(call, { patienceMs, onAwaited }));
    const lookUp: LookUpUnderWay = { found, awaitedSince: undefined };
    this.#lookUps.set(nameOf(call), lookUp);
    return lookUp;
  }

  async #rememberFound(call: RestCall<unknown>, lookUp: Promise<LookUp>): Promise<LookUp> {
    try {
      const found = await lookUp;
      if (found?.kind === "found") this.#remember(call, toCached(found));
      return found;
    } finally {
      this.#lookUps.delete(nameOf(call));
    }
  }

  /** What comes of a look, the wait for which is counted. */
  async #waitFor(lookUp: LookUpUnderWay, scope: RequestScope): Promise<LookUp> {
    const { clock } = this.#options;
    const since = clock.now();
    scope.beginStoreWait(since);
    const found = await lookUp.found;
    const now = clock.now();
    scope.endStoreWait(now);
    if (lookUp.awaitedSince !== undefined)
      scope.countOthersWait(now - Math.max(since, lookUp.awaitedSince));
    return found;
  }

  /** Asks the registry on behalf of all gateways: what it answers is given to them. */
  async #fetchFor(lock: Lock, call: RestCall<unknown>, scope: RequestScope): Promise<unknown> {
    const name = nameOf(call);
    this.#locks.set(name, lock);
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

  /** Asks again for what is kept, once at a time; if that fails, what is there lives out its time. */
  async #refresh(call: RestCall<unknown>, kept: CachedAnswer): Promise<void> {
    const name = nameOf(call);
    if (this.#refreshing.has(name)) return;
    this.#refreshing.add(name);
    const { clock, timeoutMs, fetch, shared } = this.#options;
    const bounds = { clock, deadlineMs: timeoutMs, maxCalls: 1 };
    try {
      const found = shared && (await this.#lookUpYounger(shared, call, kept));
      if (found?.kind === "found") return;
      const scope = new RequestScope(bounds);
      await (found ? this.#fetchFor(found, call, scope) : fetch(call, scope));
    } catch {
      // Whoever asks when the answer is too old learns what is wrong.
    } finally {
      this.#refreshing.delete(name);
    }
  }

  /** What another gateway was answered since; one that asks at this moment is waited for, as long as there is time to ask after that. */
  async #lookUpYounger(
    shared: SharedAnswers,
    call: RestCall<unknown>,
    { sentAt }: CachedAnswer,
  ): Promise<LookUp> {
    const { clock, ttlMs } = this.#options;
    const patienceMs = (sentAt + ttlMs - clock.now()) / 2;
    const found = await shared.lookUp(call, { patienceMs, leastLeftMs: ttlMs * (1 - aging) });
    if (found?.kind !== "found") return found;
    const younger = toCached(found);
    if (younger.sentAt <= sentAt) return undefined;
    this.#remember(call, younger);
    return found;
  }

  #remember({ keyDigest, name }: RestCall<unknown>, answer: CachedAnswer): void {
    const kept = this.#memory.get(keyDigest, name);
    // What was asked for earlier may well come later.
    if (kept === undefined || kept.sentAt <= answer.sentAt)
      this.#memory.set(keyDigest, name, answer);
  }
}

/** A look into what is shared. */
interface LookUpUnderWay {
  readonly found: Promise<LookUp>;
  /** Since when it waits for another gateway; undefined: it does not. */
  awaitedSince: number | undefined;
}

function use(answer: CachedAnswer, scope: RequestScope): unknown {
  scope.cacheHits += 1;
  scope.countAnswer(answer.sentAt);
  return answer.value;
}

function toCached({ value, sentAt, bodyBytes }: SharedAnswer): CachedAnswer {
  return { value, sentAt, bytes: bodyBytes * memoryOfBody };
}

/** A digest has no spaces, so the answers of different keys have different names. */
function nameOf({ keyDigest, name }: RestCall<unknown>): string {
  return `${keyDigest} ${name}`;
}

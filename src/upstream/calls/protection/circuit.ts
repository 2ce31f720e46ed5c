import { LRUCache } from "lru-cache";
import { Breaker, type BreakerState, failuresToOpen } from "./breaker.ts";

/** How many failing keys are remembered. If there are more, the least recently used ones count as healthy again. */
const maxKeys = 1000;

/** When several keys fail, only this many failures of each count towards opening the shared breaker. */
const maxFailuresOfOneKey = failuresToOpen / 2;

/** The state of the circuit to the registry as a whole. */
export type CircuitState = BreakerState;

/**
 * Stops calls to a registry that fails. Each key that fails has its own breaker, and all keys share one.
 *
 * While one key alone fails, nothing is known about the others, so the shared breaker applies to that key only. When a second key
 * fails too, the shared breaker applies to all, and starts again with at most half of the failures that open it.
 */
export class Circuit {
  #shared = new Breaker();
  /** How many failures each key has had since the last success of any key. Not counted while the shared breaker is open for all. */
  readonly #failures = new Map<string, number>();
  /** The breakers of the keys whose last call failed. */
  readonly #own = new LRUCache<string, Breaker>({ max: maxKeys });

  /** The state of the shared breaker. */
  state(now: number): CircuitState {
    return this.#shared.state(now);
  }

  /** How many keys have failed and not succeeded since. */
  get failingKeys(): number {
    return this.#own.size;
  }

  /** Whether a call with this key would be refused. */
  refuses(keyDigest: string, now: number): boolean {
    if (this.#isHealthy) return false;
    const own = this.#own.get(keyDigest);
    if (this.#isSharedWith(keyDigest) && this.#shared.refuses(now, own ? "failing" : "healthy"))
      return true;
    return own?.refuses(now) ?? false;
  }

  /** Lets through a call that is not refused. Returns whether it is a probe. */
  enter(keyDigest: string): boolean {
    if (this.#isHealthy) return false;
    const isSharedProbe = this.#isSharedWith(keyDigest) && this.#shared.enter();
    const isOwnProbe = this.#own.get(keyDigest)?.enter() ?? false;
    return isSharedProbe || isOwnProbe;
  }

  /** The registry answered a call. As a rule, an open breaker is closed by its probe, not by late responses to earlier calls. */
  succeed(keyDigest: string, isProbe: boolean): void {
    if (this.#isHealthy) return;
    const wasOpenForAll = this.#isOpenForAll;
    this.#succeedShared(keyDigest, isProbe);
    const own = this.#own.get(keyDigest);
    if (!own) return;
    // The keys failed together. Now that one of them is served again, the others need no probes.
    if (wasOpenForAll && !this.#shared.isOpen) this.#own.clear();
    own.succeed(isProbe);
    if (!own.isFailing) this.#own.delete(keyDigest);
  }

  /** A call failed: no response came, none came in time, or it was a 5xx. */
  fail(keyDigest: string, isProbe: boolean, now: number): void {
    if (this.#isOpenForAll) this.#shared.fail(isProbe, now);
    else this.#failShared(keyDigest, isProbe, now);
    const own = this.#own.get(keyDigest) ?? new Breaker();
    own.fail(isProbe, now);
    this.#own.set(keyDigest, own);
  }

  /** A call ended without showing whether the registry works. */
  abandon(keyDigest: string, isProbe: boolean): void {
    if (!isProbe) return;
    this.#shared.abandon();
    this.#own.get(keyDigest)?.abandon();
  }

  /** Checked first for every call. As a rule nothing fails, and there is nothing to look up. */
  get #isHealthy(): boolean {
    return !this.#shared.isFailing && this.#own.size === 0;
  }

  get #isOpenForAll(): boolean {
    return this.#shared.isOpen && this.#failures.size > 1;
  }

  /** Whether the shared breaker applies to a key: not while another key alone has failed. */
  #isSharedWith(keyDigest: string): boolean {
    return this.#failures.size !== 1 || this.#failures.has(keyDigest);
  }

  get #failuresOfFirstKey(): number {
    return this.#failures.values().next().value ?? 0;
  }

  #succeedShared(keyDigest: string, isProbe: boolean): void {
    if (this.#isSharedWith(keyDigest)) this.#shared.succeed(isProbe);
    // Another key alone has failed. The registry works for this one, so no probe is needed.
    else this.#shared.close();
    if (!this.#shared.isFailing) this.#failures.clear();
  }

  #failShared(keyDigest: string, isProbe: boolean, now: number): void {
    const failures = this.#failures.get(keyDigest) ?? 0;
    const isSecondKey = this.#failures.size === 1 && failures === 0;
    // The registry is in trouble, not just the first key: from now on the breaker is for all keys.
    if (isSecondKey)
      this.#shared = new Breaker(Math.min(this.#failuresOfFirstKey, maxFailuresOfOneKey));
    this.#failures.set(keyDigest, failures + 1);
    const isOnlyKey = this.#failures.size === 1;
    if (isOnlyKey || failures < maxFailuresOfOneKey) this.#shared.fail(isProbe, now);
  }
}

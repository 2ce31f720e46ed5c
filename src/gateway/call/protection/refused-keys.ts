import { LRUCache } from "lru-cache";
import { toFullCacheKey } from "../../base/key-digest.ts";
import type { Failure } from "../network/failure.ts";

/** How long the registry is not asked again with a key that it refused, in milliseconds. */
const pauseMs = 1_000;

/** How long a refused key is distrusted, in milliseconds. For this time, coming again gives it no advantage over new keys. */
const distrustMs = 60_000;

/** Maximum number of refusals, and of distrusted keys, to remember. If there are more, the least recently used ones end early. */
const maxRemembered = 10_000;

interface Refusal {
  readonly failure: Failure;
  readonly until: number;
}

/**
 * Remembers which keys the registry has just refused, because it would refuse them again. A key that it has never answered counts
 * as refused everywhere. A key that it has answered counts as refused only at the endpoint that refused it.
 */
export class RefusedKeys {
  readonly #refusals = new LRUCache<string, Refusal>({ max: maxRemembered });
  /** Until when each key is distrusted. */
  readonly #distrusted = new LRUCache<string, number>({ max: maxRemembered });
  #lastUntil = 0;

  /** @param template the path template of the endpoint that refused the key; undefined if every endpoint counts as refusing it. */
  add(
    keyDigest: string,
    template: string | undefined,
    refusal: { failure: Failure; now: number },
  ): void {
    const until = refusal.now + pauseMs;
    this.#refusals.set(refusalKeyOf(keyDigest, template), { failure: refusal.failure, until });
    this.#lastUntil = until;
  }

  /** The registry has refused a key that it has never answered. */
  distrust(keyDigest: string, now: number): void {
    this.#distrusted.set(keyDigest, now + distrustMs);
  }

  /** Whether a key has been refused in the last minute, and not answered since. */
  isDistrusted(keyDigest: string, now: number): boolean {
    return now < (this.#distrusted.get(keyDigest) ?? 0);
  }

  /** The registry has answered a key, so it does not refuse the key everywhere. */
  clear(keyDigest: string): void {
    this.#refusals.delete(keyDigest);
    this.#distrusted.delete(keyDigest);
  }

  /** How the registry would refuse a call; undefined if it might not. */
  find(keyDigest: string, template: string, now: number): Failure | undefined {
    // The quick way out, because a key is seldom refused.
    if (now >= this.#lastUntil) return undefined;
    const refusal =
      this.#refusals.get(keyDigest) ?? this.#refusals.get(refusalKeyOf(keyDigest, template));
    return refusal && now < refusal.until ? refusal.failure : undefined;
  }
}

function refusalKeyOf(keyDigest: string, template: string | undefined): string {
  return template === undefined ? keyDigest : toFullCacheKey(keyDigest, template);
}

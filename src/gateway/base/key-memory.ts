import { LRUCache } from "lru-cache";
import { toFullCacheKey } from "./key-digest.ts";
import { type Clock, systemClock } from "./time/clock.ts";

const maxKnown = 10_000;

const maxRefusals = 10_000;

const pauseMs = 1_000;

/**
 * What the process remembers of each key, by its digest: whether the registry has answered it, or
 * has just refused it. Anybody can make up keys, so the memory is bounded, and made-up keys push no
 * known one out.
 *
 * @typeParam Refusal how the registry refuses a key.
 */
export class KeyMemory<Refusal extends object = object> {
  readonly #clock: Clock;
  readonly #known = new LRUCache<string, true>({ max: maxKnown });
  /** By digest if every endpoint counts as refusing the key, otherwise by digest and endpoint. */
  readonly #refusals = new LRUCache<string, { readonly refusal: Refusal; readonly until: number }>({
    max: maxRefusals,
  });
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Just after a start the registry has answered none, and there is nobody to protect. */
  get hasKnown(): boolean {
    return this.#known.size > 0;
  }

  isKnown(keyDigest: string): boolean {
    return this.#known.get(keyDigest) === true;
  }

  /**
   * How the registry has just refused a key at an endpoint, and would again; undefined if it might
   * not. A key that it has never answered counts as refused everywhere, and one that it has
   * answered only at the endpoint that refused it.
   */
  refusalOf(keyDigest: string, endpoint: string): Refusal | undefined {
    // The quick way out, because a key is seldom refused.
    if (this.#refusedUntil === Number.NEGATIVE_INFINITY) return undefined;
    const now = this.#clock.now();
    if (now >= this.#refusedUntil) return undefined;
    const found =
      this.#refusals.get(keyDigest) ?? this.#refusals.get(toFullCacheKey(keyDigest, endpoint));
    return found && now < found.until ? found.refusal : undefined;
  }

  noteAnswer(keyDigest: string): void {
    if (this.isKnown(keyDigest)) return;
    this.#known.set(keyDigest, true);
    this.#refusals.delete(keyDigest);
  }

  noteRefusal(keyDigest: string, endpoint: string, refusal: Refusal): void {
    const until = this.#clock.now() + pauseMs;
    const name = this.isKnown(keyDigest) ? toFullCacheKey(keyDigest, endpoint) : keyDigest;
    this.#refusals.set(name, { refusal, until });
    this.#refusedUntil = until;
  }
}

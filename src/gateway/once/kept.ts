import { LRUCache } from "lru-cache";
import { bytesOfString } from "../base/collections/memory-size.ts";
import { toFullCacheKey } from "../base/key-digest.ts";
import type { Clock } from "../base/time/clock.ts";

// An answer's entry, its objects, and the buffer or promise that it is in.
const entryBytes = 1024;

const maxDroppedAtOnce = 2;

interface KeptOptions<Answer> {
  readonly maxBytes: number;
  readonly bytesOf: (answer: Answer) => number;
  /** @default for ever: whoever finds an answer judges its age */
  readonly ageLimit?: { readonly maxMs: number; readonly clock: Clock };
}

/**
 * Answers that can be given again, in the memory of this process. Each belongs to a key, by its
 * digest, and is never given to another. Their size is never underestimated.
 */
export class Kept<Answer extends {}> {
  readonly #answers: LRUCache<string, Answer>;
  readonly #ageLimit: KeptOptions<Answer>["ageLimit"];

  constructor({ maxBytes, bytesOf, ageLimit }: KeptOptions<Answer>) {
    this.#ageLimit = ageLimit;
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (answer, name) =>
        entryBytes + Math.ceil(bytesOf(answer)) + bytesOfString(name),
      // So that the oldest can be looked at. `get` gives none that is too old.
      ...(ageLimit && { perf: ageLimit.clock, ttlResolution: 0, allowStale: true }),
    });
  }

  get(keyDigest: string, cacheKey: string): Answer | undefined {
    return this.#answers.get(toFullCacheKey(keyDigest, cacheKey), { allowStale: false });
  }

  /**
   * With an age limit, an answer replaces none that was asked for later: an earlier question may be
   * answered later.
   * @param agesFrom when it was asked for, by the clock. @default now
   */
  set(keyDigest: string, cacheKey: string, answer: Answer, agesFrom?: number): void {
    const name = toFullCacheKey(keyDigest, cacheKey);
    if (this.#ageLimit === undefined) this.#answers.set(name, answer);
    else {
      const { maxMs, clock } = this.#ageLimit;
      const now = clock.now();
      const start = agesFrom ?? now;
      const leftMs = maxMs - (now - start);
      if (leftMs < this.#answers.getRemainingTTL(name)) return;
      this.#answers.set(name, answer, { ttl: maxMs, start });
      this.#dropOld();
    }
  }

  delete(keyDigest: string, cacheKey: string): void {
    this.#answers.delete(toFullCacheKey(keyDigest, cacheKey));
  }

  // Nobody may ever ask for them again. Faster than they come, but not all at once.
  #dropOld(): void {
    for (let count = 0; count < maxDroppedAtOnce; count += 1) {
      const { value: name } = this.#answers.rkeys().next();
      if (name === undefined || this.#answers.getRemainingTTL(name) >= 0) return;
      this.#answers.delete(name);
    }
  }

  get statistics(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#answers.size, bytes: this.#answers.calculatedSize };
  }
}

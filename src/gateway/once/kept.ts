import { LRUCache } from "lru-cache";
import { bytesOfString } from "../base/collections/memory-size.ts";
import { toFullCacheKey } from "../base/key-digest.ts";
import type { Clock } from "../base/time/clock.ts";

/** What each answer counts in addition to its own bytes: its entry, its objects, and the buffer or promise that it is in. */
const entryBytes = 1024;

/** How many answers that are too old are dropped when another comes. */
const droppedAtATime = 2;

interface KeptOptions<Answer> {
  /** The most that all answers may take, in bytes. The least recently used ones make room for new ones. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: Answer) => number;
  /** How long an answer is kept, by this clock. @default for ever: whoever finds it judges its age */
  readonly ageLimit?: { readonly maxMs: number; readonly clock: Clock };
}

/**
 * Answers that can be given again, in the memory of this process. Each belongs to a key, by its digest, and is never given to another.
 * What it takes counts from above: the answer, its cache key and its entry.
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
   * Keeps an answer. With an age limit, it replaces none that was asked for later: an earlier question may be answered later.
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

  /** Drops the least recently used answers that are too old: nobody may ever ask for them again. Faster than they come, but not all at once. */
  #dropOld(): void {
    for (let count = 0; count < droppedAtATime; count += 1) {
      const { value: name } = this.#answers.rkeys().next();
      if (name === undefined || this.#answers.getRemainingTTL(name) >= 0) return;
      this.#answers.delete(name);
    }
  }

  /** How many answers it holds, and about how much memory they take. */
  get statistics(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#answers.size, bytes: this.#answers.calculatedSize };
  }
}

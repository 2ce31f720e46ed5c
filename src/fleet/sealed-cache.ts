import { LRUCache } from "lru-cache";
import { deriveRing, type KeyRing } from "./seal.ts";
import { SealedPartition, type SharedCacheObserver } from "./sealed-partition.ts";
import { CacheClient, type CacheLog } from "./server/cache-client.ts";
import { type CacheFailure, type FailureReason, toLogFields } from "./server/cache-failure.ts";
import type { CachePartition, Owner, SharedCache } from "./shared-cache.ts";

export interface SealedCacheOptions {
  readonly url: string;
  readonly secret: string;
  readonly registry: string;
  readonly log: CacheLog;
  readonly observer: SharedCacheObserver;
  /** For one reply, and for all replies that a request needs, in milliseconds. @default 100 */
  readonly waitMs?: number | undefined;
}

// Deriving one again takes a few digests.
const maxRings = 10_000;

// Failures with the same code are logged once in this time. All of them are counted.
const logPauseMs = 600_000;

// For failures after which the server is still used.
const messages: Readonly<Partial<Record<FailureReason, string>>> = {
  full: "the shared cache is full and accepts no more values",
  refused: "the shared cache refuses a command",
  corrupt: "a value in the shared cache cannot be decrypted; the registry is called instead",
};

export class SealedCache implements SharedCache, Disposable {
  readonly waitMs: number;
  readonly #options: SealedCacheOptions;
  readonly #client: CacheClient;
  readonly #observer: SharedCacheObserver;
  readonly #rings = new LRUCache<string, KeyRing>({ max: maxRings });
  readonly #loggedAt = new Map<string, number>();

  constructor(options: SealedCacheOptions) {
    const { url, log, observer, waitMs = 100 } = options;
    this.waitMs = waitMs;
    this.#options = options;
    this.#observer = {
      countLookUp: (kind, outcome) => observer.countLookUp(kind, outcome),
      countWait: (kind, outcome) => observer.countWait(kind, outcome),
      countFailure: (reason) => this.#countFailure({ reason }),
    };
    this.#client = new CacheClient({
      url,
      log,
      commandMs: waitMs,
      onFailure: (failure) => this.#countFailure(failure),
    });
  }

  get isUsed(): boolean {
    return this.#client.isUsed;
  }

  partitionOf({ key, keyDigest }: Owner): CachePartition {
    const { secret, registry } = this.#options;
    const ring = this.#rings.get(keyDigest) ?? deriveRing(secret, registry, key);
    this.#rings.set(keyDigest, ring);
    return new SealedPartition(ring, this.#client, this.#observer);
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  #countFailure(failure: CacheFailure): void {
    const { log, observer } = this.#options;
    const { reason, code = reason } = failure;
    observer.countFailure(reason);
    const message = messages[reason];
    if (message === undefined || !this.#client.isUsed) return;
    const now = performance.now();
    if (now < (this.#loggedAt.get(code) ?? Number.NEGATIVE_INFINITY) + logPauseMs) return;
    this.#loggedAt.set(code, now);
    log.warn({ server: this.#client.host, ...toLogFields(failure) }, message);
  }
}

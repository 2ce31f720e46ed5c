/** Without the key, its values cannot be read. */
export interface Owner {
  readonly key: string;
  readonly keyDigest: string;
}

/** `page`: a response that a snapshot is made of. */
export type SharedKind = "response" | "page";

export interface SharedCacheKey {
  readonly kind: SharedKind;
  readonly cacheKey: string;
}

export interface SharedValue {
  readonly bytes: Buffer;
  readonly ageMs: number;
  readonly lifeMs: number;
}

export interface FoundValue {
  readonly kind: "found";
  readonly bytes: Buffer;
  readonly ageMs: number;
}

/**
 * The gateway that has the lock makes the value for all gateways. The lock is renewed until it
 * ends; if this process dies, another gateway gets it. A lock only saves calls: without it,
 * responses would still be right.
 */
export interface Lock {
  readonly kind: "locked";
  /** Stores the value, and ends the lock. Returns false if the value could not be stored. */
  give(value: SharedValue): Promise<boolean>;
  release(): void;
}

/** `awaited`: another gateway has the lock. `unavailable`: the shared cache does not answer. */
export type FindResult =
  | FoundValue
  | Lock
  | { readonly kind: "awaited" }
  | { readonly kind: "unavailable" };

export type WaitOutcome = "given" | "timed_out";

export interface FindOptions {
  readonly withinMs?: number;
  /** A value that expires within this time, in milliseconds, does not count. @default 0 */
  readonly minLeftMs?: number;
}

/** If the cache fails, this acts as if it were empty, and never throws. */
export interface CachePartition {
  /** Finds a value, or else takes its lock, if no other gateway has it. */
  findOrLock(wanted: SharedCacheKey, options?: FindOptions): Promise<FindResult>;
  /** Returns false if the value could not be stored. */
  put(wanted: SharedCacheKey, value: SharedValue): Promise<boolean>;
  countWait(kind: SharedKind, outcome: WaitOutcome): void;
}

export interface SharedCache {
  /** Maximum wait of a request for one reply, and for all of them, in milliseconds. */
  readonly waitMs: number;
  partitionOf(owner: Owner): CachePartition;
}

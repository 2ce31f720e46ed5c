/** The key that values belong to. They cannot be read without it. */
export interface Owner {
  readonly key: string;
  readonly keyDigest: string;
}

/** What a value is: a response from the registry, or one that a snapshot is made of. */
export type SharedKind = "response" | "page";

/** Identifies a value among those of its owner. */
export interface SharedCacheKey {
  readonly kind: SharedKind;
  readonly cacheKey: string;
}

export interface SharedValue {
  readonly bytes: Buffer;
  /** How long ago the registry was asked for it, in milliseconds. */
  readonly ageMs: number;
  readonly lifeMs: number;
}

export interface FoundValue {
  readonly kind: "found";
  readonly bytes: Buffer;
  /** Its maximum age at the look-up, in milliseconds. It may be younger. */
  readonly ageMs: number;
}

/**
 * The lock of a value. The gateway that has it makes the value for all gateways. The lock is renewed until it ends. If this process
 * dies, another gateway gets the lock. A lock only saves calls: without it, responses would still be right.
 */
export interface Lock {
  readonly kind: "locked";
  /** Stores the value for the gateways that wait for it, and ends the lock. Returns false if the value could not be stored. */
  give(value: SharedValue): Promise<boolean>;
  /** Ends the lock without a value. One of the gateways that wait gets it next. */
  release(): void;
}

/** What a look-up finds. `awaited`: another gateway has the lock. `unavailable`: the shared cache does not answer. */
export type FindResult =
  | FoundValue
  | Lock
  | { readonly kind: "awaited" }
  | { readonly kind: "unavailable" };

/** How a wait for another gateway ends. */
export type WaitOutcome = "given" | "timed_out";

export interface FindOptions {
  /** How long it may take, in milliseconds. @default the cache's `waitMs`, which is also the maximum */
  readonly withinMs?: number;
  /** A value that expires within this time, in milliseconds, does not count. @default 0 */
  readonly minLeftMs?: number;
}

/** One owner's part of the shared cache. Nothing here throws: if the cache fails, it acts as if it were empty. */
export interface CachePartition {
  /** A value, or else its lock, if no other gateway has the lock. */
  findOrLock(wanted: SharedCacheKey, options?: FindOptions): Promise<FindResult>;
  /** Stores a value. Returns false if it could not be stored. */
  put(wanted: SharedCacheKey, value: SharedValue): Promise<boolean>;
  /** Counts a wait for a value that another gateway was making. */
  countWait(kind: SharedKind, outcome: WaitOutcome): void;
  /** Counts a value that could be decrypted, but is not what it should be. */
  countCorrupt(): void;
}

export interface SharedCache {
  /** Maximum time, in milliseconds, that a request waits for one reply, and for all replies together. */
  readonly waitMs: number;
  partitionOf(owner: Owner): CachePartition;
}

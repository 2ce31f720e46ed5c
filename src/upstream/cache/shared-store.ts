/** Whose values they are: nobody else can read them. */
export interface Owner {
  readonly key: string;
  /** The digest that stands for the key. */
  readonly keyDigest: string;
}

/** What a value is: an answer of the registry, a snapshot's table of contents, or one answer that a snapshot is made of. */
export type SharedKind = "answer" | "snapshot" | "page";

/** A value's name, unique among those of its kind and owner. */
export interface SharedName {
  readonly kind: SharedKind;
  readonly name: string;
}

/** A value as it is put into the store. */
export interface SharedValue {
  readonly bytes: Buffer;
  /** How long ago it was asked for, in milliseconds. */
  readonly ageMs: number;
  /** How old it may become, in milliseconds. */
  readonly lifeMs: number;
}

/** A value that was found, and how old it was when it was looked for, or older. */
export interface FoundValue {
  readonly kind: "found";
  readonly bytes: Buffer;
  /** In milliseconds. */
  readonly ageMs: number;
}

/**
 * The lock of a value: whoever has it makes the value for all gateways. It is renewed until it ends, and passes to another gateway when
 * this process dies. It saves calls; nothing is right only because of it.
 */
export interface Lock {
  readonly kind: "locked";
  /** Puts the value where the others wait for it, and ends the lock. False: it could not be put there. */
  give(value: SharedValue): Promise<boolean>;
  /** Ends the lock without a value: one of those who wait has it next. */
  release(): void;
  /** Ends the lock without a value, and tells all who wait to make it themselves. */
  forgo(): void;
}

/**
 * What a look finds: the value, its lock, that another gateway has the lock (`awaited`) or tells all to go without it (`forgone`), or
 * no store that answers.
 */
export type Finding =
  | FoundValue
  | Lock
  | { readonly kind: "awaited" }
  | { readonly kind: "forgone" }
  | { readonly kind: "unavailable" };

/** How a wait for another gateway ends: with a value, told to go without it, or after all the time that there was. */
export type WaitOutcome = "given" | "forgone" | "in vain";

/** Bounds of a look into the store. */
export interface FindOptions {
  /** How long it may take, in milliseconds. @default as long as a look may take at most */
  readonly withinMs?: number;
  /** A value that lives no longer than this, in milliseconds, is not found. @default 0 */
  readonly leastLeftMs?: number;
}

/** One owner's part of the store. Nothing here throws: a store that fails is as if there were none. */
export interface CachePartition {
  /** A value, for those who do not make it themselves. */
  find(name: SharedName): Promise<FoundValue | undefined>;
  /** A value, or else its lock, if no other gateway has that. */
  findOrLock(name: SharedName, options?: FindOptions): Promise<Finding>;
  /** False: it could not be put there. */
  put(name: SharedName, value: SharedValue): Promise<boolean>;
  /** Counts a wait for a value that another gateway was making. */
  countWait(kind: SharedKind, outcome: WaitOutcome): void;
  /** Counts a value that could be opened and is not what it should be. */
  countSpoilt(): void;
}

/** Where gateways share what the registry has answered. */
export interface SharedStore {
  /** The longest that anything waits for one reply of the store, and a request for all of them, in milliseconds. */
  readonly waitMs: number;
  partitionOf(owner: Owner): CachePartition;
}

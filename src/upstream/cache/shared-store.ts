/** Whose values they are: nobody else can read them. */
export interface Owner {
  readonly key: string;
  /** The digest that stands for the key. */
  readonly lane: string;
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

/** A value as it was found: its age is that at the moment when it was looked for, or more. */
export interface FoundValue {
  readonly kind: "found";
  readonly bytes: Buffer;
  readonly ageMs: number;
}

/**
 * The task of asking the registry for a value on behalf of all gateways. It is renewed until it ends, and lost to another one when this
 * process dies. It saves calls; nothing is right only because of it.
 */
export interface Lock {
  readonly kind: "locked";
  /** Puts the value where the others wait for it, and ends the lock. False: it could not be put there. */
  give(value: SharedValue): Promise<boolean>;
  /** Ends the lock without a value. */
  release(): void;
}

/** What there is of a value: itself, the task of making it, another gateway's making of it, or no store to ask at present. */
export type Finding =
  | FoundValue
  | Lock
  | { readonly kind: "awaited" }
  | { readonly kind: "unavailable" };

/** Bounds of a look into the store. */
export interface FindOptions {
  /** How long it may take, in milliseconds. @default as long as a look takes at most */
  readonly withinMs?: number;
  /** Values with no more life left than this, in milliseconds, are taken for none. @default 0 */
  readonly leastLeftMs?: number;
}

/** One owner's values. Nothing here throws: whatever is wrong with the store is as if there were none. */
export interface CachePartition {
  /** A value, for those who do not make it themselves. */
  find(name: SharedName): Promise<FoundValue | undefined>;
  /** A value, or else the task of making it, if no other gateway has it. */
  findOrLock(name: SharedName, options?: FindOptions): Promise<Finding>;
  /** False: it could not be put there. */
  put(name: SharedName, value: SharedValue): Promise<boolean>;
  /** Counts a wait for what another gateway was making. */
  countWait(kind: SharedKind, outcome: "given" | "in vain"): void;
  /** Counts a value that could be opened and is not what it should be. */
  countSpoilt(): void;
}

/** Where several gateways keep together what the registry has answered. */
export interface SharedStore {
  /** The longest that anything waits for one reply of the store, and a request for all of them, in milliseconds. */
  readonly waitMs: number;
  partitionOf(owner: Owner): CachePartition;
}

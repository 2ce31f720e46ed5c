import { DenseSet, type DenseSetMember } from "./collections/dense-set.ts";

export const memoryKinds = [
  "bodies",
  "responses",
  "unread",
  "readings",
  "snapshots",
  "changes",
] as const;

export type MemoryKind = (typeof memoryKinds)[number];

/** What a request holds counts from this size on: the number of requests bounds what is smaller. */
export const smallRequestBytes = 32 * 1024;

const ofRequests: ReadonlySet<MemoryKind> = new Set(["bodies", "responses", "unread"]);

const spare: ReadonlySet<MemoryKind> = new Set(["snapshots"]);

const strangersShare = 1 / 4;
const spareShare = 1 / 2;

/**
 * The one account of memory: all that holds a caller's or the registry's bytes for longer than a
 * turn of the event loop enters itself. When there is too much, the owner who holds most gives up
 * his youngest entry, those that are spare first, until the rest fits or one entry is left: that
 * has a limit of its own.
 *
 * Strangers are one owner, with at most a quarter, and all that is spare has at most half, so that
 * neither leaves no room for the requests of others. In each, too, one entry alone may be larger.
 */
export class Ledger {
  readonly #maxBytes: number;
  readonly #isKnown: (keyDigest: string) => boolean;
  readonly #owners = new Map<string | null, Owner>();
  readonly #byKind = new Map<MemoryKind, number>();
  #bytes = 0;
  #count = 0;
  #spareBytes = 0;
  #spareCount = 0;
  #lastNumber = 0;
  #isMakingRoom = false;

  /** @param options all keys but those that `isKnown` are strangers. */
  constructor(options: { maxBytes: number; isKnown: (keyDigest: string) => boolean }) {
    this.#maxBytes = options.maxBytes;
    this.#isKnown = options.isKnown;
  }

  get bytes(): number {
    return this.#bytes;
  }

  bytesOf(kind: MemoryKind): number {
    return this.#byKind.get(kind) ?? 0;
  }

  enter(options: EntryOptions): LedgerEntry {
    return new LedgerEntry(options, this.#change);
  }

  readonly #change = (entry: LedgerEntry, bytes: number): void => {
    const isNew = entry.bytes === 0;
    if (isNew && bytes <= (ofRequests.has(entry.kind) ? smallRequestBytes : 0)) return;
    if (isNew) this.#add(entry);
    const added = bytes - entry.bytes;
    this.#addBytes(entry, added);
    if (bytes === 0) this.#remove(entry);
    if (added > 0 && !this.#isMakingRoom) this.#makeRoom();
  };

  #add(entry: LedgerEntry): void {
    const { keyDigest } = entry;
    entry.ownerName = keyDigest !== null && this.#isKnown(keyDigest) ? keyDigest : null;
    const owner = this.#owners.get(entry.ownerName) ?? new Owner();
    this.#owners.set(entry.ownerName, owner);
    this.#lastNumber += 1;
    entry.number = this.#lastNumber;
    owner.entries.add(entry);
    this.#count += 1;
    if (entry.isSpare) this.#spareCount += 1;
  }

  #addBytes(entry: LedgerEntry, bytes: number): void {
    const { ownerName, kind, isSpare } = entry;
    const owner = this.#owners.get(ownerName);
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#byKind.set(kind, this.bytesOf(kind) + bytes);
    if (owner) owner.bytes += bytes;
    if (!isSpare) return;
    this.#spareBytes += bytes;
    if (owner) owner.spareBytes += bytes;
  }

  #remove(entry: LedgerEntry): void {
    const { ownerName, isSpare } = entry;
    const owner = this.#owners.get(ownerName);
    owner?.entries.remove(entry);
    this.#count -= 1;
    if (isSpare) this.#spareCount -= 1;
    if (owner?.entries.size === 0) this.#owners.delete(ownerName);
  }

  /** What is given up may close others and begin new ones: the loop looks again each time. */
  #makeRoom(): void {
    this.#isMakingRoom = true;
    try {
      for (let next = this.#findSurplus(); next !== undefined; next = this.#findSurplus()) {
        next.giveUp();
      }
    } finally {
      this.#isMakingRoom = false;
    }
  }

  #findSurplus(): LedgerEntry | undefined {
    const maxBytes = this.#maxBytes;
    const strangers = this.#owners.get(null);
    if (strangers && strangers.entries.size > 1 && strangers.bytes > maxBytes * strangersShare) {
      return youngestOf(strangers);
    }
    if (this.#spareCount > 1 && this.#spareBytes > maxBytes * spareShare) {
      return this.#youngestOfHeaviest(({ spareBytes }) => spareBytes);
    }
    const isFull = this.#count > 1 && this.#bytes > maxBytes;
    return isFull ? this.#youngestOfHeaviest(({ bytes }) => bytes) : undefined;
  }

  #youngestOfHeaviest(weigh: (owner: Owner) => number): LedgerEntry | undefined {
    const owners = this.#owners.values();
    return youngestOf(owners.reduce((one, other) => (weigh(other) > weigh(one) ? other : one)));
  }
}

class Owner {
  readonly entries = new DenseSet<LedgerEntry>();
  bytes = 0;
  spareBytes = 0;
}

function youngestOf({ entries, spareBytes }: Owner): LedgerEntry | undefined {
  const [first, ...others] = entries.list().filter(({ isSpare }) => isSpare || spareBytes === 0);
  return others.reduce((one, other) => (one && one.number > other.number ? one : other), first);
}

interface EntryOptions {
  /** Whose it is; null without a key. Whether the key is known is asked when it begins to count. */
  readonly keyDigest: string | null;
  readonly kind: MemoryKind;
  /** Gives it up: called once, if ever, and not after it was closed. */
  readonly giveUp: () => void;
}

type OnChange = (entry: LedgerEntry, bytes: number) => void;

export class LedgerEntry implements DenseSetMember {
  readonly keyDigest: string | null;
  readonly kind: MemoryKind;
  readonly isSpare: boolean;
  /** How much of it is counted. Only the ledger changes this and the next three. */
  bytes = 0;
  number = 0;
  ownerName: string | null = null;
  denseIndex = -1;
  readonly #giveUp: () => void;
  readonly #onChange: OnChange;
  #isOver = false;

  constructor({ keyDigest, kind, giveUp }: EntryOptions, onChange: OnChange) {
    this.keyDigest = keyDigest;
    this.kind = kind;
    this.isSpare = spare.has(kind);
    this.#giveUp = giveUp;
    this.#onChange = onChange;
  }

  set(bytes: number): void {
    if (!this.#isOver && bytes !== this.bytes) this.#onChange(this, bytes);
  }

  close(): void {
    if (this.bytes > 0) this.#onChange(this, 0);
    this.#isOver = true;
  }

  giveUp(): void {
    this.close();
    this.#giveUp();
  }
}

import { DenseSet, type DenseSetMember } from "./collections/dense-set.ts";

/** What takes memory, as the metrics name it. */
export const memoryKinds = [
  "bodies",
  "responses",
  "unread",
  "readings",
  "snapshots",
  "followed lists",
  "changes",
] as const;

export type MemoryKind = (typeof memoryKinds)[number];

/**
 * What a request holds is counted from this size on. The number of requests under way bounds what
 * is smaller.
 */
const minRequestBytes = 32 * 1024;

const ofRequests: ReadonlySet<MemoryKind> = new Set(["bodies", "responses", "unread"]);

/** Nobody waits for these: they are kept in case somebody asks again. */
const spare: ReadonlySet<MemoryKind> = new Set(["snapshots"]);

const strangersShare = 1 / 4;
const spareShare = 1 / 2;

interface LedgerOptions {
  readonly maxBytes: number;
  /** Whether the registry has answered a key. All others are strangers. */
  readonly isKnown: (keyDigest: string) => boolean;
}

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
  readonly #options: LedgerOptions;
  readonly #owners = new Map<string | null, Owner>();
  readonly #byKind = new Map<MemoryKind, number>();
  #bytes = 0;
  #count = 0;
  #spareBytes = 0;
  #spareCount = 0;
  #lastNumber = 0;
  #isMakingRoom = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  bytesOf(kind: MemoryKind): number {
    return this.#byKind.get(kind) ?? 0;
  }

  /** Begins an entry, which counts once it holds something. Close it. */
  enter(options: EntryOptions): LedgerEntry {
    return new LedgerEntry(options, this.#change);
  }

  readonly #change = (entry: LedgerEntry, bytes: number): void => {
    const isNew = entry.bytes === 0;
    if (isNew && bytes <= (ofRequests.has(entry.kind) ? minRequestBytes : 0)) return;
    if (isNew) this.#add(entry);
    const added = bytes - entry.bytes;
    this.#addBytes(entry, added);
    if (bytes === 0) this.#remove(entry);
    if (added > 0) this.#makeRoom();
  };

  #add(entry: LedgerEntry): void {
    const { keyDigest } = entry;
    const isKnown = keyDigest !== null && this.#options.isKnown(keyDigest);
    const name = isKnown ? keyDigest : null;
    const owner = this.#owners.get(name) ?? new Owner(name);
    this.#owners.set(name, owner);
    this.#lastNumber += 1;
    entry.number = this.#lastNumber;
    entry.owner = owner;
    owner.entries.add(entry);
    this.#count += 1;
    if (entry.isSpare) this.#spareCount += 1;
  }

  #addBytes(entry: LedgerEntry, bytes: number): void {
    const { owner, kind, isSpare } = entry;
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#byKind.set(kind, this.bytesOf(kind) + bytes);
    if (owner) owner.bytes += bytes;
    if (!isSpare) return;
    this.#spareBytes += bytes;
    if (owner) owner.spareBytes += bytes;
  }

  #remove(entry: LedgerEntry): void {
    const { owner, isSpare } = entry;
    owner?.entries.remove(entry);
    entry.owner = undefined;
    this.#count -= 1;
    if (isSpare) this.#spareCount -= 1;
    if (owner?.entries.size === 0) this.#owners.delete(owner.name);
  }

  /** What is given up may close other entries and begin new ones: the loop looks again each time. */
  #makeRoom(): void {
    if (this.#isMakingRoom) return;
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
    const { maxBytes } = this.#options;
    const strangers = this.#owners.get(null);
    if (strangers && strangers.entries.size > 1 && strangers.bytes > maxBytes * strangersShare) {
      return youngestOf(strangers);
    }
    if (this.#spareCount > 1 && this.#spareBytes > maxBytes * spareShare) {
      return youngestOf(this.#heaviest(({ spareBytes }) => spareBytes));
    }
    if (this.#count > 1 && this.#bytes > maxBytes) return youngestOf(this.#heaviest());
    return undefined;
  }

  #heaviest(weigh = ({ bytes }: Owner) => bytes): Owner | undefined {
    let heaviest: Owner | undefined;
    for (const owner of this.#owners.values()) {
      if (heaviest === undefined || weigh(owner) > weigh(heaviest)) heaviest = owner;
    }
    return heaviest;
  }
}

class Owner {
  /** The digest of his key; null for strangers. */
  readonly name: string | null;
  readonly entries = new DenseSet<LedgerEntry>();
  bytes = 0;
  spareBytes = 0;

  constructor(name: string | null) {
    this.name = name;
  }
}

function youngestOf(owner: Owner | undefined): LedgerEntry | undefined {
  const entries = owner?.entries.list() ?? [];
  const some = owner && owner.spareBytes > 0 ? entries.filter(({ isSpare }) => isSpare) : entries;
  return some.reduce<LedgerEntry | undefined>(
    (youngest, entry) => (youngest && youngest.number > entry.number ? youngest : entry),
    undefined,
  );
}

interface EntryOptions {
  /** Whose it is; null without a key. Whether the key is known is asked when it begins to count. */
  readonly keyDigest: string | null;
  readonly kind: MemoryKind;
  /** Gives it up: called once, if ever, and not after it was closed. */
  readonly giveUp: () => void;
}

/** Something that takes memory until it is closed or given up. */
export class LedgerEntry implements DenseSetMember, Disposable {
  readonly keyDigest: string | null;
  readonly kind: MemoryKind;
  readonly isSpare: boolean;
  /** How much of it is counted. Only the ledger changes this and the next three. */
  bytes = 0;
  number = 0;
  owner: Owner | undefined;
  denseIndex = -1;
  readonly #giveUp: () => void;
  readonly #onChange: (entry: LedgerEntry, bytes: number) => void;
  #isOver = false;

  constructor(
    { keyDigest, kind, giveUp }: EntryOptions,
    onChange: (entry: LedgerEntry, bytes: number) => void,
  ) {
    this.keyDigest = keyDigest;
    this.kind = kind;
    this.isSpare = spare.has(kind);
    this.#giveUp = giveUp;
    this.#onChange = onChange;
  }

  /** Says how much it holds now. Does nothing once it is over. */
  set(bytes: number): void {
    if (!this.#isOver && bytes !== this.bytes) this.#onChange(this, bytes);
  }

  close(): void {
    if (this.bytes > 0) this.#onChange(this, 0);
    this.#isOver = true;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  giveUp(): void {
    this.close();
    this.#giveUp();
  }
}

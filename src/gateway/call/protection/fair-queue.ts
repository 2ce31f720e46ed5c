import type { KnownKeys } from "../../base/key-memory.ts";
import { Lanes, type ServingOrder, WaitingQueues } from "./waiting-queues.ts";

/** A key can use this many slots for each slot that is free. Of 256 slots, one key alone gets 192, and and a second key 48 of the rest. */
const maxRunningPerFreeSlot = 3;

/** If there are known keys, all new keys together can use this part of the slots. So some are left, even if the registry never answers new keys. */
const maxShareOfNew = 3 / 4;

/** While both known and new keys wait, new keys get one in this many of the slots that become free. */
const slotsPerNewKey = 8;

/** During a key flood, a new key is turned away if this many items of new keys wait. */
const maxWaitingBeforeNew = 100;

/**
 * During a key flood, a new key that was turned away once is turned away again only if this many wait. The keys of a flood come
 * only once.
 */
const maxWaitingBeforeReturning = 1000;

/** About how many idle keys may gather before all of them are forgotten. They are kept because adding a key again takes time. */
const maxRememberedIdle = 1000;

/** The slots that one key uses, and its items that wait for one. */
interface KeyQueue<Item extends {}> {
  running: number;
  readonly waiting: Lanes<Item>;
  isKnown: boolean;
}

/**
 * Shares slots fairly among keys. A key can use only a fixed multiple of the free slots, so that some are left for the next key,
 * however slow the first one is. Items that must wait are started in turn, one from each key, and within a key one of each token.
 *
 * Anybody can make up keys, but a known key is one that the registry has answered. While known keys wait, all new keys together get
 * only a few of the slots that become free. For a known key's share, slots used by new keys count as free.
 */
export class FairQueue<Item extends {}> {
  readonly #start: (item: Item) => void;
  readonly #laneOf: (item: Item) => string | undefined;
  readonly #keys: KnownKeys;
  /** By key digest. */
  readonly #queues = new Map<string, KeyQueue<Item>>();
  /** The queues in which items wait, of known keys and of new ones. */
  readonly #knownQueues = new WaitingQueues<KeyQueue<Item>>();
  readonly #newQueues = new WaitingQueues<KeyQueue<Item>>();
  #slots: number;
  #free: number;
  #newRunning = 0;
  #newWaiting = 0;
  /** Counts the choices between known and new keys, modulo `slotsPerNewKey`. */
  #turn = 0;
  #isStarting = false;

  /**
   * @param start is called with an item as soon as there is a slot for it, perhaps immediately.
   * @param laneOf the token of an item, which takes turns with the key's others. @default the key's items wait in one line
   */
  constructor(
    slots: number,
    keys: KnownKeys,
    start: (item: Item) => void,
    laneOf: (item: Item) => string | undefined = () => undefined,
  ) {
    this.#laneOf = laneOf;
    this.#keys = keys;
    this.#slots = slots;
    this.#free = slots;
    this.#start = start;
  }

  get running(): number {
    return this.#slots - this.#free;
  }

  get isWaiting(): boolean {
    return !this.#knownQueues.isEmpty || !this.#newQueues.isEmpty;
  }

  get waiting(): number {
    return this.#knownQueues.sum(({ waiting }) => waiting.length) + this.#newWaiting;
  }

  /** Changes the number of slots. Items that were started keep theirs. */
  resize(slots: number): void {
    this.#free += slots - this.#slots;
    this.#slots = slots;
    this.#startWaiting();
  }

  /** Starts an item now, or when its turn comes. Returns false if it is turned away, because too many items of new keys wait. */
  enter(keyDigest: string, item: Item): boolean {
    const queue = this.#queueOf(keyDigest);
    if (!this.isWaiting && this.#hasRoom(queue)) {
      this.#occupy(queue);
      this.#start(item);
      return true;
    }
    if (!queue.isKnown && this.#keys.isFlooded && this.#isFull(keyDigest)) {
      this.#keys.noteTurnedAway(keyDigest);
      return false;
    }

    if (queue.waiting.length === 0) this.#queuesWith(queue).add(queue);
    queue.waiting.add(this.#laneOf(item), item);
    if (!queue.isKnown) this.#newWaiting += 1;
    this.#startWaiting();
    return true;
  }

  /** An item that was started has ended: its slot is free. */
  release(keyDigest: string): void {
    const queue = this.#queueOf(keyDigest);
    queue.running -= 1;
    if (!queue.isKnown) this.#newRunning -= 1;
    this.#free += 1;
    if (this.isWaiting) this.#startWaiting();
  }

  cancel(keyDigest: string, item: Item): void {
    const queue = this.#queueOf(keyDigest);
    if (!queue.waiting.remove(this.#laneOf(item), item)) return;
    if (!queue.isKnown) this.#newWaiting -= 1;
    if (queue.waiting.length === 0) this.#queuesWith(queue).remove(queue);
  }

  /** A key is known from now on. If the memory of keys forgets it, its queue counts as known as long as it is in use. */
  promote(keyDigest: string): void {
    const queue = this.#queueOf(keyDigest);
    if (queue.isKnown) return;
    const { running, waiting } = queue;
    if (waiting.length > 0) this.#newQueues.remove(queue);
    queue.isKnown = true;
    this.#newRunning -= running;
    this.#newWaiting -= waiting.length;
    if (waiting.length > 0) this.#knownQueues.add(queue);
    if (this.isWaiting) this.#startWaiting();
  }

  /** Whether so many items of new keys wait that this new key is turned away. */
  #isFull(keyDigest: string): boolean {
    const isReturning = this.#keys.wasTurnedAway(keyDigest);
    return this.#newWaiting >= (isReturning ? maxWaitingBeforeReturning : maxWaitingBeforeNew);
  }

  #queueOf(keyDigest: string): KeyQueue<Item> {
    const remembered = this.#queues.get(keyDigest);
    if (remembered) return remembered;
    if (this.#queues.size >= maxRememberedIdle + this.#slots) this.#forgetIdle();
    const isKnown = this.#keys.isKnown(keyDigest);
    const queue: KeyQueue<Item> = { running: 0, waiting: new Lanes(), isKnown };
    this.#queues.set(keyDigest, queue);
    return queue;
  }

  #forgetIdle(): void {
    for (const [keyDigest, { running, waiting }] of this.#queues) {
      if (running === 0 && waiting.length === 0) this.#queues.delete(keyDigest);
    }
  }

  #hasRoom({ running, isKnown }: KeyQueue<Item>): boolean {
    if (this.#free <= 0 || (!isKnown && this.#isShareOfNewTaken)) return false;
    const free = isKnown ? this.#free + this.#newRunning : this.#free;
    return running < maxRunningPerFreeSlot * free;
  }

  get #isShareOfNewTaken(): boolean {
    return this.#keys.hasKnown && this.#newRunning >= maxShareOfNew * this.#slots;
  }

  #occupy(queue: KeyQueue<Item>): void {
    queue.running += 1;
    if (!queue.isKnown) this.#newRunning += 1;
    this.#free -= 1;
  }

  /**
   * Starts items while there are slots. An item that ends immediately leads back here, but only the outermost call starts items.
   */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.#start(next);
    }
    this.#isStarting = false;
  }

  /** Takes the oldest item of the next key, and lets that key wait for its next turn. */
  #takeNext(): Item | undefined {
    const queue = this.#chooseQueue();
    const item = queue?.waiting.takeNext();
    if (queue === undefined || item === undefined) return undefined;
    const queues = this.#queuesWith(queue);
    queues.remove(queue);
    if (queue.waiting.length > 0)
      queues.addServed(queue, queue.isKnown ? "fair" : this.#orderOfNew);
    if (!queue.isKnown) this.#newWaiting -= 1;
    this.#occupy(queue);
    return item;
  }

  /** Chooses the queue to serve. Counts the choice if both known and new keys can be served. */
  #chooseQueue(): KeyQueue<Item> | undefined {
    const hasRoom = (queue: KeyQueue<Item>) => this.#hasRoom(queue);
    const nextKnown = this.#knownQueues.next("fair", hasRoom);
    const nextNew = this.#newQueues.next(this.#orderOfNew, hasRoom);
    if (!nextKnown || !nextNew) return nextKnown ?? nextNew;
    this.#turn = (this.#turn + 1) % slotsPerNewKey;
    return this.#turn === 0 ? nextNew : nextKnown;
  }

  /**
   * If known keys wait, and more items of new keys wait than there are slots, the newest of the new keys goes first. Its item has
   * the most time left, and the oldest would time out anyway.
   */
  get #orderOfNew(): ServingOrder {
    const isCrowded = !this.#knownQueues.isEmpty && this.#newWaiting > this.#slots;
    return isCrowded ? "newest" : "fair";
  }

  /** The queues that this one takes turns with. */
  #queuesWith(queue: KeyQueue<Item>): WaitingQueues<KeyQueue<Item>> {
    return queue.isKnown ? this.#knownQueues : this.#newQueues;
  }
}

import { LRUCache } from "lru-cache";
import { Fifo } from "./fifo.ts";
import { Newcomers } from "./newcomers.ts";
import { RecentKeys } from "./recent-keys.ts";

/** How much of what is free one key may take: of 256 connections, one alone gets 192, a second 48 more. */
const SHARE_OF_FREE = 3;

/** While known and new keys wait, one slot of so many that become free goes to a new one. */
const TURNS = 8;

/**
 * So much may wait of new keys while most of them are refused, and so much in all with those that come again: beyond, they come
 * faster than they can be told from made-up ones.
 */
const MOST_FIRST_WAITING = 100;
const MOST_NEW_WAITING = 1000;

/** As many keys are remembered, at least, though they use no slot: to forget and remember them costs time. */
const REMEMBERED_LANES = 1000;

/** So many keys are remembered to be known. */
const REMEMBERED_KNOWN = 10_000;

/** One key: how many slots it uses, what waits for one, the oldest first, and whether the registry has answered it before. */
interface Lane<Item extends {}> {
  running: number;
  readonly waiting: Fifo<Item>;
  isKnown: boolean;
}

/**
 * Slots that keys share fairly. A key may use at most three times as many slots as are free, so that some are left for
 * the next key however slow this one is; what has to wait is started in turns, one of each key.
 *
 * Anybody can make up keys. While keys wait that the registry has answered before, all the others together get one of eight
 * slots that become free, and those that they use do not lessen what a known key may take.
 */
export class FairQueue<Item extends {}> {
  readonly #start: (item: Item) => void;
  readonly #queues = new Map<string, Lane<Item>>();
  readonly #known = new LRUCache<string, true>({ max: REMEMBERED_KNOWN });
  readonly #newcomers = new Newcomers();
  readonly #turnedAway = new RecentKeys();
  /** Those where something waits, the next in turn first: known keys, and new ones. */
  readonly #knownQueue: Lane<Item>[] = [];
  readonly #newQueue: Lane<Item>[] = [];
  #slots: number;
  #free: number;
  #newRunning = 0;
  #newWaiting = 0;
  /** How many slots known keys got since a new one last did. */
  #turn = 0;
  #isStarting = false;

  /** @param start is called with an item as soon as there is a slot for it, perhaps at once */
  constructor(slots: number, start: (item: Item) => void) {
    this.#slots = slots;
    this.#free = slots;
    this.#start = start;
  }

  /** How many slots are used. */
  get running(): number {
    return this.#slots - this.#free;
  }

  /** Whether any item waits for a slot. */
  get isWaiting(): boolean {
    return this.#knownQueue.length > 0 || this.#newQueue.length > 0;
  }

  /** How many items wait for a slot. */
  get waiting(): number {
    const known = this.#knownQueue.reduce((sum, lane) => sum + lane.waiting.length, 0);
    return known + this.#newWaiting;
  }

  /** Whether somebody invents keys, at the cost of known ones: most of those that are new are refused. */
  get isFlooded(): boolean {
    return this.#known.size > 0 && this.#newcomers.areRefused;
  }

  /** Has more or fewer slots from now on; what runs already goes on. */
  resize(slots: number): void {
    this.#free += slots - this.#slots;
    this.#slots = slots;
    this.#startWaiting();
  }

  /** Starts an item, now or when its turn comes; false: it is not taken, because too much waits of invented keys. */
  enter(key: string, item: Item): boolean {
    const lane = this.#laneOf(key);
    if (!this.isWaiting && this.#hasRoom(lane)) {
      this.#occupy(lane);
      this.#start(item);
      return true;
    }
    if (!lane.isKnown && this.isFlooded && this.#isTooMuch(key)) return false;
    if (lane.waiting.length === 0) this.#queueOf(lane).push(lane);
    lane.waiting.push(item);
    if (!lane.isKnown) this.#newWaiting += 1;
    this.#startWaiting();
    return true;
  }

  /** Gives back the slot of an item that was started. */
  leave(key: string): void {
    const lane = this.#laneOf(key);
    lane.running -= 1;
    if (!lane.isKnown) this.#newRunning -= 1;
    this.#free += 1;
    if (this.isWaiting) this.#startWaiting();
  }

  /** Takes back an item that waits. */
  withdraw(key: string, item: Item): void {
    const lane = this.#laneOf(key);
    const before = lane.waiting.length;
    lane.waiting.remove(item);
    if (!lane.isKnown) this.#newWaiting -= before - lane.waiting.length;
    if (lane.waiting.length === 0) this.#unqueue(lane);
  }

  /** The registry has answered a key. */
  know(key: string): void {
    // Of more keys than are remembered one is known again, although its calls have never ceased to be a known key's.
    this.#known.set(key, true);
    const lane = this.#laneOf(key);
    if (lane.isKnown) return;
    const { running, waiting } = lane;
    this.#newcomers.note("answered");
    if (waiting.length > 0) this.#unqueue(lane);
    lane.isKnown = true;
    this.#newRunning -= running;
    this.#newWaiting -= waiting.length;
    if (waiting.length > 0) this.#queueOf(lane).push(lane);
  }

  /** The registry has refused a key that it had not answered before. */
  refuse(): void {
    this.#newcomers.note("refused");
  }

  /** Whether the registry has answered a key. Whoever is asked for is remembered for longer. */
  isKnown(key: string): boolean {
    return this.#known.get(key) === true;
  }

  /** Whether a new key comes in vain. When it comes again there is more room for it: a key made up for one call does not. */
  #isTooMuch(key: string): boolean {
    const most = this.#turnedAway.has(key) ? MOST_NEW_WAITING : MOST_FIRST_WAITING;
    if (this.#newWaiting < most) return false;
    this.#turnedAway.add(key);
    return true;
  }

  #laneOf(key: string): Lane<Item> {
    const remembered = this.#queues.get(key);
    if (remembered) return remembered;
    if (this.#queues.size >= REMEMBERED_LANES + this.#slots) this.#forgetIdle();
    const isKnown = this.#known.get(key) === true;
    const lane: Lane<Item> = { running: 0, waiting: new Fifo(), isKnown };
    this.#queues.set(key, lane);
    return lane;
  }

  #forgetIdle(): void {
    for (const [key, { running, waiting }] of this.#queues) {
      if (running === 0 && waiting.length === 0) this.#queues.delete(key);
    }
  }

  #hasRoom({ running, isKnown }: Lane<Item>): boolean {
    if (this.#free <= 0) return false;
    return running < SHARE_OF_FREE * (isKnown ? this.#free + this.#newRunning : this.#free);
  }

  #occupy(lane: Lane<Item>): void {
    lane.running += 1;
    if (!lane.isKnown) this.#newRunning += 1;
    this.#free -= 1;
  }

  /** What is started may end at once: then this loop goes on, instead of another within it. */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.#start(next);
    }
    this.#isStarting = false;
  }

  /** The oldest item of the key whose turn it is; that key then is the last in turn. */
  #takeNext(): Item | undefined {
    const lane = this.#nextLane();
    const item = lane?.waiting.shift();
    if (lane === undefined || item === undefined) return undefined;
    this.#unqueue(lane);
    if (lane.waiting.length > 0) this.#requeue(lane);
    if (!lane.isKnown) this.#newWaiting -= 1;
    this.#occupy(lane);
    return item;
  }

  #nextLane(): Lane<Item> | undefined {
    const known = this.#knownQueue.find((lane) => this.#hasRoom(lane));
    const fresh = this.#isCrowded
      ? this.#newQueue.findLast((lane) => this.#hasRoom(lane))
      : this.#newQueue.find((lane) => this.#hasRoom(lane));
    if (!known || !fresh) return known ?? fresh;
    this.#turn = (this.#turn + 1) % TURNS;
    return this.#turn === 0 ? fresh : known;
  }

  /**
   * Whether more waits of new keys, beside known ones, than can be served in time: in turn, each would be started when its time
   * is as good as over. Those that came last have most of theirs left.
   */
  get #isCrowded(): boolean {
    return this.#knownQueue.length > 0 && this.#newWaiting > this.#slots;
  }

  /** Makes a key the last in turn. */
  #requeue(lane: Lane<Item>): void {
    if (!lane.isKnown && this.#isCrowded) this.#newQueue.unshift(lane);
    else this.#queueOf(lane).push(lane);
  }

  #queueOf(lane: Lane<Item>): Lane<Item>[] {
    return lane.isKnown ? this.#knownQueue : this.#newQueue;
  }

  #unqueue(lane: Lane<Item>): void {
    const queue = this.#queueOf(lane);
    const place = queue.indexOf(lane);
    if (place >= 0) queue.splice(place, 1);
  }
}

import { Fifo } from "./fifo.ts";

/** How much of what is free one key may take: of 256 connections, one alone gets 192, a second 48 more. */
const SHARE_OF_FREE = 3;

/** As many keys are remembered, at least, though they use no slot: to forget and remember them costs time. */
const REMEMBERED_LANES = 1000;

/** One key: how many slots it uses, and what waits for one, the oldest first. */
interface Lane<Item extends {}> {
  running: number;
  readonly waiting: Fifo<Item>;
}

/**
 * Slots that keys share fairly. A key may use at most three times as many slots as are free, so that some are left for
 * the next key however slow this one is; what has to wait is started in turns, one of each key.
 */
export class Lanes<Item extends {}> {
  readonly #start: (item: Item) => void;
  readonly #lanes = new Map<string, Lane<Item>>();
  /** Those where something waits, the next in turn first. */
  readonly #queue: Lane<Item>[] = [];
  #slots: number;
  #free: number;
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
    return this.#queue.length > 0;
  }

  /** How many items wait for a slot. */
  get waiting(): number {
    return this.#queue.reduce((sum, lane) => sum + lane.waiting.length, 0);
  }

  /** Has more or fewer slots from now on; what runs already goes on. */
  resize(slots: number): void {
    this.#free += slots - this.#slots;
    this.#slots = slots;
    this.#startWaiting();
  }

  /** Starts an item, now or when its turn comes. */
  enter(key: string, item: Item): void {
    const lane = this.#laneOf(key);
    if (this.#queue.length === 0 && this.#hasRoom(lane)) {
      this.#occupy(lane);
      this.#start(item);
      return;
    }
    if (lane.waiting.length === 0) this.#queue.push(lane);
    lane.waiting.push(item);
    this.#startWaiting();
  }

  /** Gives back the slot of an item that was started. */
  leave(key: string): void {
    this.#laneOf(key).running -= 1;
    this.#free += 1;
    if (this.#queue.length > 0) this.#startWaiting();
  }

  /** Takes back an item that waits. */
  withdraw(key: string, item: Item): void {
    const lane = this.#laneOf(key);
    lane.waiting.remove(item);
    if (lane.waiting.length === 0) this.#unqueue(lane);
  }

  #laneOf(key: string): Lane<Item> {
    const known = this.#lanes.get(key);
    if (known) return known;
    if (this.#lanes.size >= REMEMBERED_LANES + this.#slots) this.#forgetIdle();
    const lane: Lane<Item> = { running: 0, waiting: new Fifo() };
    this.#lanes.set(key, lane);
    return lane;
  }

  #forgetIdle(): void {
    for (const [key, { running, waiting }] of this.#lanes) {
      if (running === 0 && waiting.length === 0) this.#lanes.delete(key);
    }
  }

  #hasRoom({ running }: Lane<Item>): boolean {
    return running < SHARE_OF_FREE * this.#free;
  }

  #occupy(lane: Lane<Item>): void {
    lane.running += 1;
    this.#free -= 1;
  }

  /** What is started may end at once: then this loop goes on, instead of another within it. */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.#start(next.item);
    }
    this.#isStarting = false;
  }

  /** The oldest item of the first key that has room; that key then is the last in turn. */
  #takeNext(): { readonly item: Item } | undefined {
    for (const lane of this.#queue) {
      if (!this.#hasRoom(lane)) continue;
      this.#unqueue(lane);
      const item = lane.waiting.shift();
      if (item === undefined) continue;
      if (lane.waiting.length > 0) this.#queue.push(lane);
      this.#occupy(lane);
      return { item };
    }
    return undefined;
  }

  #unqueue(lane: Lane<Item>): void {
    const place = this.#queue.indexOf(lane);
    if (place >= 0) this.#queue.splice(place, 1);
  }
}

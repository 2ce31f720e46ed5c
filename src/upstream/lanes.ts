/** How much of what is free one key may take: of 256 connections, one alone gets 192, a second 48 more. */
const SHARE_OF_FREE = 3;

/**
 * Slots that keys share fairly. A key may hold at most three times as many slots as are free, so that some are left
 * for the next key however slow this one is; what has to wait is started in turns, one of each key.
 */
export class Lanes<Item> {
  readonly #start: (item: Item) => void;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Item>>();
  readonly #slots: number;
  #free: number;
  #isStarting = false;

  /** @param start is called with an item as soon as there is a slot for it, perhaps at once */
  constructor(slots: number, start: (item: Item) => void) {
    this.#slots = slots;
    this.#free = slots;
    this.#start = start;
  }

  /** How many slots are taken. */
  get running(): number {
    return this.#slots - this.#free;
  }

  /** How many items wait for a slot. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, items) => sum + items.size, 0);
  }

  /** Starts an item, now or when its turn comes. */
  enter(lane: string, item: Item): void {
    if (this.#waiting.size === 0 && this.#hasRoom(lane)) {
      this.#occupy(lane);
      this.#start(item);
      return;
    }
    const items = this.#waiting.get(lane);
    if (items) items.add(item);
    else this.#waiting.set(lane, new Set([item]));
    this.#startWaiting();
  }

  /** Gives back the slot of an item that was started. */
  leave(lane: string): void {
    const running = this.#running.get(lane) ?? 0;
    if (running > 1) this.#running.set(lane, running - 1);
    else this.#running.delete(lane);
    this.#free += 1;
    if (this.#waiting.size > 0) this.#startWaiting();
  }

  /** Takes back an item that waits. */
  withdraw(lane: string, item: Item): void {
    const items = this.#waiting.get(lane);
    if (items?.delete(item) && items.size === 0) this.#waiting.delete(lane);
  }

  #hasRoom(lane: string): boolean {
    return (this.#running.get(lane) ?? 0) < SHARE_OF_FREE * this.#free;
  }

  #occupy(lane: string): void {
    this.#free -= 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
  }

  /** What is started may end at once: then the loop goes on, instead of beginning another within itself. */
  #startWaiting(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.#start(next.item);
    }
    this.#isStarting = false;
  }

  /** The first item of the first key that has room; that key then is the last in turn. */
  #takeNext(): { readonly item: Item } | undefined {
    for (const [lane, items] of this.#waiting) {
      if (!this.#hasRoom(lane)) continue;
      const [item] = items;
      this.#waiting.delete(lane);
      if (item === undefined) continue;
      items.delete(item);
      if (items.size > 0) this.#waiting.set(lane, items);
      this.#occupy(lane);
      return { item };
    }
    return undefined;
  }
}

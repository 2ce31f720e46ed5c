/**
 * Which queue is next. `fair`: from the front, and a served queue goes to the back. `newest`: from the back, and a served queue goes
 * to the front.
 */
export type ServingOrder = "fair" | "newest";

/**
 * Queues that take turns. A queue joins at the back. Once served, it goes to the back again, or to the front in the order `newest`.
 */
export class WaitingQueues<Queue> {
  readonly #queues: Queue[] = [];

  get isEmpty(): boolean {
    return this.#queues.length === 0;
  }

  /** Adds a queue whose first item begins to wait. */
  add(queue: Queue): void {
    this.#queues.push(queue);
  }

  next(order: ServingOrder, condition: (queue: Queue) => boolean): Queue | undefined {
    return order === "newest" ? this.#queues.findLast(condition) : this.#queues.find(condition);
  }

  /** Puts back a queue that was served and is not empty, where `order` serves it last. */
  addServed(queue: Queue, order: ServingOrder): void {
    if (order === "newest") this.#queues.unshift(queue);
    else this.#queues.push(queue);
  }

  remove(queue: Queue): void {
    const index = this.#queues.indexOf(queue);
    if (index >= 0) this.#queues.splice(index, 1);
  }

  sum(countOf: (queue: Queue) => number): number {
    return this.#queues.reduce((sum, queue) => sum + countOf(queue), 0);
  }
}

/** Items that wait in lanes, which take turns: each gives its oldest item, and goes to the back. */
export class Lanes<Item extends {}> {
  /** By name, the next to give an item first. None is empty. */
  readonly #lanes = new Map<string | undefined, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(name: string | undefined, item: Item): void {
    const lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, [item]);
    else lane.push(item);
    this.#length += 1;
  }

  /** Returns whether the item was there. */
  remove(name: string | undefined, item: Item): boolean {
    const lane = this.#lanes.get(name) ?? [];
    const index = lane.indexOf(item);
    if (index < 0) return false;
    lane.splice(index, 1);
    if (lane.length === 0) this.#lanes.delete(name);
    this.#length -= 1;
    return true;
  }

  takeNext(): Item | undefined {
    for (const [name, lane] of this.#lanes) {
      const item = lane.shift();
      const isAlone = this.#lanes.size === 1 && lane.length > 0;
      if (!isAlone) {
        // Deleted and set again, it is the last.
        this.#lanes.delete(name);
        if (lane.length > 0) this.#lanes.set(name, lane);
      }
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}

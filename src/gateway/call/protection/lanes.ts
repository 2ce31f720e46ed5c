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
      // Deleted and set again, it is the last.
      this.#lanes.delete(name);
      if (lane.length > 0) this.#lanes.set(name, lane);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}

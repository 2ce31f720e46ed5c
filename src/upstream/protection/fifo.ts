/** From so many places on, those that are empty are given up. */
const MOST_EMPTY = 1024;

/** What waits, the oldest first. An array, for the reason that `Roster` tells; the places of those who have left are empty for a while. */
export class Fifo<Item extends {}> {
  #items: (Item | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Takes out the oldest. */
  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#first += 1;
    if (this.#first >= MOST_EMPTY && this.#first > this.length) this.#compact();
    return item;
  }

  /** Takes out any, if it is in. */
  remove(item: Item): void {
    const place = this.#items.indexOf(item, this.#first);
    if (place >= 0) this.#items.splice(place, 1);
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}

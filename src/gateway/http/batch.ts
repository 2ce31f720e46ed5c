/** How long the first item of a batch waits, in milliseconds. */
const waitMs = 4;

/**
 * Collects work that can wait, and does it all a moment later. Similar work in a row finds its code and data in the processor's caches.
 * Mixed with other work, each piece would have to load them again, and so would the other work.
 */
export class Batch<Item> {
  readonly #work: (item: Item) => void;
  #items: Item[] = [];

  /** @param work called with each item. It must not throw. */
  constructor(work: (item: Item) => void) {
    this.#work = work;
  }

  add(item: Item): void {
    if (this.#items.push(item) === 1) setTimeout(this.#run, waitMs);
  }

  readonly #run = () => {
    const items = this.#items;
    this.#items = [];
    for (const item of items) this.#work(item);
  };
}

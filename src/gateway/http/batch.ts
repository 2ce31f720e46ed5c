/** How long the first of a batch waits, in milliseconds. */
const waitMs = 4;

/**
 * Gathers what is in no hurry, and does it all at once a moment later. Work of one kind done in a row finds its code and its tables
 * in the processor's caches; done between other work, it waits for memory each time, and makes the other work wait.
 */
export class Batch<Item> {
  readonly #work: (item: Item) => void;
  #items: Item[] = [];

  /** @param work is done to each item; it does not throw. */
  constructor(work: (item: Item) => void) {
    this.#work = work;
  }

  add(item: Item): void {
    if (this.#items.push(item) === 1) setTimeout(this.#workOff, waitMs);
  }

  readonly #workOff = () => {
    const items = this.#items;
    this.#items = [];
    for (const item of items) this.#work(item);
  };
}

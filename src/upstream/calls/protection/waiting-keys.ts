/**
 * Which key is next. `fair`: from the front, and a served key goes to the back. `newest`: from the back, and a served key goes to
 * the front.
 */
export type ServingOrder = "fair" | "newest";

/** The keys that wait. A key joins at the back. Once served, it goes to the back again, or to the front in the order `newest`. */
export class WaitingKeys<Key> {
  readonly #keys: Key[] = [];

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  /** Adds a key that begins to wait. */
  add(key: Key): void {
    this.#keys.push(key);
  }

  /** The next key that fulfils a condition. It is not removed. */
  next(order: ServingOrder, condition: (key: Key) => boolean): Key | undefined {
    return order === "newest" ? this.#keys.findLast(condition) : this.#keys.find(condition);
  }

  /** Adds a key again that was served and still waits, as the last in turn by this order. */
  addServed(key: Key, order: ServingOrder): void {
    if (order === "newest") this.#keys.unshift(key);
    else this.#keys.push(key);
  }

  /** Removes a key, if it waits. */
  remove(key: Key): void {
    const place = this.#keys.indexOf(key);
    if (place >= 0) this.#keys.splice(place, 1);
  }

  /** Sums a figure of all keys. */
  sum(figureOf: (key: Key) => number): number {
    return this.#keys.reduce((sum, key) => sum + figureOf(key), 0);
  }
}

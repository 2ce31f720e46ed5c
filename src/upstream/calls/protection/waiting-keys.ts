/**
 * Which key is next. `fair`: the one that has waited longest, and a key that was served goes behind all others. `newest`: the one
 * that came last, and a key that was served goes behind all others in that order, too.
 */
export type ServingOrder = "fair" | "newest";

/** The keys that wait, the one that has waited longest first. */
export class WaitingKeys<Key> {
  readonly #keys: Key[] = [];

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  /** Adds a key that begins to wait. */
  add(key: Key): void {
    this.#keys.push(key);
  }

  /** The next key that fulfils a condition. It goes on waiting. */
  next(order: ServingOrder, condition: (key: Key) => boolean): Key | undefined {
    return order === "newest" ? this.#keys.findLast(condition) : this.#keys.find(condition);
  }

  /** Adds a key again that was served and still waits: it is the last in turn. */
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

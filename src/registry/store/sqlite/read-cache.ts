import { LRUCache } from "lru-cache";

/** Caches the values used most recently, up to a number of bytes. It caches `undefined` like any other value. */
export class ReadCache<T> {
  readonly #entries: LRUCache<string, { readonly value: T }>;

  /** @param sizeOf returns roughly how many bytes a value takes. */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, name) => sizeOf(value) + 2 * name.length,
    });
  }

  /** The value with this name: the cached one, or else the result of `read`. */
  get(name: string, read: () => T): T {
    const known = this.#entries.get(name);
    if (known) return known.value;
    const value = read();
    this.#entries.set(name, { value });
    return value;
  }

  /** Drops everything, because a change of the file makes all of it stale. */
  clear(): void {
    this.#entries.clear();
  }
}

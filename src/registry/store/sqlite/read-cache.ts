import { LRUCache } from "lru-cache";

/** At least what an entry takes besides its value and the characters of its name. */
const entryBytes = 200;

/** Caches the values used most recently, up to a number of bytes. It caches `undefined` like any other value. */
export class ReadCache<T> {
  readonly #entries: LRUCache<string, { readonly value: T }>;

  /** @param sizeOf returns how many bytes a value takes at most. */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, name) => entryBytes + sizeOf(value) + 2 * name.length,
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

/** What was read last, up to so many bytes; the longest unused is dropped first. */
export class ReadCache<T> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: T) => number;
  readonly #values = new Map<string, { readonly value: T; readonly bytes: number }>();
  #bytes = 0;

  /** `sizeOf` tells a value's bytes, roughly. */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  /** The value of this name, read now if it is not at hand. */
  get(name: string, read: () => T): T {
    const known = this.#values.get(name);
    if (known) {
      this.#values.delete(name);
      this.#values.set(name, known);
      return known.value;
    }
    const value = read();
    const bytes = this.#sizeOf(value) + 2 * name.length;
    this.#values.set(name, { value, bytes });
    this.#bytes += bytes;
    this.#dropOldest();
    return value;
  }

  /** Forgets everything. */
  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    for (const [name, { bytes }] of this.#values) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#values.delete(name);
      this.#bytes -= bytes;
    }
  }
}
